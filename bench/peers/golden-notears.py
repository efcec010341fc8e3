"""Writes test/golden/notears.json: what gCastle's NOTEARS makes of ten data sets, and SciPy's L-BFGS-B of seven functions.

    python bench/peers/golden-notears.py > test/golden/notears.json && npx biome format --write test/golden/notears.json

with the environment of bench/peers/requirements.txt.

The tables are not written: test/golden/notears.ts draws the same numbers (NumPy's legacy generator) and makes the same tables of
them. For each, with lambda1 0.1 and 0, loss l2: W before the threshold, loss + lambda1 |W|, and the weights above 0.3. gCastle centres
the columns, and its h is tr (I + W∘W/d)^d - d. Of each function, from each start, with SciPy's defaults: the minimum, where it
is, iterations, evaluations, and the values after the first iterations.
"""

import os

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # read when the libraries are loaded

import json  # noqa: E402
import logging  # noqa: E402
from importlib.metadata import version  # noqa: E402

import numpy as np  # noqa: E402
import scipy.optimize as so  # noqa: E402
from castle.algorithms import Notears  # noqa: E402
from linear_tables import table  # noqa: E402

logging.disable(logging.CRITICAL)


def learnt(X, lambda1):
    model = Notears(lambda1=lambda1, loss_type="l2")
    model.learn(X)
    W = np.asarray(model.weight_causal_matrix)
    C = X - X.mean(axis=0)
    loss = 0.5 / len(X) * ((C - C @ W) ** 2).sum()
    edges = np.argwhere(np.asarray(model.causal_matrix) == 1).tolist()
    return {"lambda1": lambda1, "objective": loss + lambda1 * np.abs(W).sum(), "weights": W.tolist(), "edges": edges}


def case(seed, d, n):
    X = table(seed, d, n)
    return {"seed": seed, "d": d, "n": n, "sums": X.sum(axis=0).tolist(), "learnt": [learnt(X, l) for l in (0.1, 0.0)]}


def rosenbrock(x):
    a, b = x[1:] - x[:-1] ** 2, 1 - x[:-1]
    g = np.zeros_like(x)
    g[:-1] = -400 * x[:-1] * a - 2 * b
    g[1:] += 200 * a
    return np.sum(100 * a**2 + b**2), g


def quadratic(x):
    i = np.arange(1, len(x) + 1)
    A = 1 / (i[:, None] + i[None, :]) + np.diag(0.01 * i)
    b = np.sin(3.0 * i)
    return 0.5 * x @ A @ x - b @ x, A @ x - b


def minimum(function, n, start, low, high, memory=10):
    """Bounds are patterns that are repeated along the variables; None is no bound."""
    f = {"rosenbrock": rosenbrock, "quadratic": quadratic}[function]
    bounds = [(low[i % len(low)], high[i % len(high)]) for i in range(n)]
    values = []
    r = so.minimize(
        f,
        np.full(n, start),
        jac=True,
        method="L-BFGS-B",
        bounds=bounds,
        options={"maxcor": memory},
        callback=lambda intermediate_result: values.append(float(intermediate_result.fun)),
    )
    asked = {"function": function, "n": n, "start": start, "low": low, "high": high, "memory": memory}
    found = {"value": float(r.fun), "x": r.x.tolist(), "iterations": r.nit, "evaluations": r.nfev, "values": values[:10]}
    return {**asked, **found}


none = [None]
minima = [
    minimum("rosenbrock", 10, -1.0, none, none),
    minimum("rosenbrock", 10, -1.0, [-1.5], [0.5, 0.9, 1.4]),
    minimum("rosenbrock", 10, 2.0, [None, 1.05], none),
    minimum("rosenbrock", 25, 0.3, [0.0], none, 5),
    minimum("quadratic", 30, 0.0, none, none),
    minimum("quadratic", 30, 0.0, [0.0], none),
    minimum("quadratic", 200, 1.0, [0.0, -1.0, None], [None, 2.0], 7),
]
print(
    json.dumps(
        {
            "origin": "bench/peers/golden-notears.py",
            "versions": {name: version(name) for name in ("gcastle", "scipy", "numpy")},
            "cases": [case(k + 1, 5 + k, 200 + 100 * (k % 5)) for k in range(10)],
            "minima": minima,
        },
        separators=(",", ":"),
    )
)
