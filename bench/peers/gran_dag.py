"""gCastle's side of bench/peers/gran-dag.js: one JSON request a line in, one answer a line out.

Request {"file": float64 numbers row by row, "n": rows, "d": columns, "layers": hidden layers, "steps": iterations, "precision": "float" |
"double"}; answer {"seconds": of the training loop, "processor": seconds of processor time of the same, "loss": the last
batch's}. One thread. h_threshold is set to a negative number, so that all the steps are taken; no pruning, no to-DAG.

With the environment of bench/peers/requirements.txt.
"""

import os

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # read when the libraries are loaded
os.environ["CASTLE_BACKEND"] = "pytorch"

import contextlib  # noqa: E402
import json  # noqa: E402
import logging  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
import warnings  # noqa: E402
from importlib.metadata import version  # noqa: E402

answers = sys.stdout
with contextlib.redirect_stdout(sys.stderr):  # what imports print is not an answer
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    import numpy as np  # noqa: E402
    import torch  # noqa: E402
    from castle.algorithms import GraNDAG  # noqa: E402
    from castle.algorithms.gradient.gran_dag.torch import gran_dag  # noqa: E402

torch.set_num_threads(1)
gran_dag.tqdm = lambda steps, **_: steps  # no progress bar
libraries = ("gcastle", "torch", "numpy")
print(json.dumps({"versions": ", ".join(f"{name} {version(name)}" for name in libraries)}), file=answers, flush=True)
for line in sys.stdin:
    request = json.loads(line)
    X = np.fromfile(request["file"], dtype=np.float64).reshape(request["n"], request["d"])
    model = GraNDAG(
        input_dim=request["d"],
        hidden_num=request["layers"],
        iterations=request["steps"],
        precision=request["precision"] == "float",
        h_threshold=-1.0,
        random_seed=1,
    )
    model._to_dag = lambda train_data: None
    train, spent = model._train, {}

    def timed(**data):
        start = (time.perf_counter(), time.process_time())
        train(**data)
        spent.update(seconds=time.perf_counter() - start[0], processor=time.process_time() - start[1])

    model._train = timed
    with contextlib.redirect_stdout(sys.stderr):
        model.learn(X)
    print(json.dumps(spent), file=answers, flush=True)
