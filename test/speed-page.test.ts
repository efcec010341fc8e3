// The table of other software is generated from recorded rows, and the page contains it unchanged.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { recordedRows } from "../bench/peers/rows.js";
import { peerTable, withTable } from "../bench/peers/table.js";

const row = {
  ...{ bench: "pc", product: "PC", of: "d = 50", peer: "another", versions: "another 1.2", times: 12.34 },
  ...{ rounds: [11, 13.5], machine: "2 × a processor", node: "20.1.0", commit: "abc1234" },
};

it("a row has the ratio with its spread, threads, width, machine and commit", () => {
  expect(peerTable([row]).split("\n").at(-1)).toBe(
    "| PC | d = 50 | another (another 1.2) | 12.3 | 11.0 to 13.5 (2) | 1 | 128 | 2 × a processor, Node 20.1.0 | abc1234 | `pc` |",
  );
  const stopped = peerTable([{ ...row, rounds: [], isLeast: true, threads: 2, bits: 256 }]);
  expect(stopped).toContain("| more than 12.3 | one round | 2 | 256 |");
});

it("docs/speed.md has the table of the rows that were recorded", () => {
  const page = readFileSync(new URL("../docs/speed.md", import.meta.url), "utf8");
  expect(withTable(page, recordedRows())).toBe(page);
  expect(withTable(page, [row])).toContain("abc1234");
});
