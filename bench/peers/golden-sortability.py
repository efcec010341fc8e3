"""Writes test/golden/sortability.json: small random data sets with what CausalDisco says of them.

    bench/peers/.venv/bin/python bench/peers/golden-sortability.py && npx biome format --write test/golden/sortability.json

For each data set: the table (CSV text, rounded, so that both sides read the same numbers), the true edges,
CausalDisco's var- and R²-sortability and the R² of each column, and along CausalDisco's two orders the coefficients of
scikit-learn's LinearRegression (the regression inside CausalDisco's sort_regress), W[i][j] that of i in j.
"""

import json
from importlib.metadata import version
from pathlib import Path

import numpy as np
from CausalDisco.analytics import r2_sortability, r2coeff, var_sortability
from sklearn.linear_model import LinearRegression


def simulated(seed, d, density, weights, change):
    """Linear Gaussian data on a random DAG whose columns are shuffled; `change` is what happens to the scales."""
    rng = np.random.default_rng(seed)
    n = 50
    W = np.triu(rng.random((d, d)) < density, 1) * rng.uniform(*weights, (d, d)) * rng.choice([-1, 1], (d, d))
    X = np.zeros((n, d))
    for j in range(d):
        X[:, j] = X @ W[:, j] + rng.normal(size=n)
    shuffle = rng.permutation(d)
    X, W = X[:, shuffle], W[np.ix_(shuffle, shuffle)]
    if change == "standardised":
        X = (X - X.mean(axis=0)) / X.std(axis=0)
    if change == "random units":
        X = X * 10 ** rng.uniform(-1, 1, d) + rng.uniform(-5, 5, d)
    return np.round(X, 3), (W != 0).astype(int)


def with_ties():
    """Whole numbers and 64 rows: means and squares are exact in binary, so equal variances are equal bit for bit."""
    rng = np.random.default_rng(99)
    X = rng.integers(-8, 9, (64, 5)).astype(float)
    X[:, 3] = np.roll(X[:, 0], 7)
    X[:, 4] = np.roll(X[:, 1], 11)
    W = np.zeros((5, 5), dtype=int)
    for i, j in [(0, 3), (3, 1), (1, 4), (0, 2), (2, 4)]:
        W[i, j] = 1
    return X, W


def coefficients_along(X, order):
    W = np.zeros((X.shape[1], X.shape[1]))
    for k in range(1, len(order)):
        W[order[:k], order[k]] = LinearRegression().fit(X[:, order[:k]], X[:, order[k]]).coef_
    return W.tolist()


def csv(X):
    names = ",".join(f"x{j}" for j in range(X.shape[1]))
    return "\n".join([names, *(",".join(f"{x:.10g}" for x in row) for row in X)])


def case(name, X, W):
    variance_order = np.argsort(np.var(X, axis=0), kind="stable")
    r2 = r2coeff(X.T)
    r2_order = np.argsort(r2, kind="stable")
    return {
        "name": name,
        "csv": csv(X),
        "edges": np.argwhere(W).tolist(),
        "varSortability": float(var_sortability(X, W)),
        "r2Sortability": float(r2_sortability(X, W)),
        "r2": r2.tolist(),
        "alongVariance": {"order": variance_order.tolist(), "W": coefficients_along(X, variance_order)},
        "alongR2": {"order": r2_order.tolist(), "W": coefficients_along(X, r2_order)},
    }


cases = [
    case(f"seed {seed}, d = {d}, density {density}, weights {weights[0]} to {weights[1]}, {change}",
         *simulated(seed, d, density, weights, change))
    for seed, d, density, weights, change in [
        (1, 5, 0.5, (0.5, 2), "raw"),
        (2, 6, 0.5, (0.5, 2), "raw"),
        (3, 7, 0.3, (0.5, 2), "raw"),
        (4, 8, 0.3, (0.5, 2), "raw"),
        (5, 8, 0.9, (0.2, 0.8), "raw"),
        (6, 6, 0.5, (0.5, 2), "standardised"),
        (7, 5, 0.5, (0.5, 2), "random units"),
        (8, 7, 0.4, (0.5, 2), "random units"),
        (9, 8, 0.6, (0.1, 0.5), "random units"),
    ]
] + [case("whole numbers with two pairs of equal variances", *with_ties())]

origin = {
    "script": "bench/peers/golden-sortability.py",
    **{package: version(package) for package in ("CausalDisco", "scikit-learn", "numpy")},
}
target = Path(__file__).resolve().parents[2] / "test" / "golden" / "sortability.json"
target.write_text(json.dumps({"origin": origin, "cases": cases}, indent=2) + "\n", encoding="utf-8")
