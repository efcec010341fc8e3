// What every way out of the data doctor's findings must do: it removes the finding; and a table is searched whatever is wrong with
// it, but where its numbers are too large for any score.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Remedy } from "../../src/core/check.ts";
import type { Finding, FindingKind } from "../../src/core/data/doctor/findings.ts";
import { cellsFromCsv } from "../../src/core/data/text/text.ts";
import { type Examined, type ExamineOptions, tableExamination } from "../../src/core/engine/examine-table.ts";
import { createRng } from "../../src/core/math/rng.ts";

/** The ways out that a program can take by itself. */
function changesOf({ remedies }: Finding): ExamineOptions[] {
  return remedies!.flatMap(({ act, drop, set }: Remedy) =>
    act === undefined ? [{ ...(drop && { exclude: drop }), ...set }] : [],
  );
}

/** What the doctor says of a text, as a run that is asked for so would be told. */
function examined(text: string, change: ExamineOptions = {}): Examined {
  const running = tableExamination(cellsFromCsv(text), change);
  for (;;) {
    const { value, done } = running.next();
    if (done) return value;
  }
}

const findingsOf = (text: string, change?: ExamineOptions) => examined(text, change).findings;

type Cell = (z: readonly number[], i: number) => number | string;

function csv(columns: Readonly<Record<string, Cell>>, n = 80): string {
  const rng = createRng(3);
  const lines = [Object.keys(columns).join(",")];
  for (let i = 0; i < n; i++) {
    const z = Array.from({ length: 5 }, rng.normal);
    lines.push(
      Object.values(columns)
        .map((cell) => cell(z, i))
        .join(","),
    );
  }
  return `${lines.join("\n")}\n`;
}

/** Columns that are bad in all the ways there are. */
const flaws: Readonly<Record<string, Cell>> = {
  text: (_, i) => (i % 3 === 0 ? "red" : i % 3 === 1 ? "green" : "blue"),
  hue: (_, i) => (i % 3 === 0 ? "rot" : i % 3 === 1 ? "gruen" : "blau"),
  typo: (z, i) => (i === 7 ? "o.5" : z[3]),
  infinite: (z, i) => (i === 4 ? "inf" : z[3]),
  constant: () => 7,
  huge: (z) => `${z[3]}e200`,
  copy: (z) => z[0],
  sum: (z) => z[0] + 2 * z[1],
  gaps: (z, i) => (i % 9 === 0 ? "" : z[4]),
  empty: () => "NA",
};
const sound: Readonly<Record<string, Cell>> = {
  a: (z) => z[0],
  b: (z) => z[1],
  c: (z) => z[0] + z[2],
};

const isSame = (p: Finding, q: Finding) =>
  p.kind === q.kind && p.severity === q.severity && p.columns.join() === q.columns.join();
const fatalOf = (findings: readonly Finding[]) => findings.filter(({ severity }) => severity === "fatal");
const someFlaws = fc.subarray(Object.keys(flaws), { minLength: 1 });
const withFlaws = (names: readonly string[]) =>
  csv({ ...sound, ...Object.fromEntries(names.map((name) => [name, flaws[name]])) });

describe("the remedies of findings", () => {
  it("are needed for no table but one whose numbers are too large", () => {
    fc.assert(
      fc.property(someFlaws, (names) => {
        const kinds = fatalOf(findingsOf(withFlaws(names))).map(({ kind }) => kind);
        expect(kinds).toEqual(names.includes("huge") ? ["range"] : []);
      }),
      { seed: 2, numRuns: 40 },
    );
  });

  it("remove their finding, each of them, whatever else is wrong", () => {
    const seen = new Set<FindingKind>();
    fc.assert(
      fc.property(someFlaws, (names) => {
        const text = withFlaws(names);
        for (const finding of findingsOf(text)) {
          for (const change of changesOf(finding)) {
            seen.add(finding.kind);
            const after = findingsOf(text, change);
            expect(
              after.filter((other) => isSame(other, finding)),
              `${JSON.stringify(change)}: ${finding.message}`,
            ).toEqual([]);
          }
        }
      }),
      { seed: 1, numRuns: 40 },
    );
    expect([...seen].sort()).toEqual(
      ["discrete", "left-out", "missing", "missing-related", "range", "scales"].filter((kind) =>
        seen.has(kind as FindingKind),
      ),
    );
    expect(seen).toContain("range");
    expect(seen).toContain("missing-related");
  });
});
