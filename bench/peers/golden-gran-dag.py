"""Writes test/golden/gran-dag.json: losses, constraints, gradients, steps and graphs of GraN-DAG's networks as gCastle and PyTorch
have them, and importances of extremely randomised trees as scikit-learn has them.

    bench/peers/.venv/bin/python bench/peers/golden-gran-dag.py > test/golden/gran-dag.json
    npx biome format --write test/golden/gran-dag.json

Networks: weights, rows and masks are random numbers that float32 holds; everything is computed from them in float64 by gCastle's model,
its constraint, its average Jacobian and its removal of cycles, and by PyTorch's derivatives and its RMSprop.

Trees: the tables are drawn from NumPy's legacy generator, so that a test draws them anew. For each, means and standard deviations over
12 forests of 500 trees.
"""

import os

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # read when the libraries are loaded
os.environ["CASTLE_BACKEND"] = "pytorch"

import contextlib  # noqa: E402
import json  # noqa: E402
import logging  # noqa: E402
import sys  # noqa: E402
import warnings  # noqa: E402
from importlib.metadata import version  # noqa: E402

with contextlib.redirect_stdout(sys.stderr):
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    import numpy as np  # noqa: E402
    import torch  # noqa: E402
    from castle.algorithms import GraNDAG  # noqa: E402
    from castle.algorithms.gradient.gran_dag.torch.base import (  # noqa: E402
        NonlinearGaussANM,
        compute_constraint,
        compute_jacobian_avg,
    )
    from sklearn.ensemble import ExtraTreesRegressor  # noqa: E402

torch.set_default_dtype(torch.float64)


class Rows:
    """What gCastle takes training rows from."""

    def __init__(self, x):
        self.x, self.n_samples = x, len(x)

    def sample(self, _):
        return self.x.clone(), None


def single(numbers):
    return torch.tensor(numbers.astype(np.float32).astype(np.float64))


def networks(seed, d, layers, hidden, rows):
    rs = np.random.RandomState(seed)
    model = NonlinearGaussANM(d, layers, hidden, 1)
    with torch.no_grad():
        for w in model.weights:
            w.copy_(single(rs.uniform(-1, 1, w.shape)))
        for b in model.biases:
            b.copy_(single(rs.uniform(-0.5, 0.5, b.shape)))
        for s in model.extra_params:
            s.copy_(single(rs.uniform(-0.5, 0.5, 1)))
    closed = rs.uniform(size=(d, d)) < 0.15
    model.adjacency = torch.tensor(np.where(closed | np.eye(d, dtype=bool), 0.0, 1.0))
    x = single(rs.normal(size=(rows, d)))
    lam, mu, rate = 0.3, 0.7, 0.01

    def told(tensors):
        return [t.detach().numpy().ravel().tolist() for t in tensors]

    def parameters():
        return {
            "weights": told(model.weights),
            "biases": told(model.biases),
            "logSigma": [s.item() for s in model.extra_params],
        }

    def lagrangian():
        w, b, s = model.get_parameters(mode="wbx")
        loss = -torch.mean(model.compute_log_likelihood(x, w, b, s))
        A = model.get_w_adj()
        h = compute_constraint(model, A)
        return loss, A, h, loss + lam * h + 0.5 * mu * h**2

    out = {"d": d, "layers": layers, "hidden": hidden, "lambda": lam, "mu": mu, "rate": rate}
    out["x"] = x.numpy().tolist()
    out["mask"] = model.adjacency.numpy().astype(int).ravel().tolist()
    out["start"] = parameters()
    loss, A, h, total = lagrangian()
    total.backward()
    out.update(loss=loss.item(), A=A.detach().numpy().ravel().tolist(), h=h.item())
    out["gradient"] = told([w.grad for w in model.weights])
    out["jacobian"] = compute_jacobian_avg(model, Rows(x), rows).t().detach().numpy().ravel().tolist()
    steps = 5
    optimiser = torch.optim.RMSprop(model.parameters(), lr=rate)
    for _ in range(steps):
        optimiser.zero_grad()
        lagrangian()[3].backward()
        optimiser.step()
    out["steps"] = steps
    out["after"] = parameters()
    out["lossAfter"] = lagrangian()[0].item()
    learner = GraNDAG(input_dim=d)
    learner.model, learner.device = model, torch.device("cpu")
    learner._to_dag(Rows(x))
    out["graph"] = model.adjacency.numpy().astype(int).ravel().tolist()
    return out


def forest(seed, n, kind):
    """The target is the first column."""
    u = np.random.RandomState(seed).random_sample((n, 6))
    X = u.copy()
    if kind == "nonlinear":
        X[:, 0] = np.sin(6 * u[:, 1]) + u[:, 2] * u[:, 3] + 0.2 * u[:, 0]
    elif kind == "linear":
        X[:, 0] = 3 * u[:, 1] - u[:, 4] + u[:, 0]
    elif kind == "levels":  # few values, one column a copy, one constant
        X[:, 1] = np.floor(3 * u[:, 1])
        X[:, 2] = X[:, 1]
        X[:, 3] = 1
        X[:, 0] = X[:, 1] + np.floor(2 * u[:, 4]) + np.floor(2 * u[:, 0])
    forests = [
        ExtraTreesRegressor(n_estimators=500, random_state=k).fit(X[:, 1:], X[:, 0]).feature_importances_
        for k in range(12)
    ]
    return {
        "seed": seed,
        "n": n,
        "kind": kind,
        "mean": [0.0, *np.mean(forests, axis=0).tolist()],
        "deviation": [0.0, *np.std(forests, axis=0, ddof=1).tolist()],
    }


print(
    json.dumps(
        {
            "origin": "bench/peers/golden-gran-dag.py",
            "versions": {name: version(name) for name in ("gcastle", "torch", "scikit-learn", "numpy")},
            "networks": [
                networks(1, 4, 2, 3, 16),
                networks(2, 6, 2, 5, 20),
                networks(3, 5, 0, 10, 16),
                networks(4, 5, 1, 4, 7),
                networks(5, 3, 3, 4, 12),
            ],
            "forests": [
                forest(1, 150, "nonlinear"),
                forest(2, 200, "linear"),
                forest(3, 120, "levels"),
                forest(4, 100, "noise"),
            ],
        },
        separators=(",", ":"),
    )
)
