"""Writes test/golden/dense.json: matrix exponentials as SciPy computes them.

    python bench/peers/golden-dense.py > test/golden/dense.json && npx biome format --write test/golden/dense.json

with the environment of bench/peers/requirements.txt. Matrices are rounded before use, so that the numbers written are
the numbers used; the excess is the trace of the exponential less the size, from the series in exact fractions, because
the difference of floating-point numbers would have lost its digits.
"""

import json
from fractions import Fraction

import numpy as np
import scipy
from scipy.linalg import expm


def excess(A):
    """tr(e^A) − d, Taylor series in fractions: for the matrices of small norm."""
    d = len(A)
    X = [[Fraction(x) for x in row] for row in A.tolist()]
    P, total = X, sum(X[i][i] for i in range(d))
    for k in range(2, 24):
        P = [[sum(P[i][l] * X[l][j] for l in range(d)) / k for j in range(d)] for i in range(d)]
        total += sum(P[i][i] for i in range(d))
    return float(total)


def case(name, A):
    A = np.round(A, 4)
    out = {"name": name, "rows": A.tolist(), "exponential": expm(A).tolist()}
    if np.abs(A).sum(axis=0).max() < 1:
        out["excess"] = excess(A)
    return out


rng = np.random.default_rng(1)
weights = rng.normal(size=(5, 5)) * (rng.random((5, 5)) < 0.5)
np.fill_diagonal(weights, 0)
cases = [
    case("one number", np.array([[-2.5]])),
    case("small entries", 0.05 * rng.normal(size=(3, 3))),
    case("entries of both signs", rng.normal(size=(4, 4))),
    case("squared weights", weights * weights),
    case("squared weights, nearly acyclic", np.triu(weights * weights, 1) / 4 + 0.01 * (np.eye(5, k=-4) > 0)),
    case("large norm, negative diagonal", 4 * rng.normal(size=(6, 6)) - 12 * np.eye(6)),
    case("large norm, not negative", 3 * rng.random((7, 7))),
    case("rotation", np.array([[0.0, 9.0], [-9.0, 0.0]])),
]
print(
    json.dumps(
        {
            "origin": "bench/peers/golden-dense.py",
            "versions": {"numpy": np.__version__, "scipy": scipy.__version__},
            "cases": cases,
        },
        separators=(",", ":"),
    )
)
