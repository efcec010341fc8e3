"""Progress, in text and as a bar."""

from __future__ import annotations

import importlib.util
import io
import sys

import pytest

from wherefore_causal._progress import Bar, Line, Progress, progress

STEP = {"stage": "search", "doing": "12 of 40 orders", "progress": 0.3, "score": -1234.5}


def test_text_is_written_over_itself(monkeypatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stderr", out)
    line = Line()
    line.show(STEP)
    line.close()
    assert out.getvalue().startswith("\r 30% search, 12 of 40 orders, score -1234.5\r")
    assert out.getvalue().endswith("\r")


def test_a_bar_where_tqdm_is_installed(monkeypatch, capsys) -> None:
    pytest.importorskip("tqdm")
    assert isinstance(progress(True), Bar)
    bar = Bar()
    bar.show(STEP)
    bar.close()
    assert "30%" in capsys.readouterr().err
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert isinstance(progress(True), Line)


def test_nothing_is_shown_to_a_file() -> None:
    assert type(progress(None)) is Progress
    assert type(progress(False)) is Progress
