"""The documents run: the README's first lines, and the notebook."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import REPOSITORY, TWELVE

PACKAGE = REPOSITORY / "python"


def test_the_first_lines_of_the_readme_run(tmp_path: Path, monkeypatch) -> None:
    shutil.copy(TWELVE, tmp_path / "table.csv")
    monkeypatch.chdir(tmp_path)
    code = re.search(r"```python\n(.*?)```", (PACKAGE / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    exec(code[1], {})
    assert (tmp_path / "report.html").exists()


def test_the_notebook_runs(tmp_path: Path) -> None:
    nbclient = pytest.importorskip("nbclient")
    import nbformat

    notebook = nbformat.read(PACKAGE / "examples" / "first-graph.ipynb", as_version=4)
    folder = {"metadata": {"path": str(TWELVE.parent)}}
    nbclient.NotebookClient(notebook, timeout=600, resources=folder).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("data:image/svg+xml" in output.get("data", {}).get("text/html", "") for output in outputs)


def test_the_types_hold() -> None:
    pytest.importorskip("mypy")
    asked = [sys.executable, "-m", "mypy", "--ignore-missing-imports", str(PACKAGE / "src")]
    done = subprocess.run(asked, capture_output=True, text=True, cwd=PACKAGE)
    assert done.returncode == 0, done.stdout
