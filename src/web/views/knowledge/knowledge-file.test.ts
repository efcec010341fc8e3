import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readKnowledge } from "../../../core/index.ts";
import { type DraftKnowledge, emptyDraft } from "../draft/draft.ts";
import { readDraft } from "./knowledge.ts";
import { knowledgeFrom, knowledgeText, withKnowledge } from "./knowledge-file.ts";

const names = ["age", "school", "net income", "not", 'a "quoted" \\ name', "tier 1: x", "# -> !"];

/** Knowledge without a contradiction: required edges go along the order of the names. */
const someKnowledge: fc.Arbitrary<DraftKnowledge> = fc
  .record({
    pairs: fc.uniqueArray(fc.tuple(fc.nat(names.length - 1), fc.nat(names.length - 1)), {
      selector: ([a, b]) => `${a} ${b}`,
      maxLength: 8,
    }),
    cut: fc.nat(names.length),
    isTiered: fc.boolean(),
    maxParents: fc.option(fc.integer({ min: 6, max: 9 })),
  })
  .map(({ pairs, cut, isTiered, maxParents }) => ({
    required: pairs.filter(([a, b]) => a < b).map(([a, b]) => [names[a], names[b]] as const),
    forbidden: pairs.filter(([a, b]) => a > b).map(([a, b]) => [names[a], names[b]] as const),
    tiers: isTiered ? [names.slice(0, cut), names.slice(cut)].filter((tier) => tier.length > 0) : [],
    maxParents,
  }));

describe("knowledgeText", () => {
  it("is a file that the command line reads", () => {
    const text = knowledgeText({
      required: [["age", "school"]],
      forbidden: [["net income", "age"]],
      tiers: [["age"], [], ["school", "not"]],
      maxParents: 3,
    });
    expect(text).toBe(
      'age -> school\n"net income" !-> age\ntier 1: age\ntier 3: school, "not"\nmax parents: 3\n',
    );
  });

  it("comes back as it went, whatever the names are", () => {
    fc.assert(
      fc.property(someKnowledge, (knowledge) => {
        expect(knowledgeFrom(knowledgeText(knowledge), names)).toEqual(knowledge);
      }),
      { seed: 9, numRuns: 300 },
    );
  });
});

describe("knowledgeFrom", () => {
  it("reads roots, leaves and closed tiers as the forbidden edges that they mean", () => {
    const text =
      'root: age\nleaf: "net income"\ntier 4 closed: school, not\ntier 2: age\nschool -> "net income"\n';
    const known = knowledgeFrom(text, names);
    expect(known.tiers).toEqual([["age"], ["school", "not"]]);
    expect(readDraft(known, names)).toEqual(readKnowledge(text, names));
  });

  it("reads JSON too", () => {
    const given = {
      required: [["age", "school"]],
      tiers: [["age"], { names: ["school", "not"], closed: true }],
    };
    expect(knowledgeFrom(JSON.stringify(given), names)).toEqual({
      ...emptyDraft.knowledge,
      required: [["age", "school"]],
      forbidden: [
        ["school", "not"],
        ["not", "school"],
      ],
      tiers: [["age"], ["school", "not"]],
    });
  });

  it("adds what a statement says to what is known, and takes the opposite back", () => {
    const known = knowledgeFrom("age -> school\n", names);
    const root = knowledgeFrom("root: school\n", names);
    const both = withKnowledge(known, root);
    expect(both.required).toEqual([]);
    expect(both.forbidden).toEqual(root.forbidden);
    expect(withKnowledge(both, known).required).toEqual([["age", "school"]]);
  });

  it("says all that is wrong with a file", () => {
    expect(() => knowledgeFrom("age -> skool\nschool -> age -> school\n", names)).toThrow(
      /line 1 .*names "skool".*school[\s\S]*line 2 .*cycle/,
    );
  });
});
