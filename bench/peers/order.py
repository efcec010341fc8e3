"""causal-learn's side of bench/peers/order.js: BOSS and GRaSP on a table, a line of JSON in, a line out.

{"file": float64 numbers row by row, "n", "d", "method": "boss" | "grasp"} → {"seconds", "directed": [[i, j], ...],
"undirected": [[i, j], ...]} of the class. Score local_score_BIC_from_cov with lambda_value 0.5: half of our bic but for
constants. Only the search is timed, on an array that is already in memory. One thread.
"""

import os

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # read when the libraries are loaded

import json  # noqa: E402
import random  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from importlib.metadata import version  # noqa: E402

import numpy as np  # noqa: E402
from causallearn.search.PermutationBased.BOSS import boss  # noqa: E402
from causallearn.search.PermutationBased.GRaSP import grasp  # noqa: E402

libraries = ("causal-learn", "numpy")
print(json.dumps({"versions": ", ".join(f"{name} {version(name)}" for name in libraries)}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    n, d = request["n"], request["d"]
    X = np.fromfile(request["file"], dtype=np.float64).reshape(n, d)
    random.seed(1)
    search = {"boss": boss, "grasp": grasp}[request["method"]]
    start = time.perf_counter()
    found = search(X, score_func="local_score_BIC_from_cov", parameters={"lambda_value": 0.5}, verbose=False)
    seconds = time.perf_counter() - start
    G = found.graph  # [i, j] = -1 and [j, i] = 1: i -> j; both -1: i - j
    pairs = [(i, j) for i in range(d) for j in range(d) if G[i, j] == -1]
    directed = [[i, j] for i, j in pairs if G[j, i] == 1]
    undirected = [[i, j] for i, j in pairs if i < j and G[j, i] == -1]
    print(json.dumps({"seconds": seconds, "directed": directed, "undirected": undirected}), flush=True)
