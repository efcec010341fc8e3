"""Times causal-learn's GES on one CSV and prints one line of JSON.

    ges.py DATA.csv [--repeat 3]

    {"version", "seconds": [...], "score", "directed": [[cause, effect], ...], "undirected": [[a, b], ...]}

Score local_score_BIC with lambda_value 0.5, its default: -n/2 (1 + log s2) - 0.5 (|P| + 1) log n for each variable, half of
ours but for constants. "score" is on our scale. Each second counts one whole call of ges: covariance, both phases. Reading
the file is not counted.
"""

import os

# One thread, as on our side; must stand before NumPy loads its BLAS.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import argparse
import json
import time
from importlib.metadata import version

import numpy as np
from causallearn.search.ScoreBased.GES import ges

parser = argparse.ArgumentParser()
parser.add_argument("data")
parser.add_argument("--repeat", type=int, default=1)
args = parser.parse_args()

with open(args.data, encoding="utf-8") as file:
    names = file.readline().rstrip("\r\n").split(",")
X = np.loadtxt(args.data, delimiter=",", skiprows=1, ndmin=2)

seconds = []
for _ in range(args.repeat):
    start = time.perf_counter()
    found = ges(X, score_func="local_score_BIC", lambda_value=0.5)
    seconds.append(round(time.perf_counter() - start, 6))

n, d = X.shape
G = found["G"].graph  # [i, j] = -1 and [j, i] = 1: i -> j; both -1: i - j
print(
    json.dumps(
        {
            "version": version("causal-learn"),
            "seconds": seconds,
            "score": 2 * float(found["score"]) + d * (n + float(np.log(n))),
            "directed": [[names[i], names[j]] for i in range(d) for j in range(d) if G[i, j] == -1 and G[j, i] == 1],
            "undirected": [[names[i], names[j]] for i in range(d) for j in range(i) if G[i, j] == -1 and G[j, i] == -1],
        }
    )
)
