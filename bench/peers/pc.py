"""causal-learn's side of bench/peers/pc.js: one JSON request a line in, one answer a line out.

Request {"file": float64 numbers row by row, "n": rows, "d": columns}; answer {"seconds", "links": [[i, j], …] with i < j,
"class": edges as text, sorted}. One thread. The processor time of one whole call of pc is told, on an array that is already in memory: Fisher's z
at 0.01, stable, colliders by separating sets (uc_rule 0), those that contradict earlier ones left out (uc_priority 2).
"""

import os

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # read when the libraries are loaded

import json  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from importlib.metadata import version  # noqa: E402

import numpy as np  # noqa: E402
from causallearn.search.ConstraintBased.PC import pc  # noqa: E402

libraries = ("causal-learn", "numpy")
print(json.dumps({"versions": ", ".join(f"{name} {version(name)}" for name in libraries)}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    X = np.fromfile(request["file"], dtype=np.float64).reshape(request["n"], request["d"])
    start = time.process_time()
    found = pc(X, 0.01, "fisherz", stable=True, uc_rule=0, uc_priority=2, show_progress=False)
    seconds = time.process_time() - start
    G = found.G.graph  # [i, j] = -1 and [j, i] = 1: i -> j; both -1: i - j
    d = len(G)
    links = [[i, j] for i in range(d) for j in range(i + 1, d) if G[i, j] != 0]
    edges = [f"{i}>{j}" for i in range(d) for j in range(d) if G[i, j] == -1 and G[j, i] == 1]
    edges += [f"{i}-{j}" for i in range(d) for j in range(i + 1, d) if G[i, j] == -1 and G[j, i] == -1]
    print(json.dumps({"seconds": seconds, "links": links, "class": sorted(edges)}), flush=True)
