"""Progress of a run: a bar of tqdm where that is installed, otherwise a line of text; in a terminal and in a notebook."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any, Callable, Union

# True or False; None: in a terminal or a notebook only; or a function that is told every step.
ProgressChoice = Union[bool, None, Callable[[dict[str, Any]], None]]


class Progress:
    """Shows steps; `close` takes what was shown away."""

    def show(self, step: dict[str, Any]) -> None:
        """Shows one step."""

    def close(self) -> None:
        """Takes the last one away."""


class Told(Progress):
    """Hands steps to a function."""

    def __init__(self, tell: Callable[[dict[str, Any]], None]) -> None:
        self._tell = tell

    def show(self, step: dict[str, Any]) -> None:
        self._tell(step)


class Line(Progress):
    """One line, written over and over."""

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
    """A bar of tqdm for the stage that is under way."""

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
    """What a step says, in a few words."""
    score = step.get("score")
    parts = [step["stage"], step.get("doing") or "", "" if score is None else f"score {score:.6g}"]
    return ", ".join(part for part in parts if part)


def progress(choice: ProgressChoice) -> Progress:
    """How progress is shown."""
    if callable(choice):
        return Told(choice)
    if choice is False or (choice is None and not (_in_notebook() or sys.stderr.isatty())):
        return Progress()
    return Bar() if importlib.util.find_spec("tqdm") else Line()


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    return shell is not None and type(shell.get_ipython()).__name__ == "ZMQInteractiveShell"
