"""Times causal-learn's exact search on one CSV and prints one line of JSON.

    exact_search.py DATA.csv --method dp|astar [--repeat 3] [--as-is]

    {"version", "seconds": [...], "best", "edges": [[cause, effect], ...], "d", "n", "method", "centred"}

causal-learn 0.1.4.8, search/ScoreBased/ExactSearch.py, bic_score_node, minimises over DAGs the sum of

    n ln(RSS / n) + |P| ln n        RSS of a least-squares fit on the raw columns, WITHOUT an intercept

(no lambda, no option of the search changes the penalty). Ours has an intercept. A regression of centred columns on
centred columns has intercept 0, so on centred data the two scores are the same function of the graph; the columns are
therefore centred here, before the clock starts. --as-is leaves them, and then the two optimise different scores.

"best" is the graph's score with our sign (higher is better): -sum of the terms above, by causal-learn's own function.
Each second counts one whole call of bic_exact_search: local scores and search. Reading the file is not counted.
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
from causallearn.search.ScoreBased.ExactSearch import bic_exact_search, bic_score_node


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data")
    parser.add_argument("--method", choices=["dp", "astar"], default="astar")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--as-is", action="store_true", help="do not centre the columns")
    args = parser.parse_args()

    with open(args.data, encoding="utf-8") as file:
        names = file.readline().rstrip("\r\n").split(",")
    X = np.loadtxt(args.data, delimiter=",", skiprows=1, ndmin=2)
    if not args.as_is:
        X = X - X.mean(axis=0)

    seconds = []
    for _ in range(args.repeat):
        start = time.perf_counter()
        dag, _ = bic_exact_search(X, search_method=args.method)
        seconds.append(round(time.perf_counter() - start, 6))

    n, d = X.shape
    best = -sum(bic_score_node(X, j, np.flatnonzero(dag[:, j])) for j in range(d))
    print(
        json.dumps(
            {
                "version": version("causal-learn"),
                "method": args.method,
                "seconds": seconds,
                "best": best,
                "edges": [[names[i], names[j]] for i, j in np.argwhere(dag)],
                "d": d,
                "n": n,
                "centred": not args.as_is,
            }
        )
    )


if __name__ == "__main__":
    main()
