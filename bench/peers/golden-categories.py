"""Writes test/golden/categories.json: BDeu and BIC terms of categorical data, and likelihoods and BIC terms of conditional
Gaussians on mixed data, as pgmpy computes them.

    pip install pgmpy==1.0.0 numpy==2.4.6 pandas==3.1.1
    python bench/peers/golden-categories.py > test/golden/categories.json && npx biome format --write test/golden/categories.json

Every label of a column occurs, so that pgmpy, which takes its labels from the data, counts as many as there are. pgmpy puts
the unbiased covariance, and guards against singular ones, where the maximum of the likelihood has the plain one: that
function of its is replaced. It counts other parameters for a category with numbers among its parents than the difference
of the two joint models has: "bic" is null there.
"""

import importlib.metadata as metadata
import itertools
import json

import numpy as np
import pandas as pd
from pgmpy.estimators import BDeu, BIC, BICCondGauss, LogLikelihoodCondGauss
from pgmpy.global_vars import logger

logger.setLevel("ERROR")
LogLikelihoodCondGauss._adjusted_cov = staticmethod(lambda df: df.cov(ddof=0))


def case(seed, n, sizes):
    rng = np.random.default_rng(seed)
    d = len(sizes)
    X = np.zeros((n, d), dtype=int)
    for j, r in enumerate(sizes):
        parents = [i for i in range(j) if rng.random() < 0.5]
        weights = rng.dirichlet(np.full(r, 0.6), size=64)
        key = X[:, parents] @ rng.integers(1, 7, size=len(parents)) if parents else np.zeros(n, dtype=int)
        for i in range(n):
            X[i, j] = rng.choice(r, p=weights[key[i] % 64])
        X[:r, j] = np.arange(r)
    names = [f"v{j}" for j in range(d)]
    data = pd.DataFrame({name: pd.Categorical(X[:, j]) for j, name in enumerate(names)})
    bic = BIC(data)
    terms = []
    for j in range(d):
        others = [i for i in range(d) if i != j]
        for k in range(len(others) + 1):
            for parents in itertools.combinations(others, k):
                given = [names[i] for i in parents]
                terms.append(
                    {
                        "node": j,
                        "parents": list(parents),
                        "bic": float(bic.local_score(names[j], given)),
                        "bdeu": {
                            str(ess): float(BDeu(data, equivalent_sample_size=ess).local_score(names[j], given))
                            for ess in (1, 10)
                        },
                    }
                )
    return {"sizes": sizes, "rows": X.tolist(), "terms": terms}


def mixed(seed, n):
    rng = np.random.default_rng(seed)
    a = np.concatenate([np.arange(3), rng.choice(3, size=n - 3, p=[0.5, 0.3, 0.2])])
    b = (rng.random(n) < np.where(a == 0, 0.7, 0.3)).astype(int)
    u = rng.normal(2 * b, np.where(a == 0, 1, 0.5))
    v = np.where(a == 1, 1.5, -0.5) * u + rng.normal(size=n)
    w = u - 0.1 * v + rng.normal(size=n)
    columns = {"a": a, "b": b, "u": np.round(u, 6), "v": np.round(v, 6), "w": np.round(w, 6)}
    data = pd.DataFrame(columns)
    for name in "ab":
        data[name] = data[name].astype("category")
    likelihood, bic = LogLikelihoodCondGauss(data), BICCondGauss(data)
    names = list(columns)
    terms = []
    for j, node in enumerate(names):
        for k in range(5):
            for parents in itertools.combinations([i for i in range(5) if i != j], k):
                given = [names[i] for i in parents]
                agrees = node in "uvw" or not set(given) & set("uvw")
                terms.append(
                    {
                        "node": j,
                        "parents": list(parents),
                        "likelihood": float(likelihood.local_score(node, given)),
                        "bic": float(bic.local_score(node, given)) if agrees else None,
                    }
                )
    return {"rows": [[float(x) for x in row] for row in zip(*columns.values())], "terms": terms}


print(
    json.dumps(
        {
            "origin": "bench/peers/golden-categories.py",
            "versions": {p: metadata.version(p) for p in ("pgmpy", "numpy", "pandas")},
            "mixed": [mixed(1, 400), mixed(2, 500)],
            "cases": [case(1, 40, [2, 2, 3]), case(2, 120, [3, 2, 4, 2]), case(3, 12, [2, 5, 3])],
        },
        separators=(",", ":"),
    )
)
