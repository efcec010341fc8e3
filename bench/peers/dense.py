"""SciPy's and NumPy's side of bench/peers/dense.js: one JSON request a line in, one answer a line out.

Request {"kind": "cholesky" | "product" | "rbf", "sizes": [...], "repeat": r}; answer {"ways": {name: seconds}, "sum": the
squares of the result}. One thread. Only the library's call is timed, on arrays that are already in memory:

- Cholesky: LAPACK's dpotrf through SciPy, in place on a column-major copy, without clearing the other triangle;
- product: numpy.matmul into an array that exists;
- RBF: three ways. "NumPy" is the usual expression, which allocates its result as it goes; "NumPy in place" writes into
  an array that exists, as ours does (both by ‖x‖² + ‖y‖² − 2xᵀy, which loses digits of near pairs); "SciPy cdist" is
  from differences, as ours, into an array that exists.
"""

import os

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # read when the libraries are loaded

import json  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402

import numpy as np  # noqa: E402
import scipy  # noqa: E402
from scipy.linalg.lapack import dpotrf  # noqa: E402
from scipy.spatial.distance import cdist  # noqa: E402


def best(repeat, run, before=lambda: None):
    fastest = float("inf")
    for _ in range(repeat):
        given = before()
        start = time.perf_counter()
        result = run(given)
        fastest = min(fastest, time.perf_counter() - start)
    return fastest, result


def cholesky(n, repeat):
    index = np.arange(n)
    A = np.asfortranarray(np.cos(np.outer(index, index)) + n * np.eye(n))
    seconds, (L, info) = best(
        repeat, lambda A: dpotrf(A, lower=1, clean=0, overwrite_a=1), lambda: A.copy(order="F")
    )
    assert info == 0
    return {"SciPy dpotrf": seconds}, np.tril(L)


def product(m, n, k, repeat):
    A = np.cos(np.arange(m)[:, None] + 2 * np.arange(k))
    B = np.sin(3 * np.arange(k)[:, None] - np.arange(n))
    C = np.empty((m, n))
    seconds, _ = best(repeat, lambda _: np.matmul(A, B, out=C))
    return {"NumPy": seconds}, C


def rbf(n, count, repeat):
    index = np.arange(n)
    X = np.sin((index * index)[:, None] + np.arange(count))

    def expression(_):
        q = (X * X).sum(axis=1)
        return np.exp(-0.5 * (q[:, None] + q[None, :] - 2 * X @ X.T))

    D = np.empty((n, n))

    def in_place(_):
        q = 0.5 * (X * X).sum(axis=1)
        np.matmul(X, X.T, out=D)
        np.subtract(D, q[:, None], out=D)
        np.subtract(D, q[None, :], out=D)
        return np.exp(D, out=D)

    def differences(_):
        cdist(X, X, "sqeuclidean", out=D)
        np.multiply(D, -0.5, out=D)
        return np.exp(D, out=D)

    ways = {"NumPy": expression, "NumPy in place": in_place, "SciPy cdist": differences}
    return {name: best(repeat, way)[0] for name, way in ways.items()}, differences(None)


print(json.dumps({"versions": f"NumPy {np.__version__}, SciPy {scipy.__version__}"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    kind = {"cholesky": cholesky, "product": product, "rbf": rbf}[request["kind"]]
    ways, result = kind(*request["sizes"], request["repeat"])
    print(json.dumps({"ways": ways, "sum": float((result * result).sum())}), flush=True)
