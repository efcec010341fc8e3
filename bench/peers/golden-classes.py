"""Writes test/golden/classes.json: the classes of 500 random DAGs by causal-learn, and what it makes of them with knowledge.

    python3 -m venv .venv
    .venv/bin/pip install numpy==2.4.6 causal-learn==0.1.4.8
    .venv/bin/python bench/peers/golden-classes.py

    cpdag     DAG -> CPDAG                      causallearn.utils.DAG2CPDAG
    known     the CPDAG with some edges of the DAG required, or their opposites forbidden
    oriented  what follows                      orient_by_background_knowledge and meek of causallearn.utils.PCUtils
              (rules 1 to 3: causal-learn leaves out Meek's fourth)

A graph is a string with one character for each pair (0,1), (0,2), ..., (1,2), ...: . none, > forward, < backward, - undirected.
Knowledge is written alike: > the pair's forward edge is required, < its backward edge; ) the forward edge is forbidden, ( the
backward edge. Each class is a line "d dag cpdag", or "d dag cpdag known oriented".
"""

import json
import os
import platform
from importlib.metadata import version

import numpy as np
from causallearn.graph.Dag import Dag
from causallearn.graph.GraphClass import CausalGraph
from causallearn.graph.GraphNode import GraphNode
from causallearn.utils.DAG2CPDAG import dag2cpdag
from causallearn.utils.PCUtils.BackgroundKnowledge import BackgroundKnowledge
from causallearn.utils.PCUtils.BackgroundKnowledgeOrientUtils import orient_by_background_knowledge
from causallearn.utils.PCUtils.Meek import meek

rng = np.random.default_rng(19950818)


def random_dag(d, density):
    order = rng.permutation(d)
    A = np.zeros((d, d), dtype=np.int8)
    for a in range(d):
        for b in range(a + 1, d):
            A[order[a], order[b]] = rng.random() < density
    return A


def text(d, mark):
    return "".join(mark(i, j) for i in range(d) for j in range(i + 1, d))


def marks(graph, at):
    """The mark of a pair in a causal-learn graph, its nodes found by name."""
    def mark(i, j):
        ends = (graph.graph[at[str(i)], at[str(j)]], graph.graph[at[str(j)], at[str(i)]])
        return {(0, 0): ".", (-1, 1): ">", (1, -1): "<", (-1, -1): "-"}[tuple(int(e) for e in ends)]
    return mark


def line(k):
    d = 3 + k % 6
    A = random_dag(d, rng.choice([0.3, 0.5, 0.7, 0.9]))
    nodes = [GraphNode(str(i)) for i in range(d)]
    dag = Dag(nodes)
    for i, j in np.argwhere(A):
        dag.add_directed_edge(nodes[i], nodes[j])
    cpdag = dag2cpdag(dag)
    mark = marks(cpdag, {node.get_name(): at for node, at in cpdag.node_map.items()})
    words = [text(d, lambda i, j: ">" if A[i, j] else "<" if A[j, i] else "."), text(d, mark)]
    if k % 2 == 1 and "-" in words[1]:
        words += with_knowledge(A, mark)
    return " ".join([str(d)] + words)


def with_knowledge(A, mark):
    d = len(A)
    cg = CausalGraph(d, [str(i) for i in range(d)])
    nodes = cg.G.get_nodes()
    knowledge = BackgroundKnowledge()
    known = {}
    for i in range(d):
        for j in range(i + 1, d):
            edge = cg.G.get_edge(nodes[i], nodes[j])
            if mark(i, j) != "-":
                cg.G.remove_edge(edge)
            if mark(i, j) in "<>":
                a, b = (i, j) if mark(i, j) == ">" else (j, i)
                cg.G.add_directed_edge(nodes[a], nodes[b])
            if mark(i, j) == "-" and rng.random() < 0.3:
                a, b = (i, j) if A[i, j] else (j, i)
                if rng.random() < 0.5:
                    knowledge.add_required_by_node(nodes[a], nodes[b])
                    known[i, j] = ">" if a == i else "<"
                else:
                    knowledge.add_forbidden_by_node(nodes[b], nodes[a])
                    known[i, j] = ")" if b == i else "("
    orient_by_background_knowledge(cg, knowledge)
    closed = meek(cg, knowledge)
    at = {node.get_name(): k for node, k in closed.G.node_map.items()}
    return [text(d, lambda i, j: known.get((i, j), ".")), text(d, marks(closed.G, at))]


out = {
    "origin": "bench/peers/golden-classes.py",
    "versions": {"python": platform.python_version()} | {name: version(name) for name in ["numpy", "causal-learn"]},
    "classes": [line(k) for k in range(500)],
}
path = os.path.join(os.path.dirname(__file__), "..", "..", "test", "golden", "classes.json")
with open(path, "w") as f:
    f.write(json.dumps(out, indent=2) + "\n")
