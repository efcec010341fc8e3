"""Tetrad's side of bench/peers/order.js: BOSS on a table of numbers, a line of JSON in, a line out.

{"file": float64 numbers row by row, "n", "d", "penalty"} → {"seconds", "directed": [[i, j], ...], "undirected": [[i, j], ...]} of
the class. Its score is −n log σ² − penalty · k log n, one thread of search. Seconds are of the processor, of the whole process
(Java's compiler and collector are threads of it), of the score and the search alone; a small table before them warms Java.
"""

import json
import sys
import time

import numpy as np
import tetrad


def boss(X, penalty):
    covariances = tetrad.of("data.CovarianceMatrix")(tetrad.numbers(X))
    own = tetrad.of("search.score.SemBicScore")(covariances)
    own.setPenaltyDiscount(penalty)
    return tetrad.search("boss", own)


warm = np.random.default_rng(1).normal(size=(200, 20))
warm[:, 1:] += warm[:, :-1]
boss(warm, 2.0)
print(json.dumps({"versions": f"Tetrad {tetrad.VERSION}"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    X = np.fromfile(request["file"], dtype=np.float64).reshape(request["n"], request["d"])
    start = time.process_time()
    directed, undirected = boss(X, request["penalty"])
    seconds = time.process_time() - start
    print(json.dumps({"seconds": seconds, "directed": directed, "undirected": undirected}), flush=True)
