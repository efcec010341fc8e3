"""Tetrad's side of bench/peers/mixed.js: BOSS and FGES on a table of categories and numbers, a line of JSON in, a line out.

{"file": float64 numbers row by row, "n", "d", "labels": how many each column has, 0 for numbers, "score": "conditional" |
"ratio" | "degenerate", "method": "boss" | "fges", "tiers": null, or the tier of each column} → {"seconds", "directed":
[[i, j], ...], "undirected": [[i, j], ...]} of the class. Only score and search are timed. One thread.
"""

import json
import sys
import time

import numpy as np
import tetrad

print(json.dumps({"versions": f"Tetrad {tetrad.VERSION}"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    X = np.fromfile(request["file"], dtype=np.float64).reshape(request["n"], request["d"])
    data = tetrad.table(X, request["labels"])
    start = time.perf_counter()
    own = tetrad.score(request["score"], data)
    directed, undirected = tetrad.search(request["method"], own, request["tiers"])
    seconds = time.perf_counter() - start
    print(json.dumps({"seconds": seconds, "directed": directed, "undirected": undirected}), flush=True)
