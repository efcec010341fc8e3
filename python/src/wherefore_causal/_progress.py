"""Progress of a run, in a terminal or a notebook: a tqdm bar if tqdm is installed, otherwise a line of text."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any, Callable, Union

# True or False; None: in a terminal or a notebook only; or a function that is called with every step.
ProgressChoice = Union[bool, None, Callable[[dict[str, Any]], None]]


class Progress:
    """Shows steps; `close` removes the display."""

    def show(self, step: dict[str, Any]) -> None:
        """Shows one step."""

    def close(self) -> None:
        """Removes the display of the last step."""


class Told(Progress):
    """Calls a function with each step."""

    def __init__(self, tell: Callable[[dict[str, Any]], None]) -> None:
        self._tell = tell

    def show(self, step: dict[str, Any]) -> None:
        self._tell(step)


class Line(Progress):
    """One line, overwritten with each step."""

    def __init__(self) -> None:
        self._out = sys.stdout if _in_notebook() else sys.stderr
        self._width = 0

    def show(self, step: dict[str, Any]) -> None:
        text = f"{step['progress']:4.0%} {described(step)}"[:100]
        self._write(text.ljust(self._width))
        self._width = len(text)

    def close(self) -> None:
        self._write(" " * self._width)
        self._write("")

    def _write(self, text: str) -> None:
        self._out.write(f"\r{text}")
        self._out.flush()


class Bar(Progress):
    """A tqdm bar for the current stage."""

    def __init__(self) -> None:
        if _in_notebook() and importlib.util.find_spec("ipywidgets"):
            from tqdm.notebook import tqdm
        else:
            from tqdm import tqdm
        form = "{percentage:3.0f}% |{bar:20}| {desc}"
        self._bar = tqdm(total=1.0, bar_format=form, leave=False, disable=False)

    def show(self, step: dict[str, Any]) -> None:
        self._bar.n = min(1.0, step["progress"])
        self._bar.set_description_str(described(step))

    def close(self) -> None:
        self._bar.close()


def described(step: dict[str, Any]) -> str:
    """A step in a few words."""
    score = step.get("score")
    parts = [step["stage"], step.get("doing") or "", "" if score is None else f"score {score:.6g}"]
    return ", ".join(part for part in parts if part)


def progress(choice: ProgressChoice) -> Progress:
    """The display for a choice of progress."""
    if callable(choice):
        return Told(choice)
    if choice is False or (choice is None and not (_in_notebook() or sys.stderr.isatty())):
        return Progress()
    return Bar() if importlib.util.find_spec("tqdm") else Line()


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    return shell is not None and type(shell.get_ipython()).__name__ == "ZMQInteractiveShell"
