"""Tables for the engine: a frame is converted to CSV, a file is sent unchanged."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Iterator, NamedTuple

import pandas as pd

from ._errors import InputError


class Table(NamedTuple):
    """A table to upload."""

    name: str
    file: BinaryIO
    size: int
    # Whether the first row holds the column names: "yes" or "auto".
    header: str
    # The kinds of columns, by name, if their types determine them.
    kinds: dict[str, str]
    # Of a workbook: the sheet to read; None for the first with a table.
    sheet: str | None = None


@contextmanager
def opened(data: Any, sheet: str | None = None) -> Iterator[Table]:
    """A pandas or polars frame, an array of numbers, or the path of a CSV, TSV, Excel, JSON or Parquet file."""
    if isinstance(data, (str, os.PathLike)):
        path = Path(data)
        if not path.is_file():
            raise InputError(f"table: there is no file at {path}")
        with path.open("rb") as file:
            yield Table(path.name, file, path.stat().st_size, "auto", {}, sheet)
        return
    if sheet is not None:
        raise InputError("table: only a workbook has sheets, got a frame or an array; leave sheet out")
    with tempfile.TemporaryFile() as file:
        kinds = _written(data, file)
        size = file.tell()
        file.seek(0)
        yield Table("frame.csv", file, size, "yes", kinds)


def column_names(data: Any) -> list[str]:
    """The names of a frame's columns; for an array, x0, x1 and so on."""
    return [str(name) for name in (data if hasattr(data, "columns") else _framed(data)).columns]


def _written(data: Any, file: Any) -> dict[str, str]:
    if hasattr(data, "collect"):
        data = data.collect()
    if hasattr(data, "write_csv"):
        data.write_csv(file)
        return {}
    frame = _framed(data)
    frame.to_csv(file, index=False, mode="wb", encoding="utf-8")
    return {str(name): kind for name, column in frame.items() if (kind := _kind(column))}


def _framed(data: Any) -> pd.DataFrame:
    if isinstance(data, pd.DataFrame):
        return data
    frame = pd.DataFrame(data)
    if isinstance(data, dict):
        return frame
    return frame.set_axis([f"x{j}" for j in range(frame.shape[1])], axis=1)


def _kind(column: pd.Series) -> str:
    if not isinstance(column.dtype, pd.CategoricalDtype):
        return ""
    if not column.dtype.ordered:
        return "category"
    return f"ordered: {' < '.join(str(level) for level in column.dtype.categories)}"
