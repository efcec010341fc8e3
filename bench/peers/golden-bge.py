"""Writes test/golden/bge.json: the BGe score of small graphs, as dibs-lib computes it.

    pip install dibs-lib==1.3.3 jax numpy
    python bench/peers/golden-bge.py > test/golden/bge.json && npx biome format --write test/golden/bge.json

dibs-lib puts the prior mean at 0, so the columns are centred before it sees them: the prior mean is then the column
means, as in bnlearn. The tables are written as they were before centring.
"""

import importlib.metadata as metadata
import json

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)

from dibs.models.linearGaussian import BGe  # noqa: E402


def case(seed, n, d):
    rng = np.random.default_rng(seed)
    W = np.triu(rng.normal(size=(d, d)) * (rng.random((d, d)) < 0.6), 1)
    X = np.zeros((n, d))
    for j in range(d):
        X[:, j] = X @ W[:, j] + rng.normal(size=n) * rng.uniform(0.2, 3) + rng.normal()
    X = np.round(X, 6)
    graphs = []
    for share in (0.0, 0.3, 0.6, 1.0, 0.5, 0.5):
        order = rng.permutation(d)
        G = np.zeros((d, d), dtype=int)
        for a in range(d):
            for b in range(a + 1, d):
                G[order[a], order[b]] = rng.random() < share
        centred = jnp.asarray(X - X.mean(axis=0))
        value = BGe(n_vars=d).log_marginal_likelihood(
            g=jnp.asarray(G), x=centred, interv_targets=jnp.zeros((n, d), dtype=bool)
        )
        edges = [[int(i), int(j)] for i, j in zip(*np.nonzero(G))]
        graphs.append({"edges": edges, "score": float(value)})
    return {"rows": X.tolist(), "graphs": graphs}


print(
    json.dumps(
        {
            "origin": "bench/peers/golden-bge.py",
            "versions": {p: metadata.version(p) for p in ("dibs-lib", "jax", "numpy")},
            "cases": [case(1, 6, 2), case(2, 12, 3), case(3, 25, 5), case(4, 3, 4)],
        },
        separators=(",", ":"),
    )
)
