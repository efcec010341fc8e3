import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalogue, type Remedy, type wire } from "../../../core/index.ts";
import { type Draft, emptyDraft } from "../draft/draft.ts";
import { draftChanges, isRemedied, openWays, withAllRemedies } from "./remedies.ts";
import { titlesOf } from "./setting-fields.ts";

type Finding = wire.Findings["findings"][number];

const finding = (columns: string[], remedies: Finding["remedies"]): Finding => ({
  kind: "constant",
  severity: "fatal",
  columns,
  remedies,
  remedy: "",
  message: "",
  meaning: "",
});
const draft = (change: Partial<Draft>): Draft => ({ ...emptyDraft, ...change });
const each = (...names: string[]) => names.map((name) => ({ drop: [name] }));
const labels = (remedies: Remedy[], given: Draft) => openWays(remedies, given).map(({ label }) => label);

describe("openWays", () => {
  it("offers what is not taken yet, and not again what is", () => {
    expect(labels(each("a", "b"), emptyDraft)).toEqual(['Leave out "a"', 'Leave out "b"']);
    expect(labels(each("a", "b"), draft({ without: ["a"] }))).toEqual(['Leave out "b"']);
  });

  it("does not offer the score that is used already, said or not", () => {
    const plain = [{ set: { score: "bic" } }];
    expect(labels(plain, emptyDraft)).toEqual(["Use the score bic"]);
    expect(openWays(plain, emptyDraft, { score: "bic" })).toEqual([]);
    expect(labels(plain, draft({ options: { score: "bic" } }))).toEqual([]);
    expect(labels(plain, draft({ options: { score: "gp" } }))).toEqual(["Use the score bic"]);
  });

  it("offers nothing that only a person can do, nor what the file would have to be read anew for", () => {
    const remedies = [{ act: "add rows" }, { when: "if it is data", set: { header: "no" } }];
    expect(labels(remedies, emptyDraft)).toEqual([]);
    expect(openWays(undefined, emptyDraft)).toEqual([]);
  });

  it("says in an order what it does", () => {
    const remedies = [
      { set: { missing: "drop" } },
      { set: { score: "bic-mixed", categorical: ["x"] } },
      { drop: ["a", "b", "c", "d"], set: { score: "bdeu" } },
      { set: { penaltyWeight: 2 } },
      { set: { reward: "episodic" } },
    ];
    expect(labels(remedies, emptyDraft)).toEqual([
      "Drop rows with missing values",
      'Use the score bic-mixed and treat "x" as categories',
      'Leave out "a", "b", "c" and "d" and use the score bdeu',
      "Multiply the penalty of each edge by 2",
      "Set reward to episodic",
    ]);
  });

  it("adds to what is left out, and to what is said of columns, without repeating", () => {
    const before = draft({ without: ["a"], kinds: { c: "category" }, options: { seed: 3 } });
    const remedy = { drop: ["a", "b"], set: { score: "bic-mixed", categorical: ["c", "d"] } };
    expect(openWays([remedy], before)[0].draft).toEqual(
      draft({
        without: ["a", "b"],
        kinds: { c: "category", d: "category" },
        options: { seed: 3, score: "bic-mixed" },
      }),
    );
  });

  it("says what columns are, which then take part, and does not repeat the score that is used anyway", () => {
    const before = draft({ without: ["a"] });
    const [keep, mixed] = openWays(
      [{ set: { kinds: { a: "category" } } }, { set: { score: "bic-mixed", categorical: ["b"] } }],
      before,
      { score: "bic-mixed" },
    );
    expect(keep).toEqual({ label: 'Treat "a" as categories', draft: draft({ kinds: { a: "category" } }) });
    expect(mixed).toEqual({
      label: 'Treat "b" as categories',
      draft: draft({ without: ["a"], kinds: { b: "category" } }),
    });
  });

  it("takes options out, and sets those of the search where they are", () => {
    const choices = catalogue();
    const given = draft({ threads: 2, options: { search: "corl", penalty: "runs", options: { batch: 8 } } });
    const titles = titlesOf(choices, given.options, "bic");
    const remedies = [
      { unset: ["penalty"] },
      { unset: ["batch"] },
      { unset: ["threads"] },
      { set: { reward: "episodic" } },
      { set: { search: "rl" } },
    ];
    const ways = openWays(remedies, given, { choices, titles });
    expect(ways[1].label).toBe("Leave “Batch” out");
    expect(ways.map(({ draft: taken }) => ({ threads: taken.threads, ...taken.options }))).toEqual([
      { threads: 2, search: "corl", options: { batch: 8 } },
      { threads: 2, search: "corl", penalty: "runs" },
      { threads: null, search: "corl", penalty: "runs", options: { batch: 8 } },
      { threads: 2, search: "corl", penalty: "runs", options: { batch: 8, reward: "episodic" } },
      { threads: 2, search: "rl", penalty: "runs", options: { batch: 8 } },
    ]);
  });

  it("offers nothing that taking would leave as it was, whatever is taken", () => {
    const remedies: Remedy[] = [
      { set: { missing: "drop" } },
      ...each("a", "b"),
      { set: { penaltyWeight: 2 } },
      { set: { score: "bic-mixed", categorical: ["a", "c"] } },
      { set: { kinds: { b: "number", c: "ordered: x < y" } } },
      { unset: ["penaltyWeight"] },
    ];
    const names = fc.subarray(["a", "b", "c"]);
    const drafts = fc.record({
      without: names,
      kinds: fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom("number", "category")),
      options: fc.record({
        penaltyWeight: fc.constantFrom(1, 2),
        score: fc.constantFrom("bic", "bic-mixed"),
      }),
    });
    fc.assert(
      fc.property(drafts, fc.constantFrom(...remedies), (fields, one) => {
        const given = draft(fields);
        for (const { draft: taken } of openWays([one], given)) {
          expect(taken).not.toEqual(given);
          expect(openWays([one], taken)).toEqual([]);
        }
      }),
      { seed: 5, numRuns: 200 },
    );
  });
});

describe("isRemedied", () => {
  it("is so once any of the ways out of a finding is taken, and not before", () => {
    const twins = finding(["a", "b"], each("a", "b"));
    expect(isRemedied(twins, emptyDraft)).toBe(false);
    expect(isRemedied(twins, draft({ without: ["c"] }))).toBe(false);
    expect(isRemedied(twins, draft({ without: ["b"] }))).toBe(true);
  });
});

describe("withAllRemedies", () => {
  it("takes the first way of each, and none of a finding whose column is gone already", () => {
    const gaps = (name: string) => finding([name], [{ set: { missing: "drop" } }, ...each(name)]);
    const findings = [
      finding(["x"], each("x")),
      finding(["a", "b"], each("a", "b")),
      finding(["a", "c"], each("a", "c")),
      gaps("x"),
      gaps("d"),
    ];
    expect(withAllRemedies(emptyDraft, findings)).toMatchObject({
      without: ["x", "a"],
      options: { missing: "drop" },
    });
  });

  it("takes a way that helps several findings once", () => {
    const text = (name: string) =>
      finding([name], [{ act: "correct the cell" }, { set: { score: "bdeu" } }, ...each(name)]);
    expect(withAllRemedies(emptyDraft, [text("a"), text("b")])).toMatchObject({
      without: [],
      options: { score: "bdeu" },
    });
  });
});

describe("a column that could be used", () => {
  it("is not left out by resolving all", () => {
    const text = finding(["a"], [{ drop: ["a"] }, { set: { kinds: { a: "category" } } }]);
    expect(withAllRemedies(emptyDraft, [text])).toEqual(draft({ kinds: { a: "category" } }));
  });
});

describe("draftChanges", () => {
  it("has nothing to take back of an empty draft", () => {
    expect(draftChanges(emptyDraft)).toEqual([]);
  });

  it("takes back one thing each, until nothing is left", () => {
    let given = draft({
      without: ["a", "b"],
      kinds: { c: "category" },
      options: { score: "bic-mixed", penaltyWeight: 2, seed: 4 },
    });
    const labels = draftChanges(given).map(({ label }) => label);
    expect(labels).toEqual([
      "excluded: a",
      "excluded: b",
      "c: category",
      "score: bic-mixed",
      "penalty of an edge: 2 times",
    ]);
    for (let left = labels.length; left > 0; left--) {
      expect(draftChanges(given)).toHaveLength(left);
      given = { ...given, ...draftChanges(given)[0].back };
    }
    expect(JSON.parse(JSON.stringify(given))).toEqual(draft({ options: { seed: 4 } }));
  });
});
