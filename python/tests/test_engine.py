"""The engine's process: a single one, which ends with Python however that ends, and does not receive interrupts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Callable, Iterator

import pandas as pd
import pytest
from conftest import REPOSITORY, long

from wherefore_causal import EngineError, discover
from wherefore_causal._client import Client
from wherefore_causal._engine import engine

# The environment of child processes, which import the package from the same place as this one.
SETTINGS = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
FRAME = "import pandas as pd; frame = pd.DataFrame({'a': [i * i % 7.5 for i in range(50)], 'b': [i * i % 9.5 for i in range(50)]})"
BEGIN = f"{FRAME}\nimport os, sys\nfrom wherefore_causal import discover\nfrom wherefore_causal._engine import engine"

posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no fork and no signals")


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def run(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a program that starts with the code above; `folder` is for its temporary files."""
    settings = {**SETTINGS, "TMPDIR": str(folder)}
    return subprocess.run(
        [sys.executable, "-c", f"{BEGIN}\n{code}"], capture_output=True, text=True, env=settings, timeout=600
    )


def ends_without_a_trace(process: int, folder: Path) -> bool:
    deadline = time.monotonic() + 600
    while time.monotonic() < deadline:
        if not is_there(process) and not any(folder.iterdir()):
            return True
        time.sleep(0.1)
    return False


def test_one_process_answers_all(collider: pd.DataFrame) -> None:
    first = engine()
    discover(collider)
    assert engine() is first
    assert first._asked("GET", "/api/runs")["runs"] == []
    assert first._asked("GET", "/api/tables")["tables"] == []


def test_one_that_was_killed_is_replaced(collider: pd.DataFrame) -> None:
    first = engine()
    first._process.kill()
    first._process.wait()
    assert discover(collider).directed
    assert engine() is not first


def test_one_that_is_killed_in_a_run_is_an_error(collider: pd.DataFrame) -> None:
    first = engine()
    with pytest.raises(EngineError, match="does not answer"):
        discover(collider, search="rl", iterations=20000, progress=lambda step: first._process.kill())


@long
@posix
def test_nothing_is_left_after_the_end_of_python(tmp_path: Path) -> None:
    done = run("print(engine()._process.pid)", tmp_path)
    assert done.stderr == ""
    assert ends_without_a_trace(int(done.stdout), tmp_path)


@long
@posix
def test_nothing_is_left_after_python_was_killed(tmp_path: Path) -> None:
    code = "discover(frame)\nprint(engine()._process.pid, flush=True)\nos.kill(os.getpid(), 9)"
    done = run(code, tmp_path)
    assert done.returncode == -signal.SIGKILL
    assert ends_without_a_trace(int(done.stdout), tmp_path)


@posix
def test_a_forked_child_has_its_own_and_does_not_keep_the_parents(tmp_path: Path) -> None:
    code = """
discover(frame)
first = engine()
if os.fork() == 0:
    discover(frame)
    print(engine()._process.pid, engine() is not first, flush=True)
    sys.exit()
os.wait()
assert first._asked("GET", "/api/runs")["runs"] == []
print(first._process.pid, engine() is first, flush=True)
living = os.fork()
if living == 0:
    os.close(1), os.close(2)
    import time
    time.sleep(600)
print(living, flush=True)
os.kill(os.getpid(), 9)
"""
    done = run(code, tmp_path)
    assert done.returncode == -signal.SIGKILL, done.stderr
    child, is_other, parent, is_same, living = done.stdout.split()
    try:
        assert (is_other, is_same) == ("True", "True")
        assert child != parent
        assert ends_without_a_trace(int(parent), tmp_path) and not is_there(int(child))
    finally:
        os.kill(int(living), signal.SIGKILL)


@pytest.fixture
def interrupt(tmp_path: Path, monkeypatch) -> Iterator[Callable[[], None]]:
    """Simulates Ctrl-C in the next search that is followed: it waits at its first checkpoint until it is asked to pause."""
    hold = tmp_path / "hold"
    events, pause = Client.events, Client.pause

    def checkpoints() -> list[int]:
        return [path.stat().st_mtime_ns for path in tmp_path.glob("*/runs/*/checkpoint.bin")]

    before: list[int] = []

    def followed(self: Client, run: str) -> Iterator[tuple[str, dict]]:
        if hold.exists():
            while checkpoints() == before:
                time.sleep(0.02)
            signal.raise_signal(signal.SIGINT)
        yield from events(self, run)

    def paused(self: Client, run: str) -> None:
        pause(self, run)
        hold.unlink()

    def ask() -> None:
        before[:] = checkpoints()
        hold.touch()

    monkeypatch.setattr(Client, "events", followed)
    monkeypatch.setattr(Client, "pause", paused)
    monkeypatch.setenv("NODE_OPTIONS", f"--import {(REPOSITORY / 'test' / 'e2e' / 'held.js').as_uri()}")
    monkeypatch.setenv("HOLD", str(hold))
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.setenv(name, str(tmp_path))
    engine().close()
    yield ask
    engine().close()


def test_an_interrupted_run_has_the_best_so_far_and_goes_on(
    collider: pd.DataFrame, interrupt: Callable[[], None]
) -> None:
    agent = {"iterations": 12, "stop": "never", "batch": 16, "hidden": 16, "heads": 4, "inner": 32}
    options = {"search": "rl", "score": "bic-equal-variance", "seed": 2, "options": agent}
    whole = discover(collider, **options)
    interrupt()
    part = discover(collider, **options)
    assert part.stopped == "interrupted" and part.is_resumable
    assert part.document["iterations"] < whole.document["iterations"]
    if os.environ.get("TRIALS") == "all":
        interrupt()
        part = part.resume()
        assert part.stopped == "interrupted"
    done = part.resume()
    assert done.stopped is None and not done.is_resumable
    assert done.digest == whole.digest


def test_a_second_interrupt_ends_it_for_good(collider: pd.DataFrame) -> None:
    def always(step: dict) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        discover(collider, search="rl", score="bic-equal-variance", iterations=20000, progress=always)
    assert engine()._asked("GET", "/api/runs")["runs"] == []
