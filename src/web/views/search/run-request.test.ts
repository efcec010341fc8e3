import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { knowledgeOf, type NamedEdge, readKnowledge, runSpec } from "../../../core/index.ts";
import { type Draft, emptyDraft } from "../draft/draft.ts";
import { examineOptionsOf, requestOf as requestWith } from "./run-request.ts";

const table = { id: "0123456789abcdef", columns: ["age", "school", "income", "city"] };
/** Where every column that is not left out takes part. */
const requestOf = (of: typeof table, given: Draft) =>
  requestWith(
    of,
    given,
    of.columns.filter((name) => !given.without.includes(name)),
  );
const draft = (change: Partial<Draft>): Draft => ({ ...emptyDraft, ...change });
const known = (change: Partial<Draft["knowledge"]>): Draft =>
  draft({ knowledge: { ...emptyDraft.knowledge, ...change } });

describe("requestOf", () => {
  it("asks for the table alone where nothing was set", () => {
    expect(requestOf(table, emptyDraft)).toEqual({ table: table.id, options: {} });
  });

  it("names the columns that are left out, in the order of the table, and what the others are", () => {
    const given = draft({
      without: ["income", "school", "gone"],
      kinds: { school: "ordered: low < high", city: "category", gone: "number" },
    });
    const { exclude, kinds, columns } = requestOf(table, given);
    expect([exclude, kinds, columns]).toEqual([["school", "income"], { city: "category" }, undefined]);
    expect(requestOf(table, draft({ without: ["gone"] })).exclude).toBeUndefined();
  });

  it("hands on what was set", () => {
    const asked = requestOf(
      table,
      draft({ threads: 2, options: { search: "order", seed: 7, missing: "drop" }, truth: "age -> school" }),
    );
    expect(asked).toEqual({
      table: table.id,
      options: { search: "order", seed: 7, missing: "drop" },
      threads: 2,
      truth: "age -> school",
    });
  });

  it("says tiers as tiers, without those in which nobody is", () => {
    const { options } = requestOf(table, known({ tiers: [[], ["age"], [], ["school", "city"]] }));
    expect(options?.knowledge).toEqual({ required: [], forbidden: [], tiers: [["age"], ["school", "city"]] });
  });

  it("is the knowledge that the command line would read from the file", () => {
    const edges: NamedEdge[] = [["age", "school"]];
    const { options } = requestOf(
      table,
      known({ required: edges, tiers: [["age"], ["income"]], maxParents: 2 }),
    );
    const text = "age -> school\ntier 1: age\ntier 2: income\nmax parents: 2\n";
    expect(knowledgeOf(runSpec(options).knowledge, table.columns)).toEqual(
      readKnowledge(text, table.columns),
    );
  });

  it("drops what was said of a column that is left out", () => {
    const { options, truth } = requestOf(table, {
      ...known({
        required: [["age", "city"]],
        forbidden: [["city", "age"]],
        tiers: [["age", "city"], ["school"]],
      }),
      without: ["city"],
      truth: [
        ["age", "city"],
        ["age", "school"],
      ],
    });
    expect(options?.knowledge).toEqual({ required: [], forbidden: [], tiers: [["age"], ["school"]] });
    expect(truth).toEqual([["age", "school"]]);
  });

  it("drops what was said of a column that takes no part though it was not left out by hand", () => {
    const given = known({ required: [["age", "city"]], tiers: [["age"], ["city", "school"]] });
    expect(requestWith(table, given, ["age", "school"])).toEqual({
      table: table.id,
      options: { knowledge: { required: [], forbidden: [], tiers: [["age"], ["school"]] } },
    });
  });

  it("leaves knowledge out that restricts nothing", () => {
    expect(requestOf(table, known({ tiers: [["age"], []], maxParents: 3 })).options).toEqual({});
  });

  it("refuses knowledge that contradicts itself, with all sentences", () => {
    const contradicting = known({
      required: [["school", "age"]],
      tiers: [["age"], ["school"]],
      maxParents: 0,
    });
    expect(() => requestOf(table, contradicting)).toThrow(
      "knowledge: required 1 (school -> age) contradicts tiers 1 (age) and tiers 2 (school): school in tier 2 cannot cause age in tier 1; leave one out\n" +
        "knowledge: required 1 (school -> age) contradicts maxParents (0): age has 1 required cause; raise the limit or leave some out",
    );
  });

  it("asks for options that a spec takes, and for columns of the table alone, whatever was said", () => {
    const name = fc.constantFrom(...table.columns);
    const edge = fc.tuple(name, name).filter(([cause, effect]) => cause !== effect);
    const tiers = fc.shuffledSubarray(table.columns).map((names) => [names.slice(0, 1), names.slice(1)]);
    fc.assert(
      fc.property(fc.subarray(table.columns), fc.array(edge), tiers, (without, forbidden, tiers) => {
        const given: Draft = { ...known({ forbidden, tiers }), without };
        const { options, exclude = [] } = requestOf(table, given);
        const columns = table.columns.filter((one) => !exclude.includes(one));
        const { forbidden: pairs = [], tiers: rows = [] } = runSpec(options).knowledge ?? {};
        for (const one of [...pairs, ...rows].flat()) expect(columns).toContain(one);
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});

describe("examineOptionsOf", () => {
  const column = (missing: number) => ({ name: "", n: 9, missing, distinct: 9, numbers: null, labels: [] });
  const whole = { ...table, statistics: [column(0)] };

  it("asks the doctor about what takes part", () => {
    const given = draft({
      without: ["age"],
      kinds: { age: "number", city: "category" },
      options: { score: "bic-mixed", missing: "drop", seed: 2, search: "rl" },
    });
    expect(examineOptionsOf(whole, given)).toEqual({
      missing: "drop",
      score: "bic-mixed",
      exclude: ["age"],
      kinds: { city: "category" },
    });
    expect(examineOptionsOf(whole, emptyDraft)).toEqual({});
  });

  it("says what is to be run where there are gaps", () => {
    const gaps = { ...table, statistics: [column(0), column(2)] };
    const given = draft({ options: { search: "rl", seed: 2 } });
    expect(examineOptionsOf(gaps, given)).toEqual({ options: { search: "rl" } });
    expect(examineOptionsOf(gaps, emptyDraft)).toEqual({});
  });
});
