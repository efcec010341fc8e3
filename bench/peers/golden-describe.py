"""Writes test/golden/describe.json: what pandas says of every column of numbers of four tables of vega-datasets (npm ci installs them).

    python bench/peers/golden-describe.py && npx biome format --write test/golden/describe.json

pandas 3.1.1, numpy 2.4.6.
"""

import json
from pathlib import Path

import pandas as pd

root = Path(__file__).parents[2]
tables = ["cars.json", "penguins.json", "movies.json", "seattle-weather.csv"]


def described(column: pd.Series) -> dict:
    of = column.describe()
    return {
        "n": int(of["count"]),
        "missing": int(column.isna().sum()),
        "distinct": int(column.nunique()),
        "min": of["min"],
        "quartiles": [of["25%"], of["50%"], of["75%"]],
        "max": of["max"],
        "mean": of["mean"],
        "deviation": of["std"],
        "skewness": column.skew(),
    }


def read(name: str) -> pd.DataFrame:
    path = root / "node_modules/vega-datasets/data" / name
    return pd.read_csv(path) if name.endswith(".csv") else pd.read_json(path)


golden = {
    name: {column: described(of) for column, of in read(name).select_dtypes("number").items()} for name in tables
}
(root / "test/golden/describe.json").write_text(json.dumps(golden, indent=1) + "\n")
