"""XGES's side of bench/peers/xges.js: a line of JSON in, a line out.

{"file": float64 numbers row by row, "n", "d", "penalty", "extended"} → {"seconds", "directed": [[i, j], ...],
"undirected": [[i, j], ...]} of the class. extended false is XGES-0. Columns are standardised before. Seconds are of the
processor, of the search alone; what numba compiles is compiled before.
"""

import os

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[name] = "1"  # read when the libraries are loaded

import json  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from importlib.metadata import version  # noqa: E402

import numpy as np  # noqa: E402
from xges import XGES  # noqa: E402


def searched(X, penalty, extended):
    search = XGES(alpha=penalty)
    search.fit(X, extended_search=extended, use_fast_numba=True, verbose=0)
    return search.get_adjacency_matrix()


searched(np.random.default_rng(1).normal(size=(100, 4)).cumsum(axis=1), 1.0, True)
print(json.dumps({"versions": f"xges {version('xges')}, numba {version('numba')}"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    X = np.fromfile(request["file"], dtype=np.float64).reshape(request["n"], request["d"])
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    start = time.process_time()
    G = searched(X, float(request["penalty"]), request["extended"])
    seconds = time.process_time() - start
    directed = np.argwhere((G == 1) & (G.T == 0)).tolist()
    undirected = [[i, j] for i, j in np.argwhere((G == 1) & (G.T == 1)).tolist() if i < j]
    print(json.dumps({"seconds": seconds, "directed": directed, "undirected": undirected}), flush=True)
