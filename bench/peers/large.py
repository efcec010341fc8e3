"""The peer of large.js: a Parquet file of a linear model, and its covariances by pandas and numpy.

    python large.py make FILE ROWS COLUMNS     writes the file, 100,000 rows at a time
    python large.py covariance FILE            prints seconds (without imports; also of the processor), peak memory and the matrix as a line of JSON
"""

import json
import resource
import sys
import time

import numpy as np


def make(path: str, rows: int, columns: int) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    rng = np.random.default_rng(1)
    weights = np.triu(rng.random((columns, columns)) < 3 / columns, 1)
    weights = weights * rng.uniform(0.5, 1.5, weights.shape) * rng.choice([-1, 1], weights.shape)
    effects = np.linalg.inv(np.eye(columns) - weights)
    effects /= np.sqrt((effects * effects).sum(0))
    schema = pa.schema([(f"x{j:02}", pa.float64()) for j in range(columns)])
    with pq.ParquetWriter(path, schema, compression="snappy", use_dictionary=False) as writer:
        for start in range(0, rows, 100_000):
            X = rng.standard_normal((min(100_000, rows - start), columns)) @ effects * 3 + 100
            writer.write_table(pa.table([np.ascontiguousarray(x) for x in X.T], schema=schema))


def covariance(path: str) -> None:
    import pandas as pd

    start, used = time.perf_counter(), time.process_time()
    C = np.cov(pd.read_parquet(path).to_numpy(), rowvar=False)
    seconds, processor = time.perf_counter() - start, time.process_time() - used
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    versions = f"pandas {pd.__version__}, numpy {np.__version__}"
    answer = {"seconds": seconds, "processor": processor, "megabytes": kilobytes / 1024, "versions": versions}
    print(json.dumps({**answer, "C": C.ravel().tolist()}))


if sys.argv[1] == "make":
    make(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
else:
    covariance(sys.argv[2])
