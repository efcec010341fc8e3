import { describe, expect, it } from "vitest";
import { emptyDraft } from "../draft/draft.ts";
import {
  endsOf,
  inTier,
  isNothing,
  knowledgeWords,
  partOf,
  readDraft,
  waitingEdges,
  withEdge,
  withEnd,
  withoutEdge,
  withoutTier,
  withTiers,
} from "./knowledge.ts";

const names = ["a", "b", "c"];

describe("edges", () => {
  it("are stated once, and change when the opposite is stated", () => {
    const once = withEdge(withEdge(emptyDraft.knowledge, "required", ["a", "b"]), "required", ["a", "b"]);
    expect(once.required).toEqual([["a", "b"]]);
    const turned = withEdge(once, "forbidden", ["a", "b"]);
    expect(turned).toEqual({ ...emptyDraft.knowledge, forbidden: [["a", "b"]] });
    expect(isNothing(withoutEdge(turned, ["a", "b"]))).toBe(true);
  });

  it("wait for a column that is left out", () => {
    const both = withEdge(withEdge(emptyDraft.knowledge, "required", ["a", "b"]), "forbidden", ["b", "c"]);
    expect(waitingEdges(both, names)).toBe(0);
    expect(waitingEdges(both, ["b", "c"])).toBe(1);
    expect(waitingEdges(both, ["a", "c"])).toBe(2);
  });

  it("of one direction leave the other alone", () => {
    const both = withEdge(withEdge(emptyDraft.knowledge, "required", ["a", "b"]), "forbidden", ["b", "a"]);
    expect(withoutEdge(both, ["a", "b"]).forbidden).toEqual([["b", "a"]]);
  });
});

describe("tiers", () => {
  it("hold a variable in one place alone", () => {
    const first = inTier(emptyDraft.knowledge, "a", 0);
    const second = inTier(inTier(first, "b", 1), "a", 1);
    expect(second.tiers).toEqual([[], ["b", "a"]]);
    expect(inTier(second, "a", -1).tiers).toEqual([[], ["b"]]);
  });

  it("move up when an earlier one is taken away, and its variables are free", () => {
    const known = inTier(inTier(withTiers(emptyDraft.knowledge, 1), "a", 0), "b", 2);
    expect(known.tiers).toEqual([["a"], [], ["b"]]);
    const less = withoutTier(known, 0);
    expect(less.tiers).toEqual([[], ["b"]]);
  });
});

describe("readDraft", () => {
  it("keeps silent about variables that do not take part, and keeps what was said of them", () => {
    const known = inTier(withEdge(emptyDraft.knowledge, "required", ["a", "gone"]), "gone", 0);
    expect(partOf(known, names)).toEqual({ ...emptyDraft.knowledge, tiers: [[]] });
    expect([...readDraft(known, names).required]).toEqual(new Array(9).fill(0));
    expect(known.required).toEqual([["a", "gone"]]);
  });

  it("tells a cycle with the statements that form it", () => {
    const around = withEdge(withEdge(emptyDraft.knowledge, "required", ["a", "b"]), "required", ["b", "a"]);
    expect(() => readDraft(around, names)).toThrow(
      "knowledge: required 1 (a -> b) and required 2 (b -> a) contradict each other: the required edges form the cycle a → b → a; leave one out",
    );
  });
});

it("is summed up by what is said, empty tiers left out", () => {
  expect(knowledgeWords(emptyDraft.knowledge)).toBe("");
  const said = inTier({ ...emptyDraft.knowledge, maxParents: 3 }, "a", 1);
  expect(knowledgeWords(withEdge(said, "required", ["a", "b"]))).toBe(
    "1 edge required, 1 tier, at most 3 parents per variable",
  );
});

describe("withEnd", () => {
  const all = ["sex", "age", "fare", "survived"];
  const first = (name: string, isIn = true) => ({ end: "first", name, isIn }) as const;
  const last = (name: string, isIn = true) => ({ end: "last", name, isIn }) as const;

  it("has the first ones in a tier that no other causes, and the outcome in one that causes no other", () => {
    const two = withEnd(withEnd(emptyDraft.knowledge, all, first("sex")), all, first("age"));
    expect(two.tiers).toEqual([
      ["sex", "age"],
      ["fare", "survived"],
    ]);
    const three = withEnd(two, all, last("survived"));
    expect(three.tiers).toEqual([["sex", "age"], ["fare"], ["survived"]]);
    expect(endsOf(three)).toEqual({ first: ["sex", "age"], last: ["survived"] });
    const { forbidden } = readDraft(three, all);
    const isForbidden = (cause: string, effect: string) =>
      forbidden[all.indexOf(cause) * all.length + all.indexOf(effect)] === 1;
    expect(all.filter((cause) => isForbidden(cause, "age"))).toEqual(["fare", "survived"]);
    expect(all.filter((effect) => isForbidden("survived", effect))).toEqual(["sex", "age", "fare"]);
  });

  it("has a variable at one end, and nothing where nobody is at either", () => {
    const moved = withEnd(withEnd(emptyDraft.knowledge, all, first("age")), all, last("age"));
    expect(moved.tiers).toEqual([[], ["sex", "fare", "survived"], ["age"]]);
    expect(withEnd(moved, all, last("age", false))).toEqual(emptyDraft.knowledge);
  });

  it("leaves what was stated otherwise, and does not read more tiers than three", () => {
    const stated = withEdge(emptyDraft.knowledge, "required", ["age", "fare"]);
    expect(withEnd(stated, all, first("age")).required).toEqual([["age", "fare"]]);
    expect(endsOf(withTiers(emptyDraft.knowledge, 4))).toBeNull();
  });
});
