"""The result, and its conversion to the formats of other programs."""

from __future__ import annotations

import pickle
import sys

import numpy as np
import pandas as pd
import pytest

from wherefore_causal import InputError, Result, discover


def test_says_what_to_write_in_a_paper(result: Result) -> None:
    assert "of 12 variables was learned with Wherefore" in result.methods
    assert "\n[2] Schwarz" in result.methods


def test_edges_are_a_frame(result: Result) -> None:
    edges = result.edges
    assert list(edges.columns[:4]) == ["cause", "effect", "kind", "loss"]
    assert len(edges) == 15
    assert (edges["kind"] == "undirected").sum() == len(result.undirected) == 3
    assert edges["loss"].is_monotonic_decreasing
    directed = edges[edges["kind"] == "directed"]
    assert ((directed["low"] < directed["coefficient"]) & (directed["coefficient"] < directed["high"])).all()
    assert edges.loc[edges["kind"] == "undirected", "coefficient"].isna().all()
    assert result.confidence is None


def test_an_answer_without_edges_has_the_same_columns(result: Result) -> None:
    rng = np.random.default_rng(2)
    found = discover(pd.DataFrame(rng.normal(size=(200, 3)), columns=["x", "y", "z"]))
    assert len(found.edges) == 0
    assert list(found.edges.columns) == list(result.edges.columns)
    assert found.variables == ["x", "y", "z"]


def test_says_what_is_proven(result: Result) -> None:
    assert result.optimal
    assert "no graph scores higher under bic" in repr(result)
    assert result.stopped is None and not result.is_resumable
    with pytest.raises(InputError, match="must have been stopped"):
        result.resume()


def test_is_drawn_in_a_notebook(result: Result) -> None:
    drawn = result._repr_html_()
    assert "data:image/svg+xml;base64," in drawn
    assert b"<svg" in result.files["graph.svg"]
    assert "12 directed and 3 undirected edges" in drawn


def test_becomes_a_graph_of_networkx(result: Result) -> None:
    networkx = pytest.importorskip("networkx")
    graph = result.to_networkx()
    assert graph.number_of_nodes() == 12
    assert graph.number_of_edges() == 12 + 2 * 3
    assert graph["X07"]["X06"]["kind"] == "directed"
    assert graph["X01"]["X03"]["kind"] == graph["X03"]["X01"]["kind"] == "undirected"
    assert networkx.is_directed_acyclic_graph(result.to_networkx(member=True))


def test_becomes_gml_where_every_edge_is_directed(result: Result) -> None:
    networkx = pytest.importorskip("networkx")
    with pytest.raises(InputError, match="member=True"):
        result.to_gml()
    # Parsed as DoWhy does.
    graph = networkx.parse_gml(result.to_gml(member=True))
    assert graph.is_directed()
    assert set(graph.edges) == set(result.member)


def test_becomes_text_of_other_programs(result: Result) -> None:
    assert result.to_dot().startswith("digraph")
    dagitty = result.to_dagitty()
    assert dagitty.startswith(("pdag", "dag"))
    assert "X07 -> X06" in dagitty and "X01 -- X03" in dagitty
    tetrad = result.to_tetrad()
    assert "X07 --> X06" in tetrad and "X01 --- X03" in tetrad


def test_becomes_a_graph_of_causal_learn(result: Result, monkeypatch) -> None:
    graph = pytest.importorskip("causallearn.graph.GeneralGraph")
    there = result.to_causal_learn()
    assert isinstance(there, graph.GeneralGraph)
    monkeypatch.setitem(sys.modules, "causallearn.graph.Edge", None)
    matrix = result.to_causal_learn()
    assert np.array_equal(matrix, there.graph)
    i, j = result.variables.index("X07"), result.variables.index("X06")
    assert (matrix[i, j], matrix[j, i]) == (-1, 1)


def test_is_saved_and_read_again(result: Result, tmp_path) -> None:
    folder = result.save(tmp_path / "run")
    assert (folder / "report.html").read_text(encoding="utf-8") == result.report()
    again = Result.load(folder)
    assert again.edges.equals(result.edges)
    assert again.digest == result.digest
    with pytest.raises(InputError, match="new or empty"):
        result.save(folder)
    assert result.report(tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_can_be_pickled(result: Result) -> None:
    assert pickle.loads(pickle.dumps(result)).edges.equals(result.edges)
