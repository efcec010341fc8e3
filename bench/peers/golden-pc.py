"""Writes test/golden/pc.json: what causal-learn's PC finds from correlation matrices, and p-values of its G² and KCI tests.

    pip install causal-learn==0.1.4.8
    python bench/peers/golden-pc.py && npx biome format --write test/golden/pc.json

Linear Gaussian models of 5 to 20 variables, sparse (two edges for each variable) and dense (half of all pairs), weights from
+-[0.3, 1], noise deviations from [0.5, 2]. The correlation matrix is rounded to six decimals and put into causal-learn's test
in the place of its own, so that both sides see the same numbers.

pc(data, 0.01, "fisherz", stable=True, uc_rule=0, uc_priority=2): colliders where the middle is in no separating set of the
level, taken by number, those that contradict earlier ones left out; Meek's rules.

`colliders` is the graph before Meek's rules, `graph` the answer.

A graph is a string of edges: "0>1 2-3" is 0 -> 1 and 2 - 3; "0~1" has an arrow at both ends. Correlations are the lower
triangle without the diagonal, row by row. `members` has for each pair that is not linked the members of all its separating
sets: "0,3:1 2; …" for pairs that the empty set does not part. `tests` are p-values: [i, j, [S], p].

The tables of categories are drawn by formula, so that the test can draw them too.
"""

import json
import os
import warnings
from importlib.metadata import version

import numpy as np
from causallearn.search.ConstraintBased.PC import pc
from causallearn.utils.cit import CIT, FisherZ
from causallearn.utils.PCUtils import Meek

warnings.filterwarnings("ignore")
made = FisherZ.__init__
R = None


def with_matrix(self, data, **kwargs):
    made(self, data, **kwargs)
    self.correlation_matrix = R


FisherZ.__init__ = with_matrix
meek = Meek.meek
before_meek = None


def noted_meek(cg, **kwargs):
    global before_meek
    before_meek = text(cg.G.graph)
    return meek(cg, **kwargs)


Meek.meek = noted_meek


def correlations(rng, d, share, n):
    order = rng.permutation(d)
    X = np.zeros((n, d))
    for b in range(d):
        X[:, order[b]] = rng.normal(size=n) * rng.uniform(0.5, 2)
        for a in range(b):
            weight = rng.uniform(0.3, 1) * rng.choice([-1, 1])
            if rng.random() < share:
                X[:, order[b]] += weight * X[:, order[a]]
    return X, np.round(np.corrcoef(X.T), 6)


def text(G):
    """graph[i, j] = -1 and graph[j, i] = 1 is i -> j; both -1 is i - j; both 1 is i <-> j."""
    edges = []
    d = len(G)
    for i in range(d):
        for j in range(d):
            if G[i, j] == -1 and G[j, i] == 1:
                edges.append(f"{i}>{j}")
            if i < j and G[i, j] == -1 and G[j, i] == -1:
                edges.append(f"{i}-{j}")
            if i < j and G[i, j] == 1 and G[j, i] == 1:
                edges.append(f"{i}~{j}")
    return " ".join(edges)


def members_of(sepset):
    d = len(sepset)
    out = []
    for i in range(d):
        for j in range(i + 1, d):
            members = {int(s) for S in sepset[i, j] or () for s in S}
            if members:
                out.append(f"{i},{j}:{' '.join(map(str, sorted(members)))}")
    return "; ".join(out)


def case(seed, d, kind, n):
    global R
    share = {"sparse": min(0.5, 4 / (d - 1)), "dense": 0.5}[kind]
    rng = np.random.default_rng(seed)
    X, R = correlations(rng, d, share, n)
    found = pc(X, 0.01, "fisherz", stable=True, uc_rule=0, uc_priority=2, show_progress=False)
    test = CIT(X, "fisherz")
    tests = []
    for size in (0, 1, 2, 3):
        i, j, *S = (int(v) for v in rng.permutation(d)[: size + 2])
        tests.append([i, j, sorted(S), float(test(i, j, sorted(S)))])
    return {
        "d": d,
        "kind": kind,
        "n": n,
        "correlations": [float(R[i, j]) for i in range(d) for j in range(i)],
        "colliders": before_meek,
        "graph": text(found.G.graph),
        "members": members_of(found.sepset),
        "tests": tests,
    }


def categories(n, d, k):
    """Column j of row i, each label depending on that of the column before; counted with whole numbers only."""
    X = np.zeros((n, d), dtype=np.int64)
    state = 12345 + d
    for i in range(n):
        for j in range(d):
            state = (state * 1103515245 + 12345) % 2**31
            draw = (state >> 16) % (k + 2)
            X[i, j] = draw if draw < k else (X[i, j - 1] if j > 0 else 0)
    return X


def gsq(n, d, k):
    test = CIT(categories(n, d, k), "gsq")
    sets = [(0, 1, []), (0, 2, []), (0, 2, [1]), (1, 3, [2]), (0, 3, [1, 2]), (0, 4, [1, 2, 3]), (1, 4, [0, 2, 3])]
    return {"n": n, "d": d, "k": k, "tests": [[i, j, S, float(test(i, j, S))] for i, j, S in sets]}


def kernel(n):
    """Numbers from the categories' draws: x1 depends on x0, x2 on both, x3 on x2, by curves."""
    C = categories(n, 4, 97) / 97.0
    X = np.stack([C[:, 0], (C[:, 0] - 0.5) ** 2 + 0.2 * C[:, 1], C[:, 0] * C[:, 1] + 0.2 * C[:, 2], C[:, 3]], axis=1)
    X[:, 3] = 0.5 * X[:, 3] + np.sin(4 * X[:, 2])
    test = CIT(X, "kci")
    sets = [(0, 1, []), (0, 3, []), (0, 3, [2]), (1, 3, [2]), (1, 2, [0]), (1, 3, [0, 2]), (2, 3, [0, 1])]
    return {"n": n, "tests": [[i, j, S, float(test(i, j, S))] for i, j, S in sets]}


sizes = [
    *[(d, "sparse", n) for d in (5, 8, 10, 12, 15, 18, 20) for n in (200, 1000)],
    *[(d, "dense", n) for d in (5, 6, 7, 8, 10, 12, 15, 20) for n in (200, 1000)],
]
out = os.path.join(os.path.dirname(__file__), "../../test/golden/pc.json")
with open(out, "w") as file:
    json.dump(
        {
            "origin": "bench/peers/golden-pc.py",
            "versions": {p: version(p) for p in ("causal-learn", "numpy", "scipy")},
            "cases": [case(seed, *size) for seed, size in enumerate(sizes, 1)],
            "kernel": [kernel(60), kernel(220)],
            "categories": [gsq(300, 5, 2), gsq(1000, 5, 3), gsq(150, 5, 4)],
        },
        file,
        separators=(",", ":"),
    )
