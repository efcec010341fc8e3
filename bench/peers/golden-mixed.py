"""Writes test/golden/mixed.json: terms of conditional Gaussians on mixed tables, as Tetrad and scikit-learn compute them.

    node -e 'import("./bench/peers/venv.js").then((v) => console.log(v.peerPython("python3", "tetrad")))'     prints PYTHON
    PYTHON bench/peers/golden-mixed.py > test/golden/mixed.json && npx biome format --write test/golden/mixed.json

"tetrad" is the conditional-Gaussian score of Tetrad (twice a log likelihood less twice the penalty), for numbers and for
categories without numbers among their parents. Tetrad takes unbiased covariances where the maximum of the likelihood has
the plain ones, and counts f(A) k(k + 1)/2 + f(A) parameters of a set, none for the means; "unbiased" says by how much the
first moves the likelihood, so that the rest can be compared. "posterior" is the log likelihood of the labels of a category
by the numbers among its parents, as scikit-learn's quadratic discriminant gives it, fitted in every cell of the others.
Every cell has enough rows for a Gaussian of its own.
"""

import importlib.metadata as metadata
import itertools
import json

import numpy as np
import tetrad
from sklearn.covariance import EmpiricalCovariance
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis

LABELS = [3, 2, 0, 0, 0]


def drawn(seed, n):
    rng = np.random.default_rng(seed)
    a = np.concatenate([np.arange(3), rng.choice(3, size=n - 3, p=[0.4, 0.3, 0.3])])
    b = (rng.random(n) < np.where(a == 0, 0.6, 0.4)).astype(int)
    u = rng.normal(2 * b, np.where(a == 0, 1, 0.5))
    v = np.where(a == 1, 1.5, -0.5) * u + rng.normal(size=n)
    w = u - 0.1 * v + rng.normal(size=n)
    return np.round(np.column_stack([a, b, u, v, w]), 6)


def cells(X, columns):
    keys = X[:, columns].astype(int)
    return [np.flatnonzero((keys == key).all(axis=1)) for key in np.unique(keys, axis=0)] if columns else [np.arange(len(X))]


def posterior(X, j, parents):
    numbers = [p for p in parents if not LABELS[p]]
    total = 0.0
    for rows in cells(X, [p for p in parents if LABELS[p]]):
        own = QuadraticDiscriminantAnalysis(solver="eigen", covariance_estimator=EmpiricalCovariance())
        x, label = X[np.ix_(rows, numbers)], X[rows, j].astype(int)
        own.fit(x, label)
        places = np.searchsorted(own.classes_, label)
        total += own.predict_log_proba(x)[np.arange(len(rows)), places].sum()
    return float(total)


def unbiased(X, S):
    """Σ over the cells of S: −N/2 · k log(N / (N − 1))"""
    k = sum(not LABELS[j] for j in S)
    sizes = np.array([len(rows) for rows in cells(X, [j for j in S if LABELS[j]])])
    return float(-(sizes / 2 * k * np.log(sizes / (sizes - 1))).sum())


def case(seed, n):
    X = drawn(seed, n)
    own = tetrad.score("conditional", tetrad.table(X, LABELS))
    terms = []
    for j in range(5):
        for k in range(5):
            for parents in itertools.combinations([i for i in range(5) if i != j], k):
                term = {"node": j, "parents": list(parents)}
                if LABELS[j] and any(not LABELS[p] for p in parents):
                    terms.append({**term, "posterior": posterior(X, j, parents)})
                else:
                    moved = unbiased(X, [*parents, j]) - unbiased(X, parents)
                    terms.append({**term, "tetrad": float(own.localScore(j, list(parents))), "unbiased": moved})
    return {"rows": X.tolist(), "terms": terms}


print(
    json.dumps(
        {
            "origin": "bench/peers/golden-mixed.py",
            "versions": {"tetrad": tetrad.VERSION, **{p: metadata.version(p) for p in ("scikit-learn", "numpy")}},
            "cases": [case(1, 400), case(2, 600)],
        },
        separators=(",", ":"),
    )
)
