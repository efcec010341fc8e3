"""FLOP's side of bench/peers/order.js: a line of JSON in, a line out.

{"file": float64 numbers row by row, "n", "d", "penalty", "restarts"} → {"seconds", "directed": [[i, j], ...],
"undirected": [[i, j], ...]} of the class. Columns are standardised before. Seconds are of the processor, of the search alone.
"""

import os

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "RAYON_NUM_THREADS"):
    os.environ[name] = "1"  # read when the libraries are loaded

import json  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from importlib.metadata import version  # noqa: E402

import flopsearch  # noqa: E402
import numpy as np  # noqa: E402

print(json.dumps({"versions": f"flopsearch {version('flopsearch')}, numpy {version('numpy')}"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    X = np.fromfile(request["file"], dtype=np.float64).reshape(request["n"], request["d"])
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    start = time.process_time()
    G = np.asarray(flopsearch.flop(X, request["penalty"], restarts=request["restarts"]))
    seconds = time.process_time() - start
    directed = np.argwhere(G == 1).tolist()
    undirected = [[i, j] for i, j in np.argwhere(G == 2).tolist() if i < j]
    print(json.dumps({"seconds": seconds, "directed": directed, "undirected": undirected}), flush=True)
