"""From a table to a graph, for every kind of input."""

from __future__ import annotations

import json
import subprocess

import pandas as pd
import pytest
from conftest import TWELVE

from wherefore_causal import InputError, Result, discover
from wherefore_causal._discover import _knowledge
from wherefore_causal._engine import command
from wherefore_causal._table import opened

COLLIDER = [("a", "c"), ("b", "c"), ("c", "d")]


def test_finds_what_the_command_line_finds(result: Result) -> None:
    asked = [*command(), "discover", str(TWELVE), "--json", "--no-out"]
    told = json.loads(subprocess.run(asked, capture_output=True, check=True).stdout)
    assert result.digest == told["digest"]
    assert result.directed == [tuple(edge) for edge in told["edges"]]
    assert result.document["table"]["hash"] == told["table"]["hash"]


def test_takes_a_csv_file(collider: pd.DataFrame, found: Result, tmp_path) -> None:
    assert sorted(found.directed) == COLLIDER
    collider.to_csv(tmp_path / "table.csv", index=False)
    assert discover(str(tmp_path / "table.csv")).digest == found.digest


def test_takes_a_sheet_of_a_workbook() -> None:
    workbook = TWELVE.parents[2] / "test/golden/workbooks/openpyxl.xlsx"
    assert discover(workbook, sheet="Visits & doses", search="order").variables[:2] == ["arrived", "clock"]
    with pytest.raises(InputError, match='no sheet called "Visit"'):
        discover(workbook, sheet="Visit")
    with pytest.raises(InputError, match="only a workbook has sheets"):
        discover(pd.DataFrame({"a": [1, 2], "b": [2, 1]}), sheet="Data")


def test_takes_polars_and_parquet(collider: pd.DataFrame, found: Result, tmp_path) -> None:
    polars = pytest.importorskip("polars")
    same = polars.DataFrame(collider.to_dict("list"))
    same.write_parquet(tmp_path / "table.parquet")
    for table in (same, tmp_path / "table.parquet"):
        assert discover(table).digest == found.digest
    with opened(same) as eager, opened(same.lazy()) as lazy:
        assert eager.file.read() == lazy.file.read()


def test_takes_the_types_of_columns_from_the_frame(collider: pd.DataFrame) -> None:
    grades = pd.cut(collider["c"], 3, labels=["low", "middle", "high"])
    signs = {name: (collider[of] > 0).astype(int).astype("category") for name, of in (("e", "a"), ("f", "b"))}
    found = discover(collider.assign(c=grades, **signs), kinds={"f": "number"})
    kinds = {name: each["kind"] for name, each in found.document["kinds"].items()}
    assert (kinds["c"], kinds["e"], kinds["f"]) == ("ordered", "category", "number")


def test_hands_options_and_columns_to_the_run_and_to_the_search(collider: pd.DataFrame) -> None:
    options = {"search": "pc", "alpha": 0.001, "time_limit": 60, "options": {"max_depth": 2}}
    found = discover(collider, exclude=["d"], **options)
    assert found.variables == ["a", "b", "c"]
    spec = found.document["spec"]
    assert spec["timeLimit"] == 60
    assert spec["options"]["alpha"] == 0.001
    assert spec["options"]["maxDepth"] == 2


def test_obeys_knowledge_and_tells_every_step(collider: pd.DataFrame, tmp_path) -> None:
    mapping = {"forbidden": [["c", "d"]], "max_parents": 2}
    statements = ["c !-> d", "max parents: 2"]
    path = tmp_path / "knowledge.txt"
    path.write_text("\n".join(statements))
    steps: list[dict] = []
    for given, search in ((mapping, "order"), (path, "exact")):
        obeying = discover(collider, knowledge=given, search=search, progress=steps.append)
        assert steps[-1]["progress"] == 1
        assert {"stage", "doing", "progress", "score"} <= steps.pop(0).keys()
        steps.clear()
        assert ("c", "d") not in obeying.directed + obeying.undirected
        assert obeying.document["spec"]["knowledge"]["maxParents"] == 2
    # The engine accepts both a text and a list of statements.
    assert _knowledge("\n".join(statements)) == _knowledge(path) == _knowledge(str(path))
    assert _knowledge(tuple(statements)) == statements


def test_tells_how_sure_edges_are_and_compares_with_a_truth(collider: pd.DataFrame) -> None:
    found = discover(collider, confidence="bootstrap", resamples=10, seed=3, truth=COLLIDER)
    assert found.confidence is not None
    assert list(found.confidence.columns) == ["a", "b", "forward", "backward", "undirected", "none"]
    assert found.edges["probability"].between(0.5, 1).all()
    assert found.document["confidence"]["resamples"] == 10
    posterior = discover(collider, confidence="posterior", truth="cause,effect\na,c\nb,c\nd,c\n")
    assert posterior.document["confidence"]["method"] == "posterior"
    assert (found.document["metrics"]["shd"], posterior.document["metrics"]["shd"]) == (0, 1)


def test_refuses_in_sentences(collider: pd.DataFrame, tmp_path) -> None:
    with pytest.raises(InputError, match='no search called "exactly"') as refused:
        discover(collider, search="exactly")
    assert refused.value.field == "search"
    with pytest.raises(InputError, match="timeLimits"):
        discover(collider, time_limits=3)
    with pytest.raises(InputError, match="there is no file"):
        discover(tmp_path / "none.csv")
    with pytest.raises(InputError, match="z"):
        discover(collider, knowledge={"required": [["a", "z"]]})
