"""Writes test/golden/kernel-scores.json: HSIC and the generalized scores of small tables, as causal-learn computes them.

    pip install causal-learn==0.1.4.8
    python bench/peers/golden-kernel-scores.py > test/golden/kernel-scores.json && npx biome format --write test/golden/kernel-scores.json

`hsic`: `statistic` and `p` of KCI_UInd with given widths, on standardised columns; `logP` is scipy's logarithm of the same tail of
the gamma distribution that causal-learn fits; `medianStatistic` of hsic_gam, whose widths come from the median distance.

`cv` and `marginal`: causal-learn centres a kernel matrix by `H * K * H`. Here its H is a numpy matrix, for which `*` is the matrix
product that is meant; `asArray` is what 0.1.4.8 gives as it is: H is an array there, and `*` multiplies entry by entry.

`marginal`: `own` is causal-learn's score; `atNoise` its likelihood at the noises 0.1 and 1 (variances), `best` at the noise that
scipy finds in the place of causal-learn's own search, whose slopes are products entry by entry too.

Tables have 42 or 43 rows: an odd number of distances, so that the median is one of them.
"""

import json
import warnings

import numpy as np
import scipy
from scipy.optimize import minimize_scalar
from scipy.stats import gamma

from causallearn.score import LocalScoreFunction as scores
from causallearn.search.FCMBased.lingam.hsic2 import hsic_gam
from causallearn.utils.KCI.KCI import KCI_UInd
from causallearn.utils.ScoreUtils import gpr_multi_new

warnings.filterwarnings("ignore", category=PendingDeprecationWarning)


class MatrixEye:
    """numpy, but for the identity: a numpy matrix."""

    def __getattr__(self, name):
        return getattr(np, name)

    def eye(self, *args):
        return np.matrix(np.eye(*args))


def centred(score, *args):
    scores.np = MatrixEye()
    try:
        return float(np.asarray(score(*args)).item())
    finally:
        scores.np = np


def table(seed, n):
    rng = np.random.default_rng(seed)
    X = np.zeros((n, 4))
    X[:, 0] = rng.normal(size=n)
    X[:, 1] = rng.uniform(-3, 3, size=n)
    X[:, 2] = np.sin(2 * X[:, 0]) + 0.2 * rng.normal(size=n)
    X[:, 3] = X[:, 2] * X[:, 1] + 0.3 * rng.normal(size=n)
    return np.round(X, 6)


def independence(Z, left, right, widths):
    x, y = Z[:, left], Z[:, right]
    test = KCI_UInd(est_width="manual", kwidthx=widths[0], kwidthy=widths[1])
    p, statistic = test.compute_pvalue(x, y)
    _, Kx, Ky = test.HSIC_V_statistic(*test.kernel_matrix(x, y))
    shape, scale = test.get_kappa(Kx, Ky)
    return {
        "left": left,
        "right": right,
        "widths": widths,
        "statistic": float(statistic),
        "p": float(p),
        "logP": float(gamma.logsf(statistic, shape, scale=scale)),
        "medianStatistic": float(hsic_gam(x, y, mode="testStat")),
    }


def at_noise(variance):
    def search(start, name, length, covariance, x, y):
        found = start.astype(float).copy()
        found[-1] = np.log(np.sqrt(variance))
        return found, None, None

    return search


def best_noise(start, name, length, covariance, x, y):
    def loss(half_log):
        at = start.astype(float).copy()
        at[-1] = half_log
        return float(np.asarray(gpr_multi_new(at, covariance, x, y)).item())

    grid = np.linspace(np.log(1e-3), np.log(10), 60)
    k = int(np.argmin([loss(t) for t in grid]))
    low, high = grid[max(0, k - 1)], grid[min(59, k + 1)]
    found = start.astype(float).copy()
    found[-1] = minimize_scalar(loss, bounds=(low, high), method="bounded", options={"xatol": 1e-10}).x
    return found, None, None


def marginal(X, node, parents, search):
    own = scores.minimize
    scores.minimize = search
    try:
        return centred(scores.local_score_marginal_general, X, node, parents)
    finally:
        scores.minimize = own


def case(seed, n):
    X = table(seed, n)
    Z = (X - X.mean(0)) / X.std(0, ddof=1)
    cv = {"kfold": 10, "lambda": 0.01}
    terms = []
    for node, parents in ((0, []), (2, [0]), (0, [2]), (3, [1, 2]), (3, [0, 1, 2]), (1, [0, 2, 3])):
        terms.append(
            {
                "node": node,
                "parents": parents,
                "cv": centred(scores.local_score_cv_general, X, node, parents, cv),
                "cvAsArray": float(scores.local_score_cv_general(X, node, parents, cv)),
                "marginal": {
                    "own": marginal(X, node, parents, scores.minimize),
                    "asArray": float(scores.local_score_marginal_general(X, node, parents)),
                    "atNoise": [marginal(X, node, parents, at_noise(s)) for s in (0.1, 1.0)],
                    "best": marginal(X, node, parents, best_noise),
                },
            }
        )
    return {
        "rows": X.tolist(),
        "hsic": [
            independence(Z, [0], [1], [0.8, 0.8]),
            independence(Z, [0], [2], [0.5, 0.9]),
            independence(Z, [1], [2, 3], [0.8, 1.2]),
            independence(Z, [3], [0, 1, 2], [0.7, 2.0]),
        ],
        "terms": terms,
    }


print(
    json.dumps(
        {
            "origin": "bench/peers/golden-kernel-scores.py",
            "versions": {
                "causal-learn": "0.1.4.8",
                "scipy": scipy.__version__,
                "numpy": np.__version__,
            },
            "cases": [case(seed, n) for seed, n in ((0, 42), (1, 43))],
        }
    )
)
