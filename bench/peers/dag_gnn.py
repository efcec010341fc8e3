"""gCastle's side of bench/peers/dag-gnn.js: one JSON request a line in, one answer a line out.

Request {"file": float64 numbers row by row, "n": rows, "d": columns, "epochs", "batch"}; answer {"seconds"}. One thread, time of the
processor. Only `learn` is timed, on an array that is already in memory, with one update of the multiplier: one solve of so many epochs.

With the environment of bench/peers/requirements.txt.
"""

import os

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # read when the libraries are loaded

import json  # noqa: E402
import logging  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
import warnings  # noqa: E402
from importlib.metadata import version  # noqa: E402

logging.disable(logging.CRITICAL)  # gCastle tells every epoch

import numpy as np  # noqa: E402
import torch  # noqa: E402
from castle.algorithms import DAG_GNN  # noqa: E402

warnings.simplefilter("ignore")
torch.set_num_threads(1)
torch.set_default_dtype(torch.float64)  # as its import of NOTEARS leaves it; without it its products of both precisions fail

libraries = ("gcastle", "torch")
print(json.dumps({"versions": ", ".join(f"{name} {version(name)}" for name in libraries)}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    X = np.fromfile(request["file"], dtype=np.float64).reshape(request["n"], request["d"])
    model = DAG_GNN(epochs=request["epochs"], batch_size=request["batch"], k_max_iter=1, seed=1)
    start = time.process_time()
    model.learn(X)
    print(json.dumps({"seconds": time.process_time() - start}), flush=True)
