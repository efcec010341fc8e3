import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tableFromColumns } from "../data/columns.ts";
import { scoreFindings } from "../data/doctor/category-findings.ts";
import { cellFindings } from "../data/doctor/cell-findings.ts";
import { examine } from "../data/doctor/doctor.ts";
import { type Finding, type FindingKind, findingKinds } from "../data/doctor/findings.ts";
import { columnsFromCsv } from "../data/text/csv.ts";
import { createRng } from "../math/rng.ts";
import { runSpec } from "../run/spec.ts";
import { tableFor } from "../run/table-for.ts";
import { scores } from "../score/scores.ts";
import { type RemedyChange, remediesOf } from "./remedies.ts";

/** What the doctor says of a text, as a run that is asked for so would be told. */
function findingsOf(text: string, change: RemedyChange = {}): Finding[] {
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
const added = (asked: RemedyChange, change: RemedyChange): RemedyChange => ({
  ...asked,
  ...change,
  without: [...(asked.without ?? []), ...(change.without ?? [])],
});
const someFlaws = fc.subarray(Object.keys(flaws), { minLength: 1 });
const withFlaws = (names: readonly string[]) =>
  csv({ ...sound, ...Object.fromEntries(names.map((name) => [name, flaws[name]])) });

const ofKind = (kind: FindingKind, remedy = ""): Finding => ({
  kind,
  severity: "warning",
  columns: ["x", "y", "z", "w"],
  message: "",
  meaning: "",
  remedy,
});

describe("remediesOf", () => {
  it("removes a fatal finding by each of its ways, whatever else is wrong", () => {
    const seen = new Set<FindingKind>();
    fc.assert(
      fc.property(someFlaws, (names) => {
        const text = withFlaws(names);
        for (const finding of fatalOf(findingsOf(text))) {
          seen.add(finding.kind);
          expect(remediesOf(finding).length).toBeGreaterThan(0);
          for (const { label, change } of remediesOf(finding)) {
            const after = findingsOf(text, change);
            expect(
              after.filter((other) => isSame(other, finding)),
              `${label}: ${finding.message}`,
            ).toEqual([]);
          }
        }
      }),
      { seed: 1, numRuns: 60 },
    );
    expect([...seen].sort()).toEqual(
      ["collinear", "constant", "duplicate", "missing", "not-finite", "range", "text"].sort(),
    );
  });

  it("leads to a table that can be searched when the first way is taken again and again", () => {
    fc.assert(
      fc.property(someFlaws, (names) => {
        const text = withFlaws(names);
        let asked: RemedyChange = {};
        for (let times = 0; ; times++) {
          const [first] = fatalOf(findingsOf(text, asked));
          if (first === undefined) break;
          expect(times).toBeLessThanOrEqual(names.length + 1);
          asked = added(asked, remediesOf(first)[0].change);
        }
        expect(asked.without).not.toContain("b");
      }),
      { seed: 2, numRuns: 60 },
    );
  });

  it("offers one way for each column of which one can go", () => {
    const [copy] = fatalOf(findingsOf(csv({ ...sound, copy: flaws.copy })));
    expect(remediesOf(copy)).toEqual([
      { label: 'Leave out "copy"', change: { without: ["copy"] } },
      { label: 'Leave out "a"', change: { without: ["a"] } },
    ]);
    const [sum] = fatalOf(findingsOf(csv({ ...sound, sum: flaws.sum })));
    expect(remediesOf(sum).map(({ change }) => change.without)).toEqual([["sum"], ["a"], ["b"]]);
  });

  it("offers to drop rows where that helps, and not where a column has no value at all", () => {
    const [gaps] = fatalOf(findingsOf(csv({ ...sound, gaps: flaws.gaps })));
    expect(remediesOf(gaps).map(({ change }) => change)).toEqual([
      { missing: "drop" },
      { without: ["gaps"] },
    ]);
    const [empty] = fatalOf(findingsOf(csv({ ...sound, empty: flaws.empty })));
    expect(remediesOf(empty).map(({ change }) => change)).toEqual([{ without: ["empty"] }]);
    const dropped = findingsOf(csv({ ...sound, gaps: flaws.gaps }), { missing: "drop" });
    expect(dropped.map(({ severity }) => severity)).toEqual(["note"]);
    expect(remediesOf(dropped[0]).map(({ change }) => change)).toEqual([{ without: ["gaps"] }]);
  });

  it("offers text and few values as categories, to the score that takes the columns there are", () => {
    const few: Cell = (z) => (z[3] > 0 ? 1 : 0);
    const [text] = findingsOf(csv({ ...sound, text: flaws.text }));
    expect(remediesOf(text).map(({ change }) => change)).toEqual([
      { without: ["text"] },
      { score: "bic-mixed" },
    ]);
    const [allText] = findingsOf(csv({ text: flaws.text, word: (_, i) => (i % 2 ? "x" : "y") }));
    expect(remediesOf(allText)[0].change).toEqual({ score: "bdeu" });
    const mixed = csv({ ...sound, few });
    const [note] = findingsOf(mixed);
    expect(note.kind).toBe("discrete");
    expect(remediesOf(note)).toEqual([
      {
        label: 'Take "few" as categories (score bic-mixed)',
        change: { score: "bic-mixed", categorical: ["few"] },
      },
      { label: 'Leave out "few"', change: { without: ["few"] } },
    ]);
    const all = csv({ few, more: (_, i) => i % 4 });
    const [onlyFew] = findingsOf(all);
    expect(remediesOf(onlyFew)[0].change).toEqual({ score: "bdeu" });
    for (const [table, finding] of [
      [mixed, note],
      [all, onlyFew],
    ] as const)
      for (const { change } of remediesOf(finding))
        expect(findingsOf(table, change).some(({ kind }) => kind === "discrete")).toBe(false);
  });

  it("leaves categories that repeat or name the rows out, by the score that sees them", () => {
    const text = csv({ ...sound, text: flaws.text, hue: flaws.hue, id: (_, i) => `row ${i}` });
    const findings = findingsOf(text, { score: "bic-mixed" });
    const twin = findings.find(({ kind }) => kind === "duplicate")!;
    const label = findings.find(({ kind }) => kind === "identifier")!;
    expect(remediesOf(twin).map(({ change }) => change.without)).toEqual([["text"], ["hue"]]);
    expect(remediesOf(label).map(({ change }) => change.without)).toEqual([["id"]]);
    for (const finding of [twin, label])
      for (const { change } of remediesOf(finding))
        expect(findingsOf(text, added({ score: "bic-mixed" }, change)).some((f) => isSame(f, finding))).toBe(
          false,
        );
  });

  it("decides for every kind of finding", () => {
    for (const kind of findingKinds)
      for (const { label, change } of remediesOf(ofKind(kind))) {
        expect(label).toMatch(/^[A-Z][a-z]+ /);
        expect(Object.keys(change).length).toBeGreaterThan(0);
      }
  });

  it("knows also where nothing but the person helps", () => {
    for (const kind of ["outliers", "rare-labels", "repeated-rows"] as const) {
      expect(remediesOf(ofKind(kind))).toEqual([]);
      expect(remediesOf(ofKind(kind))).toEqual([]);
    }
    for (const kind of ["near-deterministic", "sparse", "identifier"] as const)
      expect(remediesOf(ofKind(kind)).map(({ label }) => label)).toEqual(
        ["x", "y", "z", "w"].map((name) => `Leave out "${name}"`),
      );
    expect(remediesOf(ofKind("scales"))[0].change).toEqual({ score: "bic" });
    expect(remediesOf(ofKind("score", "use --score bic-mixed"))[1]).toEqual({
      label: 'Leave out "x", "y", "z" and 1 more and use the score bic',
      change: { without: ["x", "y", "z", "w"], score: "bic" },
    });
  });

  it("raises the penalty where rows are few, and knows no way where they are too few", () => {
    const [few] = findingsOf(csv(sound, 20));
    expect(few).toMatchObject({ kind: "few-rows", severity: "warning" });
    expect(remediesOf(few)[0].change).toEqual({ penaltyWeight: 2 });
    const [none] = findingsOf(csv(sound, 4));
    expect(none).toMatchObject({ kind: "few-rows", severity: "fatal" });
    expect(remediesOf(none)).toEqual([]);
  });
});
