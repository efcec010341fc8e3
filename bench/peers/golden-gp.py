"""Writes test/golden/gp.json: Gaussian-process likelihoods and residuals of small tables, as scikit-learn computes them.

    pip install scikit-learn==1.9.1 scipy numpy
    python bench/peers/golden-gp.py > test/golden/gp.json && npx biome format --write test/golden/gp.json

Columns are standardised; w is the median distance between the parents' rows. `likelihoods`: the log marginal likelihood of
a fixed kernel σ² (RBF(b w) + t I), b in 0.5, 1 and within it t in 0.01, 0.1, 1, with σ² = yᵀ (RBF + t I)⁻¹ y / n.
`rss`: of the kernel 1 · RBF(1), fixed, on the parents divided by w, with the regressor's own jitter of 1e-10, plus 1: as in
the paper's published code (there the kernel is not named, and was fixed by default).
"""

import json

import numpy as np
import scipy
import sklearn
from scipy.spatial.distance import pdist
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel


def table(seed, n):
    rng = np.random.default_rng(seed)
    X = np.zeros((n, 4))
    X[:, 0] = rng.normal(size=n)
    X[:, 1] = rng.normal(size=n) * 3
    X[:, 2] = np.sin(X[:, 0]) + 0.2 * rng.normal(size=n)
    X[:, 3] = X[:, 2] * X[:, 1] + 0.3 * rng.normal(size=n)
    return np.round(X, 6)


def likelihood(x, y, length, noise):
    K = RBF(length)(x) + noise * np.eye(len(y))
    variance = float(y @ np.linalg.solve(K, y)) / len(y)
    kernel = ConstantKernel(variance) * RBF(length) + WhiteKernel(variance * noise)
    return float(GaussianProcessRegressor(kernel, optimizer=None, alpha=0.0).fit(x, y).log_marginal_likelihood_value_)


def case(seed, n):
    X = table(seed, n)
    Z = (X - X.mean(0)) / X.std(0)
    terms = []
    for node, parents in ((0, [2]), (2, [0]), (3, [1, 2]), (3, [0, 1, 2]), (1, [0, 2, 3])):
        x, y = Z[:, parents], Z[:, node]
        w = np.median(pdist(x))
        fit = GaussianProcessRegressor(ConstantKernel(1.0) * RBF(1.0), optimizer=None).fit(x / w, y)
        terms.append(
            {
                "node": node,
                "parents": parents,
                "likelihoods": [likelihood(x, y, b * w, t) for b in (0.5, 1.0) for t in (0.01, 0.1, 1.0)],
                "rss": float(((y - fit.predict(x / w)) ** 2).sum()) + 1,
            }
        )
    return {"rows": X.tolist(), "terms": terms}


print(
    json.dumps(
        {
            "origin": "bench/peers/golden-gp.py",
            "versions": {
                "scikit-learn": sklearn.__version__,
                "scipy": scipy.__version__,
                "numpy": np.__version__,
            },
            "cases": [case(seed, n) for seed, n in ((0, 12), (1, 25), (2, 40))],
        }
    )
)
