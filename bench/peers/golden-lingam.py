"""Writes test/golden/lingam.json: what the package lingam and scikit-learn make of twenty non-Gaussian data sets.

    python bench/peers/golden-lingam.py > test/golden/lingam.json && npx biome format --write test/golden/lingam.json

with the environment of bench/peers/requirements-lingam.txt.

The tables are not written: test/golden/lingam.ts draws the same uniform numbers (NumPy's legacy generator) and makes the
same tables of them. For each: order and coefficients (row i, column j: i → j) of DirectLiNGAM and ICALiNGAM as they come. For some:
all differences of DirectLiNGAM's pairwise measure before anything is regressed out; DirectLiNGAM with two tiers; the knots of
scikit-learn's lasso path with the adaptive weights; and scikit-learn's FastICA from a given start, with its unmixing
matrix. Starts are told in the coordinates of the symmetric whitening.
"""

import os

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # read when the libraries are loaded

import json  # noqa: E402
import warnings  # noqa: E402
from importlib.metadata import version  # noqa: E402

import lingam  # noqa: E402
import numpy as np  # noqa: E402
from sklearn.decomposition import FastICA  # noqa: E402
from sklearn.linear_model import LinearRegression, lars_path  # noqa: E402


def table(seed, d, n, noise):
    rs = np.random.RandomState(seed)
    place = np.argsort(rs.random_sample(d))
    present, size, sign = (rs.random_sample((d, d)) for _ in range(3))
    scale = 0.5 + 1.5 * rs.random_sample(d)
    u = rs.random_sample((n, d))
    kinds = {
        "uniform": np.sqrt(12) * (u - 0.5),
        "exponential": -np.log(1 - u) - 1,
        "laplace": -np.sign(u - 0.5) * np.log(1 - 2 * np.abs(u - 0.5)) / np.sqrt(2),
    }
    kinds["mixed"] = np.where(np.arange(d) % 2 == 0, kinds["uniform"], kinds["exponential"])
    X = kinds[noise] * scale
    for b in range(d):
        for a in range(b):
            i, j = place[a], place[b]
            if present[i, j] < 2 / (d - 1):
                X[:, j] += (0.5 + size[i, j]) * (1 if sign[i, j] < 0.5 else -1) * X[:, i]
    return X


def answer(model, X):
    model.fit(X)
    return {"order": [int(j) for j in model.causal_order_], "weights": model.adjacency_matrix_.T.tolist()}


def differences(X):
    """D of all pairs, by DirectLiNGAM's own functions."""
    model = lingam.DirectLiNGAM()
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    d = X.shape[1]
    D = np.zeros((d, d))
    for i in range(d):
        for j in range(d):
            if i != j:
                xi, xj = Z[:, i], Z[:, j]
                D[i, j] = model._diff_mutual_info(xi, xj, model._residual(xi, xj), model._residual(xj, xi))
    return D.tolist()


def tiers(X):
    """Variables of even number first: no path leads back to them from the others."""
    d = X.shape[1]
    knowledge = -np.ones((d, d), dtype=int)
    knowledge[np.ix_(range(0, d, 2), range(1, d, 2))] = 0
    return answer(lingam.DirectLiNGAM(prior_knowledge=knowledge), X)


def knots(X):
    """The lasso path of the last column on the others, coefficients of the standardised columns."""
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    w = np.abs(LinearRegression().fit(Z[:, :-1], Z[:, -1]).coef_)
    _, _, path = lars_path(Z[:, :-1] * w, Z[:, -1], method="lasso", alpha_min=0.0)
    return (path.T * w).tolist()


def ica(X, seed, fun):
    d = X.shape[1]
    start = np.random.RandomState(seed).normal(size=(d, d))
    model = FastICA(fun=fun, w_init=start, max_iter=1000, tol=1e-4).fit(X)
    rotation = model.whitening_ / np.linalg.norm(model.whitening_, axis=1, keepdims=True)
    return {
        "contrast": fun,
        "start": (start @ rotation).tolist(),
        "iterations": int(model.n_iter_),
        "unmixing": model.components_.tolist(),
    }


def symmetric_start(X):
    """The start that ICALiNGAM(random_state=1) draws, in the coordinates of the symmetric whitening of standardised columns."""
    n, d = X.shape
    start = np.random.RandomState(1).normal(size=(d, d))
    C = X - X.mean(axis=0)
    whitening = FastICA(w_init=start, max_iter=1000).fit(X).whitening_
    Z = C / X.std(axis=0)
    values, vectors = np.linalg.eigh(Z.T @ Z / n)
    symmetric = Z @ (vectors / np.sqrt(values)) @ vectors.T
    return (start @ whitening @ C.T @ symmetric / np.sqrt(n)).tolist()


def case(seed, d, n, noise):
    X = table(seed, d, n, noise)
    out = {"seed": seed, "d": d, "n": n, "noise": noise, "sums": X.sum(axis=0).tolist()}
    out["direct"] = answer(lingam.DirectLiNGAM(), X)
    out["ica"] = {"start": symmetric_start(X), **answer(lingam.ICALiNGAM(random_state=1), X)}
    if seed <= 4:
        out["differences"] = differences(X)
        out["tiers"] = tiers(X)
        out["knots"] = knots(X)
        out["fastIca"] = [ica(X, seed, fun) for fun in ("logcosh", "exp")]
    return out


warnings.simplefilter("error")  # a FastICA that does not converge proves nothing
noises = ["uniform", "exponential", "laplace", "mixed"]
cases = [case(k + 1, 4 + k // 2 % 5, 400 + 100 * (k % 7), noises[k % 4]) for k in range(20)]
print(
    json.dumps(
        {
            "origin": "bench/peers/golden-lingam.py",
            "versions": {name: version(name) for name in ("lingam", "scikit-learn", "numpy", "scipy")},
            "cases": cases,
        },
        separators=(",", ":"),
    )
)
