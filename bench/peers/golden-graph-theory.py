"""Writes test/golden/graph-theory.json: facts about random graphs, computed by other people's software.

    python3 -m venv .venv
    .venv/bin/pip install numpy==2.4.6 scipy==1.17.1 gadjid==0.1.0 causal-learn==0.1.4.8 gcastle==1.0.4
    .venv/bin/python bench/peers/golden-graph-theory.py

(Python 3.11. gcastle's metrics need neither of its deep-learning backends.)

    acyclicity   tr(e^A) - d            scipy.linalg.expm
    classes      DAG -> CPDAG           causallearn.utils.DAG2CPDAG
    pairs        SID                    gadjid.sid
                 SHD between CPDAGs     causallearn.graph.SHD
                 fdr, tpr, fpr, shd,
                 precision, recall, f1  castle.metrics.MetricsDAG (rounded there to four decimals; null where it gives NaN)
                 shd of the CPDAG       the same, the estimate's CPDAG given with its undirected edges

A graph is written as a string of edges: "0>1 2-3" is 0 -> 1 and 2 - 3.
"""

import json
import math
import os
import platform
from importlib.metadata import version

import gadjid
import numpy as np
from castle.metrics import MetricsDAG
from causallearn.graph.Dag import Dag
from causallearn.graph.GraphNode import GraphNode
from causallearn.graph.SHD import SHD
from causallearn.utils.DAG2CPDAG import dag2cpdag
from scipy.linalg import expm

rng = np.random.default_rng(20200430)


def random_dag(d, density):
    order = rng.permutation(d)
    A = np.zeros((d, d), dtype=np.int8)
    for a in range(d):
        for b in range(a + 1, d):
            A[order[a], order[b]] = rng.random() < density
    return A


def random_digraph(d, density):
    A = (rng.random((d, d)) < density).astype(np.int8)
    np.fill_diagonal(A, 0)
    return A


def text(A):
    return " ".join(f"{i}>{j}" for i, j in np.argwhere(A))


def cpdag(A):
    """causal-learn's CPDAG of A, and the same as a string and as a matrix with both directions for an undirected edge."""
    d = len(A)
    nodes = [GraphNode(str(i)) for i in range(d)]
    dag = Dag(nodes)
    for i, j in np.argwhere(A):
        dag.add_directed_edge(nodes[i], nodes[j])
    result = dag2cpdag(dag)
    at = {node.get_name(): k for node, k in result.node_map.items()}
    ends = lambda i, j: (result.graph[at[str(i)], at[str(j)]], result.graph[at[str(j)], at[str(i)]])
    edges, both = [], np.zeros((d, d), dtype=np.int8)
    for i in range(d):
        for j in range(d):
            if ends(i, j) == (-1, 1):
                edges.append(f"{i}>{j}")
                both[i, j] = 1
            elif ends(i, j) == (-1, -1):
                both[i, j] = 1
                if i < j:
                    edges.append(f"{i}-{j}")
    return result, " ".join(edges), both


def number(x):
    return None if math.isnan(x) else float(x)


acyclicity = []
for d, density in [(2, 1), (3, 1), (3, 0.5), (5, 0.4), (6, 0.3), (8, 0.3), (10, 0.2), (10, 0.5), (12, 0.2), (12, 0.5),
                   (12, 1), (16, 0.1), (16, 0.4), (20, 0.1), (20, 0.5), (25, 0.3), (30, 0.05), (30, 0.1), (30, 0.5)]:
    while True:
        A = random_digraph(d, density)
        h = float(np.trace(expm(A.astype(float))) - d)
        if h > 1e-3:  # below this the subtraction of d leaves fewer than nine good digits
            break
    acyclicity.append({"d": d, "edges": text(A), "h": h})

classes = []
for k in range(50):
    d = 4 + k % 9
    A = random_dag(d, rng.choice([0.2, 0.35, 0.5, 0.7]))
    classes.append({"d": d, "dag": text(A), "cpdag": cpdag(A)[1]})

pairs = []
for k in range(50):
    d = 4 + k % 9
    truth = random_dag(d, rng.choice([0.25, 0.4, 0.6]))
    while truth.sum() == 0:  # castle divides by the number of true edges
        truth = random_dag(d, 0.4)
    if k % 2 == 0:
        estimate = random_dag(d, rng.choice([0.25, 0.4, 0.6]))
    else:  # the truth with some edges turned or gone, still a DAG
        estimate = truth.copy()
        for i, j in np.argwhere(truth):
            if rng.random() < 0.3:
                turned = estimate.copy()
                turned[i, j] = 0
                turned[j, i] = rng.random() < 0.6
                if np.trace(np.linalg.matrix_power(turned.astype(int) + np.eye(d, dtype=int), d)) == d:
                    estimate = turned
    while estimate.sum() == 0:
        estimate = random_dag(d, 0.4)
    sid = gadjid.sid(truth, estimate, edge_direction="from row to column")[1]
    true_class, estimated_class = cpdag(truth), cpdag(estimate)
    with np.errstate(invalid="ignore"):
        m = MetricsDAG(estimate.astype(int), truth.astype(int)).metrics
        class_shd = MetricsDAG(estimated_class[2].astype(int), truth.astype(int)).metrics["shd"]
    pairs.append({
        "d": d, "truth": text(truth), "estimate": text(estimate), "sid": int(sid),
        "shdClass": SHD(true_class[0], estimated_class[0]).get_shd(),
        "fdr": number(m["fdr"]), "tpr": number(m["tpr"]), "fpr": number(m["fpr"]), "shd": int(m["shd"]),
        "precision": number(m["precision"]), "recall": number(m["recall"]), "f1": number(m["F1"]),
        "shdOfEstimatedClass": int(class_shd),
    })

# Larger graphs, for the linear-time traversal of the distance.
large = []
for d, density in [(20, 0.2), (25, 0.4), (30, 0.1), (30, 0.3)]:
    truth, estimate = random_dag(d, density), random_dag(d, density)
    sid = gadjid.sid(truth, estimate, edge_direction="from row to column")[1]
    large.append({"d": d, "truth": text(truth), "estimate": text(estimate), "sid": int(sid)})

out = {
    "origin": "bench/peers/golden-graph-theory.py",
    "versions": {"python": platform.python_version()}
    | {name: version(name) for name in ["numpy", "scipy", "gadjid", "causal-learn", "gcastle"]},
    "acyclicity": acyclicity,
    "classes": classes,
    "pairs": pairs,
    "large": large,
}
path = os.path.join(os.path.dirname(__file__), "..", "..", "test", "golden", "graph-theory.json")
with open(path, "w") as f:
    f.write(json.dumps(out, indent=2) + "\n")
