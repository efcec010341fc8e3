"""scikit-learn's side of bench/peers/gp.js: one JSON request a line in, one answer a line out.

The first line has the table (columns standardised) and the noise; each further one a parent set and a bandwidth. Answer:
seconds of a fit for each child, seconds of one fit with all children as outputs, and the children's log likelihoods with the
signal's variance profiled out, from the factor and the weights that the fit leaves. Only the fits are timed. One thread.
"""

import os

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # read when the libraries are loaded

import json  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402

import numpy as np  # noqa: E402
import scipy  # noqa: E402
import sklearn  # noqa: E402
from sklearn.gaussian_process import GaussianProcessRegressor  # noqa: E402
from sklearn.gaussian_process.kernels import RBF  # noqa: E402


def fitted(x, y, bandwidth, noise):
    start = time.perf_counter()
    fit = GaussianProcessRegressor(RBF(bandwidth, "fixed"), alpha=noise, optimizer=None, copy_X_train=False).fit(x, y)
    return fit, time.perf_counter() - start


def likelihood(fit, y):
    n = len(y)
    q = float(y @ fit.alpha_)
    logdet = 2 * float(np.log(np.diag(fit.L_)).sum())
    return -0.5 * (n * np.log(2 * np.pi * q / n) + n + logdet)


versions = f"scikit-learn {sklearn.__version__}, SciPy {scipy.__version__}, NumPy {np.__version__}"
print(json.dumps({"versions": versions}), flush=True)
first = json.loads(sys.stdin.readline())
X, noise = np.array(first["rows"]), first["noise"]
print(json.dumps({"rows": len(X)}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    parents = asked["parents"]
    children = [j for j in range(X.shape[1]) if j not in parents]
    x = np.ascontiguousarray(X[:, parents])
    pairs, likelihoods = 0.0, []
    for j in children:
        y = np.ascontiguousarray(X[:, j])
        fit, seconds = fitted(x, y, asked["bandwidth"], noise)
        pairs += seconds
        likelihoods.append([j, likelihood(fit, y)])
    _, outputs = fitted(x, X[:, children], asked["bandwidth"], noise)
    print(json.dumps({"pairs": pairs, "outputs": outputs, "likelihoods": likelihoods}), flush=True)
