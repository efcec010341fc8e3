"""From a table to a graph: uploads the table, starts a run, watches it, and downloads its files."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Iterable, Mapping, Sequence, Union

from ._client import Client
from ._engine import Engine, engine
from ._errors import EngineError, InputError
from ._progress import ProgressChoice, progress as shown
from ._result import Result
from ._table import Table, opened

Knowledge = Union[Mapping[str, Any], str, Sequence[str], "os.PathLike[str]"]
Truth = Union[str, Iterable[Sequence[str]]]


def discover(
    data: Any,
    *,
    score: str = "auto",
    search: str = "auto",
    knowledge: Knowledge | None = None,
    confidence: str | bool | None = None,
    resamples: int | None = None,
    seed: int = 1,
    truth: Truth | None = None,
    columns: Sequence[str] | None = None,
    exclude: Sequence[str] | None = None,
    kinds: Mapping[str, str] | None = None,
    sheet: str | None = None,
    threads: int | None = None,
    progress: ProgressChoice = None,
    **options: Any,
) -> Result:
    """Finds the causal graph that fits a table best.

    data: a pandas or polars frame, an array of numbers, or the path of a CSV, TSV, Excel, JSON or Parquet file.
    score, search: names; "auto" chooses by the columns and their number.
    knowledge: prior knowledge, as statements ("root: age", one per line, or a list of them), as a mapping with
        `required`, `forbidden`, `tiers`, `roots`, `leaves` and `max_parents`, or as the path of a knowledge file.
    confidence: of each edge: True or "auto" for the method best calibrated for the score, "posterior", "bootstrap",
        "subsample" or "bayesian-bootstrap"; `resamples` is the number for the last three.
    seed: the same seed on the same table gives the same digest, on the command line too.
    truth: the true graph if it is known, as pairs of cause and effect, or the text of a graph file.
    columns, exclude, kinds: which columns are used, and their kinds ({"grade": "ordered: low < high"}).
    sheet: of an Excel workbook; default: the first with a table.
    threads: of the search; default: all cores but one.
    progress: True or False (default: in a terminal or a notebook), or a function that is called with every step.
    options: of the run and of the search, by their names (`time_limit=60`, `alpha=0.01`); `options={…}` for those of the
        search alone.

    An interrupt (Ctrl-C) ends the search with the best graph so far: `stopped` of the result says so, and `resume()` continues.
    A second one ends it for good.
    """
    started = engine()
    asked = "auto" if confidence is True else confidence
    named = {"score": score, "search": search, "confidence": asked, "resamples": resamples, "seed": seed}
    spec = _spec(started, search, {**named, **options})
    if knowledge is not None:
        spec["knowledge"] = _knowledge(knowledge)
    with opened(data, sheet) as table:
        request = {
            "options": spec,
            "truth": truth if truth is None or isinstance(truth, str) else [list(edge) for edge in truth],
            "columns": None if columns is None else list(columns),
            "exclude": None if exclude is None else list(exclude),
            "kinds": {**table.kinds, **(kinds or {})},
            "threads": threads,
        }
        run, uploaded = _started(started, table, {name: value for name, value in request.items() if value is not None})
    return watched(started, run, uploaded, progress)


def watched(client: Engine, run: str, table: str, choice: ProgressChoice) -> Result:
    """Follows a run until it is no longer active; if it cannot be resumed, deletes it from the engine."""
    display = shown(choice)
    try:
        try:
            state = _followed(client, run, display.show)
        except KeyboardInterrupt:
            _paused(client, run)
            state = _followed(client, run, display.show)
            if "result.json" not in state["files"]:
                raise
    except BaseException:
        _deleted(client, run, table)
        raise
    finally:
        display.close()
    if state["status"] not in ("finished", "paused"):
        _deleted(client, run, table)
        refusal = InputError if state["status"] == "failed" else EngineError
        raise refusal(state["error"] or f"the run is {state['status']}")
    files = {name: client.file(run, name) for name in state["files"]}
    if not state["isResumable"]:
        _deleted(client, run, table)
        return Result(files)

    def resume(choice: ProgressChoice = None) -> Result:
        client.resume(run)
        return watched(client, run, table, choice)

    return Result(files, resume)


def _started(client: Client, table: Table, request: dict[str, Any]) -> tuple[str, str]:
    uploaded = client.upload(*table[:4], table.sheet)["id"]
    try:
        return client.start({"table": uploaded, **request})["id"], uploaded
    except BaseException:
        client.delete_table(uploaded)
        raise


def _followed(client: Client, run: str, show: Any) -> dict[str, Any]:
    while True:
        for kind, data in client.events(run):
            if kind == "step":
                show(data)
        # The stream also ends if its reader was too slow.
        state = client.run(run)
        if state["status"] not in ("running", "pausing"):
            return state


def _paused(client: Client, run: str) -> None:
    try:
        client.pause(run)
    except InputError:
        # It has ended in the meantime; its state says how.
        pass


def _deleted(client: Engine, run: str, table: str) -> None:
    if client.is_alive:
        client.delete_run(run)
        client.delete_table(table)


def _spec(client: Client, search: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a run, with those of the search under `options`."""
    searches = client.catalogue()["searches"]
    own = {option["name"] for each in searches if each["name"] == search for option in each["options"]}
    spec: dict[str, Any] = {}
    of_search: dict[str, Any] = {}
    for name, value in options.items():
        if value is None:
            continue
        if name == "options":
            of_search.update({_camel(key): each for key, each in value.items()})
        elif _camel(name) in own:
            of_search[_camel(name)] = value
        else:
            spec[_camel(name)] = value
    return {**spec, "options": of_search} if of_search else spec


def _knowledge(given: Knowledge) -> dict[str, Any] | str | list[str]:
    """A mapping with the engine's spelling of names, or the statements, which the engine parses."""
    if isinstance(given, Mapping):
        return {_camel(name): value for name, value in given.items()}
    if isinstance(given, (str, os.PathLike)):
        text = os.fspath(given)
        is_file = isinstance(given, os.PathLike) or ("\n" not in text and os.path.isfile(text))
        return Path(text).read_text(encoding="utf-8") if is_file else text
    return list(given)


def _camel(name: str) -> str:
    """The engine's spelling of a name: time_limit is timeLimit."""
    return re.sub(r"_([a-z0-9])", lambda found: found[1].upper(), name)
