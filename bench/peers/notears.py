"""gCastle's side of bench/peers/notears.js: one JSON request a line in, one answer a line out.

Request {"file": float64 numbers row by row, "n": rows, "d": columns, "lambda1"}; answer {"seconds", "objective", "weights": row after row}.
One thread; seconds are of the processor, of `learn` alone, on an array that is already in memory. Weights and objective, loss + lambda1 |W|,
are those before the threshold.

With the environment of bench/peers/requirements.txt.
"""

import os

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # read when the libraries are loaded

import json  # noqa: E402
import logging  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from importlib.metadata import version  # noqa: E402

logging.disable(logging.CRITICAL)

import numpy as np  # noqa: E402
from castle.algorithms import Notears  # noqa: E402

libraries = ("gcastle", "scipy", "numpy")
print(json.dumps({"versions": ", ".join(f"{name} {version(name)}" for name in libraries)}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    X = np.fromfile(request["file"], dtype=np.float64).reshape(request["n"], request["d"])
    model = Notears(lambda1=request["lambda1"], loss_type="l2")
    start = time.process_time()
    model.learn(X)
    seconds = time.process_time() - start
    W = np.asarray(model.weight_causal_matrix)
    C = X - X.mean(axis=0)
    objective = 0.5 / len(X) * ((C - C @ W) ** 2).sum() + request["lambda1"] * np.abs(W).sum()
    print(json.dumps({"seconds": seconds, "objective": float(objective), "weights": W.ravel().tolist()}), flush=True)
