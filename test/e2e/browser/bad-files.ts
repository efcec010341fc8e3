// Files with something wrong in them, by name; of those called found-… a table can be made, and the doctor says what it is.

import { gzipSync } from "node:zlib";
import { columnKinds, columnStatistics, correlations } from "../../../src/core/index.ts";
import { readCells } from "../../../src/node/files/read-table.ts";
import { tableHead } from "../../../src/node/files/table-head.ts";
import { examinedFile } from "../../../src/node/runs/examined-file.ts";
import { sheetOf, workbookBytes, zipped } from "../../workbooks.ts";

export const badFiles: Readonly<Record<string, string | Buffer>> = {
  "empty.csv": "",
  "header.csv": "a,b\n",
  "one-row.csv": "a,b\n1,2\n",
  "one-column.csv": "a\n1\n2\n",
  "twice.csv": "a,a\n1,2\n3,4\n",
  "short.csv": "a,b,c\n1,2,3\n4,5\n7,8,9\n",
  "quote.csv": 'a,b\n1,"2\n3,4\n',
  "found-latin.csv": Buffer.from("a,b\n1,2\n\xe4,3\n", "latin1"),
  "wide.csv": Buffer.from("\uFEFFa,b\n1,2\n", "utf16le"),
  "workbook.xlsx": Buffer.from("PK\x03\x04\0\0\0"),
  "archive.zip": Buffer.from(zipped({ "a.csv": "a,b\n1,2\n" })),
  "notes.xlsx": Buffer.from(
    workbookBytes({
      sheets: [
        { name: "Notes", rows: sheetOf([["a"], ["b"]]) },
        { name: "Names", rows: sheetOf([["c"]]) },
      ],
    }),
  ),
  "found-sheet.xlsx": Buffer.from(
    workbookBytes({
      sheets: [
        { name: "Notes", rows: sheetOf([["Read this first."]]) },
        {
          name: "Data",
          rows: sheetOf([["Title, 2024"], ["a", "b, c", "2019"], [1, 0.1, "x"], [2, null, "y"], [3, 7, "x"]]),
        },
      ],
    }),
  ),
  "text.txt": "no columns here\nnone at all\n",
  "other.json": "[1, 2, 3]",
  "broken.csv.gz": gzipSync("a,b\n1,2\n3,4\n").subarray(0, 20),
  "found-text.csv": "a,b\n1,x\n2,y\n3,z\n",
  "found-both.csv": "a,b,c\n1,x,2\n2,,4\n3,z,7\n5,9,1\n",
  "found-records.json": '[{"a": 1.50, "b": 2}, {"a": null, "b": 4}, {"a": 3, "b": "x"}, {"a": 4, "c": 1}]',
  "found-infinite.csv": "a,b\n1,2\ninf,3\n4,5\n",
  "found-gap.csv": "a,b,c\n1,,2\n2,3,4\n5,7,1\n3,4,9\n",
  "found-constant.tsv": "a\tb\n1\t2\n1\t3\n1\t5\n",
  "found-script.csv": '"<script>alert(1)</script>",=1+1\n1,2\n2,4\n3,6\n',
};

/** What the server would show of a file. */
export async function previewOf(path: string, shown: string) {
  const { names: _, ...examined } = await examinedFile(path, { shown });
  const cells = await readCells(path, { shown });
  const columns = columnKinds(cells);
  const { rows: head } = await tableHead(path, { shown });
  const { workbook } = cells;
  const facts = { statistics: columnStatistics(columns), correlations: correlations(columns) };
  return { ...examined, head, ...facts, ...(workbook && { workbook }) };
}
