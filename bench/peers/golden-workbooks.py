"""Writes test/golden/workbooks/*.xlsx, and what pandas reads from them: test/golden/workbooks.json.

    python bench/peers/golden-workbooks.py && npx biome format --write test/golden/workbooks.json

openpyxl 3.1.5, XlsxWriter 3.3.1, pandas 3.1.1. Dates are in ISO 8601, errors and empty cells null; rows and columns without a value, and
lines above the table, are left out.
"""

import datetime as dt
import json
import math
from pathlib import Path

import openpyxl
import pandas as pd
import xlsxwriter
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

golden = Path(__file__).parents[2] / "test/golden"
folder = golden / "workbooks"
folder.mkdir(exist_ok=True)
when = dt.datetime(2026, 1, 1)

names = ["visit", "arrived", "clock", "dose", "share", "arm", "smoker", "remark", "code", "2019"]


def record(k: int) -> list:
    arm = ["control", "treated & <watched>", 'so-called "placebo"', "Ünï ☃ 𝒳"][k % 4]
    return [
        dt.date(1900, 3, 1) + dt.timedelta(days=83 * k * k),
        dt.datetime(2023, 12, 31, 23, 58, 30) + dt.timedelta(minutes=(13 * k * k) % 2000, milliseconds=250 * (k % 2)),
        dt.time((5 * k) % 24, (7 * k) % 60, k),
        [1e-300, -2.25e-17, 0.1 + 0.2, 1e22, 12345678901234.5][k % 5] * (1 + k),
        (7 * k) % 24 / 24,
        arm,
        k % 3 == 0,
        None if k % 5 == 1 else f"line {k}\nbreak, and a comma",
        f"{k:03d}",
        k * k - 7,
    ]


# Cells as openpyxl writes them: shared strings, rich text, a title above, a hidden sheet first, an empty row and column, a formula that
# was never computed.
book = openpyxl.Workbook()
book.properties.created = book.properties.modified = when
codes = book.active
codes.title = "Codes"
codes.sheet_state = "hidden"
for row in [["code", "meaning"], [1, "yes"], [2, "no"]]:
    codes.append(row)
notes = book.create_sheet("Read me")
notes.append(["One column of notes, which is no table."])
notes.append(["Second line."])
data = book.create_sheet("Visits & doses")
data["B2"] = "Visits, 2024"
for j, name in enumerate(names):
    data.cell(4, 2 + j, name)
for k in range(24):
    row = 5 + k + (k > 11)  # an empty row in the middle
    for j, value in enumerate(record(k)):
        cell = data.cell(row, 2 + j + (j > 6), value)  # and an empty column
        if names[j] == "share":
            cell.number_format = "0.0%"
        if names[j] == "visit":
            cell.number_format = ["yyyy-mm-dd", "mm-dd-yy", '[$-409]d\\ mmm\\ yyyy;@', 'dd"m"/mm/yy'][k % 4]
for j in range(len(names) - 1, 6, -1):
    data.cell(4, 3 + j, names[j])
data.cell(4, 9).value = None
data["G5"] = CellRichText(TextBlock(InlineFont(b=True), "con"), "trol")
data["E7"] = "#DIV/0!"
data["E8"] = "=1/3"
data["L30"] = "stray"
extra = book.create_sheet("Extra")
for row in [["a", "b"], [1, 2], [3, 4], [5, 7]]:
    extra.append(row)
book.save(folder / "openpyxl.xlsx")

# Cells as XlsxWriter writes them: inline strings, dates since 1904, errors as results of formulas.
book = xlsxwriter.Workbook(
    str(folder / "xlsxwriter-1904.xlsx"), {"constant_memory": True, "date_1904": True, "strings_to_formulas": False}
)
book.set_properties({"created": when})
data = book.add_worksheet("Data")
day = book.add_format({"num_format": 14})
moment = book.add_format({"num_format": "dd.mm.yyyy hh:mm:ss AM/PM"})
clock = book.add_format({"num_format": 21})
bold = book.add_format({"bold": True})
for j, name in enumerate(names):
    data.write_string(0, j, name)
for k in range(12):
    for j, value in enumerate(record(k)):
        at = (1 + k, j)
        if value is None:
            continue
        if names[j] == "visit":
            data.write_datetime(*at, value + dt.timedelta(days=2000), day)
        elif names[j] == "arrived":
            data.write_datetime(*at, value, moment)
        elif names[j] == "clock":
            data.write_datetime(*at, value, clock)
        elif isinstance(value, bool):
            data.write_boolean(*at, value)
        elif isinstance(value, str):
            data.write_string(*at, value)
        elif names[j] == "dose" and k == 2:
            data.write_formula(*at, "=NA()", None, "#N/A")
        else:
            data.write_number(*at, value)
book.close()


def plain(value: object) -> object:
    if value is None or value is pd.NaT or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, (dt.datetime, dt.time)):
        return str(value)
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, str) and value.startswith("#") else value


def read(name: str, sheet: str, skip: int) -> dict:
    frame = pd.read_excel(folder / name, sheet_name=sheet, header=None, skiprows=skip, keep_default_na=False)
    rows = [[plain(value) for value in row] for row in frame.astype(object).values.tolist()]
    rows = [[None if value == "" else value for value in row] for row in rows]
    rows = [row for row in rows if any(value is not None for value in row)]
    used = [j for j in range(len(rows[0])) if any(row[j] is not None for row in rows)]
    return {"file": name, "sheet": sheet, "rows": [[row[j] for j in used] for row in rows]}


sheets = [
    read("openpyxl.xlsx", "Visits & doses", 2),
    read("openpyxl.xlsx", "Extra", 0),
    read("openpyxl.xlsx", "Codes", 0),
    read("xlsxwriter-1904.xlsx", "Data", 0),
]
origin = "bench/peers/golden-workbooks.py: openpyxl 3.1.5, XlsxWriter 3.3.1, pandas 3.1.1"
(golden / "workbooks.json").write_text(json.dumps({"origin": origin, "sheets": sheets}, ensure_ascii=False, default=str))
