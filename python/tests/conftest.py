"""Data, and an engine: that of the wheel if it is installed, otherwise that of this clone."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import wherefore_causal
from wherefore_causal import Result, discover

REPOSITORY = Path(__file__).parents[2]
TWELVE = REPOSITORY / "examples" / "twelve" / "data.csv"

# Many Node processes load the same program: from Node 22 on it is compiled once and cached.
COMPILED = tempfile.TemporaryDirectory(prefix="wherefore-compiled-")
os.environ.setdefault("NODE_COMPILE_CACHE", COMPILED.name)

if not (Path(wherefore_causal.__file__).parent / "engine").exists():
    os.environ.setdefault("WHEREFORE_ENGINE", str(REPOSITORY / "bin" / "wherefore.js"))


long = pytest.mark.skipif(os.environ.get("TRIALS") != "all", reason="only in npm run test:long")


@pytest.fixture(scope="session")
def twelve() -> pd.DataFrame:
    return pd.read_csv(TWELVE)


@pytest.fixture(scope="session")
def collider() -> pd.DataFrame:
    """a and b cause c, and c causes d: no direction is open."""
    rng = np.random.default_rng(1)
    a, b, noise, other = rng.normal(size=(4, 500))
    c = a + b + 0.5 * noise
    return pd.DataFrame({"a": a, "b": b, "c": c, "d": c + 0.5 * other})


@pytest.fixture(scope="session")
def result(twelve: pd.DataFrame) -> Result:
    return discover(twelve)


@pytest.fixture(scope="session")
def found(collider: pd.DataFrame) -> Result:
    return discover(collider)
