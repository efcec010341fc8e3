"""Writes test/golden/notears-mlp.json: the objective of NOTEARS with networks and its gradient, in PyTorch.

    python bench/peers/golden-notears-mlp.py > test/golden/notears-mlp.json && npx biome format --write test/golden/notears-mlp.json

with the environment of bench/peers/requirements.txt. Networks, penalties and the polynomial h are gCastle's own (MLPModel, double
precision); the h of the paper, tr e^B − d, is PyTorch's matrix exponential. Gradients are autograd's.

Data and parameters are not written: test/golden/notears-mlp.test.ts draws the same numbers (NumPy's legacy generator).
Parameters are W⁺ of all pairs i ≠ j row by row, with the hidden units of a pair together; W⁻; b, v and c.
"""

import os

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # read when the libraries are loaded

import json  # noqa: E402
import logging  # noqa: E402
from importlib.metadata import version  # noqa: E402

logging.disable(logging.CRITICAL)

import numpy as np  # noqa: E402
import torch  # noqa: E402
from castle.algorithms.gradient.notears.torch.models import MLPModel, squared_loss  # noqa: E402

torch.set_num_threads(1)


def pairs(weight, d, m):
    """[j·m + u, i] as one row of m numbers for each pair i ≠ j."""
    by_pair = weight.reshape(d, m, d).permute(2, 0, 1)  # [i, j, u]
    return by_pair[~torch.eye(d, dtype=bool)].reshape(-1)


def weights(flat, d, m):
    by_pair = torch.zeros(d, d, m)
    by_pair[~torch.eye(d, dtype=bool)] = torch.tensor(flat).reshape(-1, m)
    return by_pair.permute(1, 2, 0).reshape(d * m, d)


def exponential(model, d, m):
    weight = (model.fc1_pos.weight - model.fc1_neg.weight).view(d, m, d)
    return torch.trace(torch.matrix_exp((weight * weight).sum(dim=1).t())) - d


def case(seed, d, n, m, lambda1, lambda2, rho, alpha):
    rs = np.random.RandomState(seed)
    X = torch.tensor(rs.standard_normal((n, d)))
    model = MLPModel([d, m, 1])
    edges = d * (d - 1) * m
    local = model.fc2[0]
    with torch.no_grad():
        model.fc1_pos.weight.copy_(weights(0.5 * rs.random_sample(edges), d, m))
        model.fc1_neg.weight.copy_(weights(0.5 * rs.random_sample(edges), d, m))
        model.fc1_pos.bias.copy_(torch.tensor(0.5 * rs.standard_normal(d * m)))
        model.fc1_neg.bias.zero_()
        local.weight.copy_(torch.tensor(rs.standard_normal(d * m)).reshape(d, m, 1))
        local.bias.copy_(torch.tensor(rs.standard_normal(d)).reshape(d, 1))
    out = {"seed": seed, "d": d, "n": n, "m": m, "lambda1": lambda1, "lambda2": lambda2, "rho": rho, "alpha": alpha}
    for name, constraint in (("polynomial", model.h_func), ("exponential", lambda: exponential(model, d, m))):
        model.zero_grad()
        h = constraint()
        fit = squared_loss(model(X), X) + 0.5 * lambda2 * model.l2_reg() + lambda1 * model.fc1_l1_reg()
        objective = fit + 0.5 * rho * h * h + alpha * h
        objective.backward()
        gradients = [pairs(model.fc1_pos.weight.grad, d, m), pairs(model.fc1_neg.weight.grad, d, m)]
        gradients += [t.grad.reshape(-1) for t in (model.fc1_pos.bias, local.weight, local.bias)]
        out[name] = {
            "h": h.item(),
            "fit": fit.item(),
            "objective": objective.item(),
            "gradient": torch.cat(gradients).tolist(),
        }
    out["weights"] = model.fc1_to_adj().reshape(-1).tolist()
    return out


cases = [
    case(1, 3, 40, 10, 0.01, 0.01, 1.0, 0.0),
    case(2, 5, 60, 10, 0.01, 0.01, 100.0, 0.5),
    case(3, 4, 25, 3, 0.1, 0.0, 10.0, 2.0),
    case(4, 6, 7, 2, 0.0, 0.3, 1e4, 30.0),
]
print(
    json.dumps(
        {
            "origin": "bench/peers/golden-notears-mlp.py",
            "versions": {name: version(name) for name in ("torch", "gcastle", "numpy")},
            "cases": cases,
        },
        separators=(",", ":"),
    )
)
