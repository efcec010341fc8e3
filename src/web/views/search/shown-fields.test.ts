import { expect, test } from "vitest";
import { choices, type RunOptions } from "../../../core/index.ts";
import { fieldsOf, pruningReads, titlesOf } from "./shown-fields.ts";

const all = choices();
const namesOf = (options: RunOptions): string[] =>
  Object.values(fieldsOf(all, options))
    .flat()
    .map(({ name }) => name);

test("a pruning reads what its description names", () => {
  for (const { name, describes } of all.prunings)
    expect(pruningReads[name], name).toBe(/--(threshold|alpha|tolerance)/.exec(describes)?.[1]);
  expect(Object.keys(pruningReads).filter((name) => !all.prunings.some((p) => p.name === name))).toEqual([]);
});

test("a field is shown where the score, the pruning or the search reads it", () => {
  expect(namesOf({})).not.toContain("equivalentSampleSize");
  expect(namesOf({ score: "bdeu" })).toContain("equivalentSampleSize");
  expect(namesOf({ prune: "cam" })).toContain("alpha");
  expect(fieldsOf(all, { search: "rl" }).ofPruning.map(({ name }) => name)).toEqual(["threshold"]);
  expect(fieldsOf(all, { search: "exact" }).agent).toEqual([]);
  expect(fieldsOf(all, { search: "rl" }).agent.map(({ name }) => name)).toContain("iterations");
});

test("starts are offered to agents and to searches that begin several times", () => {
  const offered = all.searches
    .map(({ name }) => name)
    .filter((search) => namesOf({ search }).includes("restarts"));
  const isAgent = (search: string) => all.searches.some(({ name, isAgent }) => name === search && isAgent);
  expect(offered.filter((search) => !isAgent(search)).sort()).toEqual([
    "both",
    "hill-climb",
    "ica-lingam",
    "order",
  ]);
  expect(all.searches.filter(({ isAgent }) => isAgent).every(({ name }) => offered.includes(name))).toBe(
    true,
  );
});

test("every field that is shown has a title", () => {
  const titles = titlesOf(all, { search: "rl" });
  for (const name of [...namesOf({ search: "rl" }), "threads", "search", "score", "prune", "truth"])
    expect(titles[name], name).toMatch(/\S/);
});
