"""Writes test/golden/dag-gnn.json: loss, gradients and Adam steps of DAG-GNN in PyTorch, in double precision.

    python bench/peers/golden-dag-gnn.py > test/golden/dag-gnn.json && npx biome format --write test/golden/dag-gnn.json

with the environment of bench/peers/requirements.txt. Everything is written out as in the paper, the decoder's inverse included,
and differentiated by autograd; encoder, decoder, losses and h are gCastle's own.

Data and parameters are not written: test/golden/dag-gnn.test.ts draws the same numbers (NumPy's legacy generator).
Parameters are A, w, then w, b, v, c of the encoder's network and of the decoder's.
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
from castle.algorithms.gradient.dag_gnn.torch.models.modules import Decoder, Encoder  # noqa: E402
from castle.algorithms.gradient.dag_gnn.torch.utils import functions  # noqa: E402

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)


def flat(encoder, decoder, of):
    """A function of every parameter, in our order."""
    layers = [t for m in (encoder, decoder) for t in (m.mlp.w1.weight, m.mlp.w1.bias, m.mlp.w2.weight, m.mlp.w2.bias)]
    return torch.cat([of(t).reshape(-1) for t in [encoder.adj_A, encoder.wa, *layers]])


def case(seed, d, rows, hidden, penalty, rates):
    rs = np.random.RandomState(seed)
    X = torch.tensor(rs.standard_normal((rows, d)))[:, :, None]
    encoder = Encoder(1, hidden, 1, torch.zeros(d, d))
    decoder = Decoder(1, hidden, 1)
    A, w = 0.2 * rs.standard_normal((d, d)), 0.3 * rs.standard_normal(1)
    with torch.no_grad():
        encoder.adj_A.copy_(torch.tensor(A))
        encoder.wa.copy_(torch.tensor(w))
        for module in (encoder, decoder):
            for layer in (module.mlp.w1, module.mlp.w2):
                layer.weight.copy_(torch.tensor(0.5 * rs.standard_normal(hidden)).reshape(layer.weight.shape))
                layer.bias.copy_(torch.tensor(0.5 * rs.standard_normal(layer.bias.shape[0])))
    adam = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()])
    out = {"seed": seed, "d": d, "rows": rows, "hidden": hidden, **penalty, "rates": rates, "steps": []}
    for rate in rates:
        for group in adam.param_groups:
            group["lr"] = rate
        adam.zero_grad()
        Z, weights = encoder(X)
        Xhat = decoder(Z, weights, encoder.wa)
        kl, nll, h = functions.kl_gaussian_sem(Z), functions.nll_gaussian(Xhat, X), functions._h_A(weights, d)
        loss = kl + nll + penalty["lambda"] * h + 0.5 * penalty["c"] * h * h
        loss = loss + 100.0 * torch.trace(weights * weights)
        loss.backward()
        parts = {"kl": kl.item(), "nll": nll.item(), "h": h.item(), "loss": loss.item()}
        parts["gradient"] = flat(encoder, decoder, lambda t: t.grad).tolist()
        adam.step()
        parts["parameters"] = flat(encoder, decoder, lambda t: t.detach()).tolist()
        out["steps"].append(parts)
    return out


cases = [
    case(1, 4, 30, 8, {"lambda": 0.5, "c": 2.0}, [0.01, 0.003]),
    case(2, 6, 20, 16, {"lambda": 0.0, "c": 1.0}, [0.01, 0.01, 0.01]),
    case(3, 5, 40, 12, {"lambda": 3.0, "c": 1e4}, [0.003, 0.0015, 0.001, 0.001]),
    case(4, 2, 10, 5, {"lambda": 0.1, "c": 10.0}, [0.003]),
]
print(
    json.dumps(
        {
            "origin": "bench/peers/golden-dag-gnn.py",
            "versions": {name: version(name) for name in ("torch", "gcastle", "numpy")},
            "cases": cases,
        },
        separators=(",", ":"),
    )
)
