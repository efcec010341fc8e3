"""The package lingam's side of bench/peers/lingam.js: one JSON request a line in, one answer a line out.

Request {"model": "direct" | "ica", "file": float64 numbers row by row, "n": rows, "d": columns}; answer {"seconds", "order",
"edges": [[cause, effect], …]}. One thread. Only `fit` is timed, on an array that is already in memory.

With the environment of bench/peers/requirements-lingam.txt.
"""

import os

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # read when the libraries are loaded

import json  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
import warnings  # noqa: E402
from importlib.metadata import version  # noqa: E402

import lingam  # noqa: E402
import numpy as np  # noqa: E402

warnings.simplefilter("ignore")  # of a FastICA that does not converge
libraries = ("lingam", "scikit-learn", "numpy")
print(json.dumps({"versions": ", ".join(f"{name} {version(name)}" for name in libraries)}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    X = np.fromfile(request["file"], dtype=np.float64).reshape(request["n"], request["d"])
    model = {"direct": lingam.DirectLiNGAM, "ica": lingam.ICALiNGAM}[request["model"]](random_state=1)
    start = time.perf_counter()
    model.fit(X)
    seconds = time.perf_counter() - start
    edges = [[int(i), int(j)] for j, i in zip(*np.nonzero(model.adjacency_matrix_))]
    order = [int(j) for j in model.causal_order_]
    print(json.dumps({"seconds": seconds, "order": order, "edges": sorted(edges)}), flush=True)
