import { expect, test } from "vitest";
import { choices, runSpec, searches } from "../../../core/index.ts";
import { guided, scoreGuide, searchGuide } from "./search-guide.ts";
import {
  agentReads,
  fittingScore,
  takenAs,
  whyNot,
  withInner,
  withOption,
  withScore,
  withSearch,
} from "./search-options.ts";

const there = choices();

test("an option that is taken out leaves nothing behind", () => {
  const options = withInner(withOption({}, "seed", 3), "rl", "batch", 8);
  expect(options).toEqual({ seed: 3, rl: { batch: 8 } });
  expect(withOption(withInner(options, "rl", "batch", undefined), "seed", undefined)).toEqual({});
});

test("whatever is chosen after whatever, the options are ones that the engine takes", () => {
  const scores = there.scores.map(({ name }) => name);
  const names = ["auto", ...Object.keys(searches)];
  let options = {};
  for (const [k, search] of names.entries()) {
    options = withScore(withSearch(options, search, there), scores[k % scores.length], there);
    expect(() => runSpec(options), JSON.stringify(options)).not.toThrow();
    // Fill in all that can be said now, so that the next choice has something to drop.
    const reads = there.scores[k % scores.length].reads;
    if (reads.includes("penaltyWeight")) options = withOption(options, "penaltyWeight", 2);
    if (reads.includes("equivalentSampleSize")) options = withOption(options, "equivalentSampleSize", 5);
    if (reads.includes("categorical")) options = withOption(options, "categorical", ["a"]);
    const entry = there.searches.find(({ name }) => name === search);
    if (entry?.rl.includes("iterations")) options = withInner(options, "rl", "iterations", 7);
    if (entry?.settings.some(({ name }) => name === "threshold"))
      options = withInner(options, "settings", "threshold", 1);
    expect(() => runSpec(options), JSON.stringify(options)).not.toThrow();
  }
});

test("the defaults are not kept", () => {
  expect(withScore(withSearch({ search: "rl", score: "bge" }, "auto", there), "bic", there)).toEqual({});
});

test("the order agent reads the network's options with the encoder's policy alone", () => {
  const entry = there.searches.find(({ name }) => name === "rl-order")!;
  expect(agentReads(entry)).not.toContain("hidden");
  expect(agentReads(entry, { policy: "encoder" })).toContain("hidden");
});

test("a score is found for every kind of table, and it can take it", () => {
  for (const kinds of [["number"], ["category"], ["number", "category"]] as const) {
    const score = there.scores.find(({ name }) => name === fittingScore(kinds))!;
    expect(whyNot(score, kinds)).toBeNull();
  }
});

test("a score of numbers says why it cannot take labels, a score of labels what it makes of numbers", () => {
  const of = (wanted: string) => there.scores.find(({ name }) => name === wanted)!;
  expect(whyNot(of("bic"), ["number", "category"])).toBe(
    "takes numbers only, and a column of the table holds labels",
  );
  expect(whyNot(of("bdeu"), ["number", "category"])).toBeNull();
  expect(takenAs(of("bdeu"), ["number", "number"])).toBe(
    "2 columns of numbers will be taken as labels, one for each distinct value.",
  );
  expect(takenAs(of("bic-mixed"), ["number"])).toBeNull();
});

test("the guide knows every search and every score, and none that is not there", () => {
  for (const [guide, names] of [
    [searchGuide, ["auto", ...there.searches.map(({ name }) => name)]],
    [scoreGuide, there.scores.map(({ name }) => name)],
  ] as const) {
    const told = guide.flatMap(({ entries }) => entries.map(({ name }) => name));
    expect([...told].sort()).toEqual([...names].sort());
    expect(guided(guide, names)).toHaveLength(guide.length);
  }
});

test("what the guide does not know stands at its end", () => {
  const groups = guided(searchGuide, ["exact", "novel"]);
  expect(groups.map(({ entries }) => entries.map(({ name }) => name))).toEqual([["exact"], ["novel"]]);
});
