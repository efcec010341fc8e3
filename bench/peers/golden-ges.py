"""Writes test/golden/ges.json: the classes that causal-learn's GES finds from covariance matrices.

    pip install causal-learn==0.1.4.8
    python bench/peers/golden-ges.py && npx biome format --write test/golden/ges.json

Linear Gaussian models of 5 to 20 variables, sparse (two edges for each variable) and dense (half of all
pairs), weights from +-[0.3, 1], noise deviations from [0.5, 2]. The
covariance matrix is rounded to six digits before causal-learn sees it, so that both sides see the same numbers.

causal-learn's score is half of ours, without constants: -n/2 log(s2) - 0.5 (|P| + 1) log n with lambda_value 0.5.

A class is a string of edges: "0>1 2-3" is 0 -> 1 and 2 - 3. Covariances are the lower triangle, row by row. `inserts` and
`deletes` count the operators taken.
"""

import json
import os
import warnings
from importlib.metadata import version

import numpy as np
from causallearn.search.ScoreBased.GES import ges

warnings.filterwarnings("ignore")


def covariance(rng, d, share, n):
    order = rng.permutation(d)
    X = np.zeros((n, d))
    for b in range(d):
        X[:, order[b]] = rng.normal(size=n) * rng.uniform(0.5, 2)
        for a in range(b):
            weight = rng.uniform(0.3, 1) * rng.choice([-1, 1])
            if rng.random() < share:
                X[:, order[b]] += weight * X[:, order[a]]
    return np.array([[float(f"{x:.6g}") for x in row] for row in np.cov(X.T, ddof=0)])


def text(G):
    """graph[i, j] = -1 and graph[j, i] = 1 is i -> j; both -1 is i - j."""
    edges = []
    d = len(G)
    for i in range(d):
        for j in range(d):
            if G[i, j] == -1 and G[j, i] == 1:
                edges.append(f"{i}>{j}")
            if i < j and G[i, j] == -1 and G[j, i] == -1:
                edges.append(f"{i}-{j}")
    return " ".join(edges)


def case(seed, d, kind, n):
    share = {"sparse": min(0.5, 4 / (d - 1)), "dense": 0.5}[kind]
    C = covariance(np.random.default_rng(seed), d, share, n)
    found = ges(cov=C, n=n, score_func="local_score_BIC", lambda_value=0.5)
    return {
        "d": d,
        "kind": kind,
        "n": n,
        "covariance": [float(C[i, j]) for i in range(d) for j in range(i + 1)],
        "class": text(found["G"].graph),
        "score": float(found["score"]),
        "inserts": len(found["update1"]),
        "deletes": len(found["update2"]),
    }


sizes = [
    *[(d, "sparse", n) for d in (5, 8, 10, 12, 15, 18, 20) for n in (200, 1000)],
    *[(d, "dense", n) for d in (5, 6, 7, 8, 10, 12, 15, 20) for n in (200, 1000)],
]
out = os.path.join(os.path.dirname(__file__), "../../test/golden/ges.json")
with open(out, "w") as file:
    json.dump(
        {
            "origin": "bench/peers/golden-ges.py",
            "versions": {p: version(p) for p in ("causal-learn", "numpy")},
            "cases": [case(seed, *size) for seed, size in enumerate(sizes, 1)],
        },
        file,
        separators=(",", ":"),
    )
