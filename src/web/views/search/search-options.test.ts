import { expect, test } from "vitest";
import { catalogue, runSpec } from "../../../core/index.ts";
import { grouped } from "./guided-choice.tsx";
import { fitNote, whyNot, withOption, withScore, withSearch, withSearchOption } from "./search-options.ts";

const there = catalogue();

test("an option that is taken out leaves nothing behind", () => {
  const options = withSearchOption(withOption({}, "seed", 3), "batch", 8);
  expect(options).toEqual({ seed: 3, options: { batch: 8 } });
  expect(withOption(withSearchOption(options, "batch", undefined), "seed", undefined)).toEqual({});
});

test("whatever is chosen after whatever, the options are ones that the engine takes", () => {
  const scores = there.scores.map(({ name }) => name);
  const names = ["auto", ...there.searches.map(({ name }) => name)];
  let options = {};
  for (const [k, search] of names.entries()) {
    options = withScore(withSearch(options, search, there), scores[k % scores.length], there);
    expect(() => runSpec(options), JSON.stringify(options)).not.toThrow();
    // Fill in all that can be said now, so that the next choice has something to drop.
    const reads = there.scores[k % scores.length].options.map(({ name }) => name);
    if (reads.includes("penaltyWeight")) options = withOption(options, "penaltyWeight", 2);
    if (reads.includes("equivalentSampleSize")) options = withOption(options, "equivalentSampleSize", 5);
    if (reads.includes("categorical")) options = withOption(options, "categorical", ["a"]);
    const entry = there.searches.find(({ name }) => name === search);
    if (entry?.hasRestarts) options = withOption(options, "restarts", 5);
    for (const name of ["iterations", "threshold"])
      if (entry?.options.some((option) => option.name === name)) options = withSearchOption(options, name, 1);
    expect(() => runSpec(options), JSON.stringify(options)).not.toThrow();
  }
});

test("the defaults are not kept", () => {
  expect(withScore(withSearch({ search: "rl", score: "bge" }, "auto", there), "auto", there)).toEqual({});
});

test("a score of numbers says why it cannot take labels, a score of labels what it makes of numbers", () => {
  const of = (wanted: string) => there.scores.find(({ name }) => name === wanted)!;
  expect(whyNot(of("bic"), ["number", "category"])).toBe(
    "numeric columns only, and one column is categorical",
  );
  expect(whyNot(of("bic"), ["number", "binary", "ordered", "date"])).toBeNull();
  expect(whyNot(of("bdeu"), ["number", "category"])).toBeNull();
  expect(fitNote(of("bdeu"), ["number", "date", "binary"])).toBe(
    "2 numeric columns will be treated as categorical, with one category per distinct value.",
  );
  expect(fitNote(of("bic-mixed"), ["number"])).toBeNull();
});

test("searches and scores stand in groups, each once, with when to take it", () => {
  for (const entries of [there.searches, there.scores]) {
    const groups = grouped(entries);
    expect(groups.flatMap((members) => members.map(({ name }) => name)).sort()).toEqual(
      entries.map(({ name }) => name).sort(),
    );
    for (const [{ group }] of groups) expect(group.title.length).toBeGreaterThan(3);
    for (const { when } of entries) expect(when).toMatch(/\.$/);
  }
});
