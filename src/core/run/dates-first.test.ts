import { describe, expect, it } from "vitest";
import { run } from "../../../test/discoveries.ts";
import { tableFromCsv } from "../data/columns.ts";
import { withColumns } from "../data/table.ts";
import { createRng } from "../math/rng.ts";
import { verifyCertificate } from "./certificate/certificate.ts";
import { datesFirst } from "./dates-first.ts";
import type { RunOptions } from "./spec.ts";
import { specFor } from "./spec-for.ts";

/** x and y depend on the day; the end follows from both, so that on their own the data would direct edges into it. */
function datedTable(kinds: Readonly<Record<string, string>> = {}) {
  const rng = createRng("dates");
  const date = (days: number) => new Date(864e5 * Math.round(11000 + days)).toISOString().slice(0, 10);
  const rows = Array.from({ length: 300 }, () => {
    const [start, x] = [1000 * rng.uniform(), 50 * rng.normal()];
    const y = 0.05 * start + 20 * rng.normal();
    return [date(start), x, y, date(start + 3 * x + 4 * y + 40 * rng.normal())].join();
  });
  return tableFromCsv(`start,x,y,end\n${rows.join("\n")}\n`, { kinds });
}

const table = datedTable();
const edgesInto = (options: RunOptions, of = table): string[] =>
  (specFor(of, options).spec.knowledge?.forbidden ?? []).map((edge) => edge.join(" → "));
const [startFirst, endFirst] = [
  ["x → start", "y → start"],
  ["x → end", "y → end"],
];

describe("dates", () => {
  it("have no causes among the other variables; edges between them stay free", () => {
    expect(edgesInto({})).toEqual([...startFirst, ...endFirst]);
    expect(edgesInto({ knowledge: "x !-> end" })).toEqual(["x → end", ...startFirst, "y → end"]);
    expect(edgesInto({ knowledge: "root: start" })).toEqual(endFirst);
  });

  it("are variables like any other on request, or as numbers", () => {
    expect(edgesInto({ dates: "any" })).toEqual([]);
    expect(specFor(table, { dates: "any" }).spec.knowledge).toBeUndefined();
    const numbers = tableFromCsv("date,y\n20240305,1\n20240306,3\n20240307,2\n20240309,7\n", {
      kinds: { date: "number" },
    });
    expect(edgesInto({}, numbers)).toEqual([]);
  });

  it("give way to a required cause, a tier, or the statement that they have no effects", () => {
    const lifted = ["end → start", ...startFirst].sort();
    for (const knowledge of ["x -> end", "tier 1: x\ntier 2: end", "leaf: end"])
      expect(edgesInto({ knowledge }).sort()).toEqual(lifted);
    expect(edgesInto({ knowledge: "x -> start -> end" })).toEqual([]);
    expect(edgesInto({ knowledge: "start -> end" })).toEqual([...startFirst, ...endFirst]);
  });

  it("stay so when the spec is resolved again", () => {
    for (const options of [{}, { knowledge: "x -> end" }, { knowledge: "root: start" }]) {
      const { spec } = specFor(table, options);
      expect(specFor(table, JSON.parse(JSON.stringify(spec))).spec).toEqual(spec);
    }
  });
});

describe("a run on a table with dates", () => {
  const intoDates = ({ result }: ReturnType<typeof run>) =>
    result.edges.filter(([cause, effect]) => ["x", "y"].includes(cause) && ["start", "end"].includes(effect));

  it("has no arrow into them, says so, and how to allow it", () => {
    const free = run({ table, options: { dates: "any" } });
    expect(intoDates(free).length).toBeGreaterThan(0);
    const first = run({ table, options: { knowledge: "max parents: 3" } });
    expect(intoDates(first)).toEqual([]);
    const sentence = "dates have no causes among the other variables: start, end";
    expect(first.result.knowledge).toEqual([sentence]);
    expect(datesFirst(first.result)).toMatchObject({ sentence, remedies: [{ set: { dates: "any" } }] });
    expect(datesFirst(free.result)).toBeNull();
  });

  it("marks a direction that follows from it alone", () => {
    const pair = run({ table: { ...withColumns(table, [0, 2]), kinds: table.kinds } });
    expect(pair.result.answer.byKnowledge).toEqual([["start", "y"]]);
  });

  it("says only once what the user stated too", () => {
    const { result } = run({ table, options: { knowledge: "leaf: y\nx !-> start" } });
    expect(result.knowledge).toEqual([
      "y has no effects",
      "dates have no causes among the other variables: start, end",
    ]);
  });

  it("has a certificate that is verified without a condition, unless arrows into dates are allowed", () => {
    const { certificate } = run({ table });
    const conditionsOf = (asked: RunOptions): readonly string[] => {
      const checking = verifyCertificate(certificate!, { table, hash: certificate!.data.hash, asked });
      for (;;) {
        const { value, done } = checking.next();
        if (done) return value.conditions;
      }
    };
    expect(conditionsOf({})).toEqual([]);
    expect(conditionsOf({ dates: "any" })).toEqual([expect.stringContaining("only graphs are compared")]);
  });
});
