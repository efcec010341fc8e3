"""Writes test/golden/dagma.json: what the package dagma makes of five of the data sets of golden-notears.py.

    pip install --no-deps -r bench/peers/requirements-dagma.txt
    python bench/peers/golden-dagma.py > test/golden/dagma.json && npx biome format --write test/golden/dagma.json

The tables are not written: test/golden/notears.ts draws the same numbers. For each, by DagmaLinear's defaults with loss l2: W before the
threshold, loss + lambda1 |W|, the weights of at least 0.3; and on the first, h and its gradient at that W for two s.
"""

import os

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # read when the libraries are loaded

import importlib.util  # noqa: E402
import json  # noqa: E402
import sys  # noqa: E402
from importlib.metadata import version  # noqa: E402

import numpy as np  # noqa: E402
from linear_tables import table  # noqa: E402

# The module alone: the package as a whole imports torch.
spec = importlib.util.find_spec("dagma").submodule_search_locations[0]
loader = importlib.util.spec_from_file_location("dagma_linear", os.path.join(spec, "linear.py"))
linear = importlib.util.module_from_spec(loader)
sys.modules["dagma_linear"] = linear
loader.loader.exec_module(linear)


def case(seed, d, n, lambda1=0.03):
    X = table(seed, d, n)
    sums = X.sum(axis=0).tolist()
    model = linear.DagmaLinear(loss_type="l2")
    W = model.fit(X.copy(), lambda1=lambda1, w_threshold=0.0)
    C = X - X.mean(axis=0)
    loss = 0.5 / n * ((C - C @ W) ** 2).sum()
    edges = np.argwhere(np.abs(W - np.diag(np.diag(W))) >= 0.3).tolist()
    objective = loss + lambda1 * np.abs(W).sum()
    learnt = [{"lambda1": lambda1, "objective": objective, "weights": W.tolist(), "edges": edges}]
    barriers = []
    for s in (1.0, 1.7) if seed == 1 else ():
        V = 0.4 * np.sin(np.arange(d * d).reshape(d, d))
        h, gradient = model._h(V, s)
        barriers.append({"s": s, "weights": V.tolist(), "h": float(h), "gradient": gradient.tolist()})
    return {"seed": seed, "d": d, "n": n, "sums": sums, "learnt": learnt, "barriers": barriers}


print(
    json.dumps(
        {
            "origin": "bench/peers/golden-dagma.py",
            "versions": {name: version(name) for name in ("dagma", "scipy", "numpy")},
            "cases": [case(k + 1, 5 + k, 200 + 100 * (k % 5)) for k in range(5)],
        },
        separators=(",", ":"),
    )
)
