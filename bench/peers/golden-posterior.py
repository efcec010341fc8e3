"""Writes test/golden/posterior.json: posterior probabilities of edges from sumu's scores, over DAGs and over orders.

    pip install sumu==0.1.2 numpy
    python bench/peers/golden-posterior.py > test/golden/posterior.json && npx biome format --write test/golden/posterior.json

Every parent set is scored by sumu (BGe; BDeu with equivalent sample size 1), without a prior on its size. Uniform over DAGs: sumu's
aps, the posterior of every parent set of every variable (Pensar, Talvitie, Hyttinen, Koivisto, "A Bayesian approach for estimating
causal effects from observational data", AAAI 2020). Uniform over orders: the definition, one order after the other, in the cases
that have 8 variables. sumu's BGe puts the prior mean at 0, so columns are centred before it sees them.
"""

import importlib.metadata as metadata
import itertools
import json

import numpy as np
import sumu


def linear(seed, n, d):
    rng = np.random.default_rng(seed)
    W = np.triu(rng.normal(size=(d, d)) * 0.5 * (rng.random((d, d)) < 0.4), 1)
    X = np.zeros((n, d))
    for j in range(d):
        X[:, j] = X @ W[:, j] + rng.normal(size=n)
    return np.round(X[:, rng.permutation(d)], 4)


def labels(seed, n, d):
    return np.ascontiguousarray(linear(seed, n, d) > 0, dtype=np.int32)


def members(d, j, code):
    """Parents of j by sumu's code: bit k is the k-th of the other variables."""
    others = [i for i in range(d) if i != j]
    return [others[k] for k in range(d - 1) if code >> k & 1]


def over_dags(logs, d):
    posteriors = sumu.aps(logs, as_dict=False, normalize=True)
    edges = np.zeros((d, d))
    for j in range(d):
        for code in range(2 ** (d - 1)):
            edges[members(d, j, code), j] += np.exp(posteriors[j][code])
    return edges


def over_orders(logs, d):
    """The mean over all orders, each with the weight of all DAGs that it allows."""
    table = [[(frozenset(members(d, j, code)), logs[j][code]) for code in range(2 ** (d - 1))] for j in range(d)]
    known = {}

    def choices(j, before):
        if (j, before) not in known:
            within = [(parents, x) for parents, x in table[j] if parents <= before]
            weights = np.exp([x for _, x in within] - np.max([x for _, x in within]))
            shares = np.zeros(d)
            for (parents, _), w in zip(within, weights):
                shares[list(parents)] += w
            log = np.log(weights.sum()) + np.max([x for _, x in within])
            known[j, before] = log, shares / weights.sum()
        return known[j, before]

    logweights, edges = [], []
    for order in itertools.permutations(range(d)):
        parts = [choices(j, frozenset(order[:k])) for k, j in enumerate(order)]
        logweights.append(sum(log for log, _ in parts))
        matrix = np.empty((d, d))
        for j, (_, shares) in zip(order, parts):
            matrix[:, j] = shares
        edges.append(matrix)
    weights = np.exp(np.array(logweights) - max(logweights))
    return np.einsum("k,kij->ij", weights / weights.sum(), np.array(edges))


def case(score, X):
    d = X.shape[1]
    seen = X - X.mean(axis=0) if score == "bge" else X
    scores = sumu.LocalScore(sumu.Data(seen, discrete=score == "bdeu"), scoref=score, prior="unif", ess=1)
    sets = range(2 ** (d - 1))
    logs = np.array([[scores.local(j, np.array(members(d, j, code), dtype=np.int32)) for code in sets] for j in range(d)])
    answer = {"score": score, "rows": X.tolist(), "dags": over_dags(logs, d).tolist()}
    if d == 8:
        answer["orders"] = over_orders(logs, d).tolist()
    return answer


print(
    json.dumps(
        {
            "origin": "bench/peers/golden-posterior.py",
            "versions": {p: metadata.version(p) for p in ("sumu", "numpy")},
            "cases": [
                case("bge", linear(1, 40, 8)),
                case("bge", linear(2, 60, 11)),
                case("bdeu", labels(3, 80, 8)),
                case("bdeu", labels(4, 120, 10)),
            ],
        },
        separators=(",", ":"),
    )
)
