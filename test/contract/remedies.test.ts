// What every way out of the data doctor's findings must do: it removes the finding, and the first of each leads to a table that can
// be searched.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Remedy } from "../../src/core/check.ts";
import { tableFromColumns } from "../../src/core/data/columns.ts";
import { scoreFindings } from "../../src/core/data/doctor/category-findings.ts";
import { cellFindings } from "../../src/core/data/doctor/cell-findings.ts";
import { examine } from "../../src/core/data/doctor/doctor.ts";
import type { Finding, FindingKind } from "../../src/core/data/doctor/findings.ts";
import { columnsFromCsv } from "../../src/core/data/text/csv.ts";
import { createRng } from "../../src/core/math/rng.ts";
import { runSpec } from "../../src/core/run/spec.ts";
import { tableFor } from "../../src/core/run/table-for.ts";
import { scores } from "../../src/core/score/scores.ts";
import { trials } from "../long.ts";

/** What is changed of a run: columns left out, and options. */
interface Change {
  readonly without?: readonly string[];
  readonly missing?: "drop";
  readonly score?: string;
  readonly categorical?: readonly string[];
  readonly penaltyWeight?: number;
}

/** The ways out that a program can take by itself. */
function changesOf({ remedies }: Finding): Change[] {
  return remedies!.flatMap(({ act, drop, set }: Remedy) =>
    act === undefined ? [{ ...(drop && { without: drop }), ...set }] : [],
  );
}

/** What the doctor says of a text, as a run that is asked for so would be told. */
function findingsOf(text: string, change: Change = {}): Finding[] {
  const { without = [], missing = "fail", score = "bic", categorical } = change;
  runSpec({ score, ...(categorical && { categorical: [...categorical] }) });
  const takesLabels = (scores[score].takes ?? "numbers") !== "numbers";
  const read = columnsFromCsv(text, takesLabels ? { categorical: "text" } : {});
  const asked = read.filter(({ name }) => !without.includes(name));
  const rows = asked[0].values.length;
  const facts = asked.map(({ name, text: found, missing: count, values }) => {
    const infiniteRow = values.findIndex((x) => Math.abs(x) === Number.POSITIVE_INFINITY) + 1;
    return {
      name,
      missing: count,
      ...(found && { text: found }),
      ...(infiniteRow > 0 && { infiniteRow }),
    };
  });
  const isSound = facts.map((f) => !f.text && f.infiniteRow === undefined && f.missing < rows);
  const sound = asked.filter((_, j) => isSound[j]);
  const inCells = cellFindings(facts, rows, { missing });
  if (sound.length < 2) return inCells;
  const table = tableFor(tableFromColumns(sound, { missing: "drop" }), {
    score,
    categorical: categorical?.filter((name) => sound.some((column) => column.name === name)),
  });
  return [...inCells, ...examine(table), ...scoreFindings(table)];
}

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
const added = (asked: Change, change: Change): Change => ({
  ...asked,
  ...change,
  without: [...(asked.without ?? []), ...(change.without ?? [])],
});
const someFlaws = fc.subarray(Object.keys(flaws), { minLength: 1 });
const withFlaws = (names: readonly string[]) =>
  csv({ ...sound, ...Object.fromEntries(names.map((name) => [name, flaws[name]])) });

describe("the remedies of findings", () => {
  it("removes a fatal finding by each of its ways, whatever else is wrong", () => {
    const seen = new Set<FindingKind>();
    fc.assert(
      fc.property(someFlaws, (names) => {
        const text = withFlaws(names);
        for (const finding of fatalOf(findingsOf(text))) {
          seen.add(finding.kind);
          expect(changesOf(finding).length).toBeGreaterThan(0);
          for (const change of changesOf(finding)) {
            const after = findingsOf(text, change);
            expect(
              after.filter((other) => isSame(other, finding)),
              `${JSON.stringify(change)}: ${finding.message}`,
            ).toEqual([]);
          }
        }
      }),
      { seed: 1, numRuns: trials(25, 60) },
    );
    expect([...seen].sort()).toEqual(
      ["collinear", "constant", "duplicate", "missing", "not-finite", "range", "text"].sort(),
    );
  });

  it("leads to a table that can be searched when the first way is taken again and again", () => {
    fc.assert(
      fc.property(someFlaws, (names) => {
        const text = withFlaws(names);
        let asked: Change = {};
        for (let times = 0; ; times++) {
          const [first] = fatalOf(findingsOf(text, asked));
          if (first === undefined) break;
          expect(times).toBeLessThanOrEqual(names.length + 1);
          asked = added(asked, changesOf(first)[0]);
        }
        expect(asked.without).not.toContain("b");
      }),
      { seed: 2, numRuns: trials(25, 60) },
    );
  });

  it("offers one way for each column of which one can go", () => {
    const [copy] = fatalOf(findingsOf(csv({ ...sound, copy: flaws.copy })));
    expect(copy.remedies).toEqual([{ drop: ["copy"] }, { drop: ["a"] }]);
    const [sum] = fatalOf(findingsOf(csv({ ...sound, sum: flaws.sum })));
    expect(changesOf(sum).map(({ without }) => without)).toEqual([["sum"], ["a"], ["b"]]);
  });

  it("offers to drop rows where that helps, and not where a column has no value at all", () => {
    const [gaps] = fatalOf(findingsOf(csv({ ...sound, gaps: flaws.gaps })));
    expect(changesOf(gaps)).toEqual([{ missing: "drop" }, { without: ["gaps"] }]);
    const [empty] = fatalOf(findingsOf(csv({ ...sound, empty: flaws.empty })));
    expect(changesOf(empty)).toEqual([{ without: ["empty"] }]);
    const dropped = findingsOf(csv({ ...sound, gaps: flaws.gaps }), { missing: "drop" });
    expect(dropped.map(({ severity }) => severity)).toEqual(["note"]);
    expect(changesOf(dropped[0])).toEqual([{ without: ["gaps"] }]);
  });

  it("offers text and few values as categories, to the score that takes the columns there are", () => {
    const few: Cell = (z) => (z[3] > 0 ? 1 : 0);
    const [text] = findingsOf(csv({ ...sound, text: flaws.text }));
    expect(changesOf(text)).toEqual([{ without: ["text"] }, { score: "bic-mixed" }]);
    const [allText] = findingsOf(csv({ text: flaws.text, word: (_, i) => (i % 2 ? "x" : "y") }));
    expect(changesOf(allText)[0]).toEqual({ score: "bdeu" });
    const mixed = csv({ ...sound, few });
    const [note] = findingsOf(mixed);
    expect(note.kind).toBe("discrete");
    expect(changesOf(note)).toEqual([{ score: "bic-mixed", categorical: ["few"] }, { without: ["few"] }]);
    const all = csv({ few, more: (_, i) => i % 4 });
    const [onlyFew] = findingsOf(all);
    expect(changesOf(onlyFew)[0]).toEqual({ score: "bdeu" });
    for (const [table, finding] of [
      [mixed, note],
      [all, onlyFew],
    ] as const)
      for (const change of changesOf(finding))
        expect(findingsOf(table, change).some(({ kind }) => kind === "discrete")).toBe(false);
  });

  it("leaves categories that repeat or name the rows out, by the score that sees them", () => {
    const text = csv({ ...sound, text: flaws.text, hue: flaws.hue, id: (_, i) => `row ${i}` });
    const findings = findingsOf(text, { score: "bic-mixed" });
    const twin = findings.find(({ kind }) => kind === "duplicate")!;
    const label = findings.find(({ kind }) => kind === "identifier")!;
    expect(changesOf(twin).map(({ without }) => without)).toEqual([["text"], ["hue"]]);
    expect(changesOf(label).map(({ without }) => without)).toEqual([["id"]]);
    for (const finding of [twin, label])
      for (const change of changesOf(finding))
        expect(findingsOf(text, added({ score: "bic-mixed" }, change)).some((f) => isSame(f, finding))).toBe(
          false,
        );
  });

  it("raises the penalty where rows are few, and knows no way where they are too few", () => {
    const [few] = findingsOf(csv(sound, 20));
    expect(few).toMatchObject({ kind: "few-rows", severity: "warning" });
    expect(changesOf(few)[0]).toEqual({ penaltyWeight: 2 });
    const [none] = findingsOf(csv(sound, 4));
    expect(none).toMatchObject({ kind: "few-rows", severity: "fatal" });
    expect(changesOf(none)).toEqual([]);
  });
});
