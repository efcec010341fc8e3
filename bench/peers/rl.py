"""gCastle's side of bench/peers/rl.js: iterations of its RL on a table, in turns.

    echo 20 | bench/peers/.venv/bin/python bench/peers/rl.py TABLE.csv '{"iterations":20,"threads":2,"bias":null}'

"bias": where a trainable number added to all logits starts, null for none. The first line out, when all is set up and the
first iteration would start, is {"versions"}; then for every line in, the number of iterations to make, a line out with the
"seconds" they took, until all are made.

Nothing of gCastle is changed but the progress bar of its training loop, which is replaced by a generator that makes it wait
between turns and reads the clock; its log is off. As it comes (1.0.4), it computes in float64 (importing castle.algorithms
makes that PyTorch's default), needs an input as wide as its hidden layers, 64, trains only the embedding, its normalisation
and the decoder (the blocks are computed, forward and backward, and no optimiser knows them), and makes one Adam step an
iteration where the published code makes two. All of that but the float64 is less work than the paper's agent has.
"""

import json
import logging
import sys
import time

logging.disable(logging.INFO)

import castle  # noqa: E402
import numpy as np  # noqa: E402
import torch  # noqa: E402
from castle.algorithms.gradient.rl.torch import rl  # noqa: E402


def turns(iterations):
    """The iterations, so many as each line of the input asks for."""
    print(json.dumps({"versions": versions}), flush=True)
    done = 0
    while done < len(iterations):
        count = int(sys.stdin.readline() or sys.exit("rl.py: the bench stopped"))
        start = time.perf_counter()
        yield from iterations[done : done + count]
        print(json.dumps({"seconds": time.perf_counter() - start}), flush=True)
        done += count


versions = f"gCastle {castle.__version__}, PyTorch {torch.__version__}, NumPy {np.__version__}"

if __name__ == "__main__":
    table, settings = np.loadtxt(sys.argv[1], delimiter=",", skiprows=1), json.loads(sys.argv[2])
    torch.set_num_threads(settings["threads"])
    rl.tqdm = turns
    bias = settings["bias"]
    options = {} if bias is None else {"use_bias": True, "bias_initial_value": bias}
    # The rest are the paper's values by default: batch 64, 6 blocks, 16 heads, equal variances, linear regression.
    rl.RL(nb_epoch=settings["iterations"], input_dimension=64, **options).learn(table)
