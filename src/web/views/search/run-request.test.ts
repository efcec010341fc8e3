import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { knowledgeOf, type NamedEdge, readKnowledge, runSpec } from "../../../core/index.ts";
import { type Draft, emptyDraft } from "../draft/draft.ts";
import { columnsOf, examineOptionsOf, requestOf } from "./run-request.ts";

const table = { id: "0123456789abcdef", columns: ["age", "school", "income", "city"] };
const draft = (change: Partial<Draft>): Draft => ({ ...emptyDraft, ...change });
const known = (change: Partial<Draft["knowledge"]>): Draft =>
  draft({ knowledge: { ...emptyDraft.knowledge, ...change } });

describe("requestOf", () => {
  it("asks for the table alone where nothing was set", () => {
    expect(requestOf(table, emptyDraft)).toEqual({ table: table.id, options: {}, missing: "fail" });
  });

  it("names the columns only when some are left out, in the order of the table", () => {
    expect(requestOf(table, draft({ without: ["school"] })).columns).toEqual(["age", "income", "city"]);
    expect(requestOf(table, draft({ without: ["gone"] })).columns).toBeUndefined();
  });

  it("hands on what was set", () => {
    const asked = requestOf(
      table,
      draft({ missing: "drop", threads: 2, options: { search: "order", seed: 7 }, truth: "age -> school" }),
    );
    expect(asked).toEqual({
      table: table.id,
      options: { search: "order", seed: 7 },
      missing: "drop",
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
      options: { score: "bic-mixed", categorical: ["city", "school"] },
      truth: [
        ["age", "city"],
        ["age", "school"],
      ],
    });
    expect(options?.knowledge).toEqual({ required: [], forbidden: [], tiers: [["age"], ["school"]] });
    expect(options?.categorical).toEqual(["school"]);
    expect(truth).toEqual([["age", "school"]]);
  });

  it("says nothing of categories when none of them takes part", () => {
    const { options } = requestOf(table, draft({ without: ["city"], options: { categorical: ["city"] } }));
    expect(options).toEqual({});
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
        "knowledge: required 1 (school -> age) contradicts maxParents (0): age has 1 required causes; raise the limit or leave some out",
    );
  });

  it("asks for options that a spec takes, and for columns of the table alone, whatever was said", () => {
    const name = fc.constantFrom(...table.columns);
    const edge = fc.tuple(name, name).filter(([cause, effect]) => cause !== effect);
    const tiers = fc.shuffledSubarray(table.columns).map((names) => [names.slice(0, 1), names.slice(1)]);
    fc.assert(
      fc.property(fc.subarray(table.columns), fc.array(edge), tiers, (without, forbidden, tiers) => {
        const given: Draft = { ...known({ forbidden, tiers }), without };
        const { options, columns = table.columns } = requestOf(table, given);
        expect(columns).toEqual(columnsOf(table, given));
        const { forbidden: pairs = [], tiers: rows = [] } = runSpec(options).knowledge ?? {};
        for (const one of [...pairs, ...rows].flat()) expect(columns).toContain(one);
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});

describe("examineOptionsOf", () => {
  it("asks the doctor about what takes part", () => {
    const given = draft({
      without: ["age"],
      missing: "drop",
      options: { score: "bic-mixed", categorical: ["age", "city"] },
    });
    expect(examineOptionsOf(table, given)).toEqual({
      missing: "drop",
      score: "bic-mixed",
      categorical: ["city"],
      columns: ["school", "income", "city"],
    });
  });
});
