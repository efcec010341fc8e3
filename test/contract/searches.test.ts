// Every search has its file of the contract (searches/), and is refused before it starts where the table or the score is not what
// its definition says that it needs. (What it does with a table of covariances is in covariances.test.ts.)

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/core/check.ts";
import { edgeList } from "../../src/core/graph/graph.ts";
import { createRng } from "../../src/core/math/rng.ts";
import type { Discovery } from "../../src/core/run/discovery/discovery.ts";
import type { RunOptions } from "../../src/core/run/spec.ts";
import type { Need } from "../../src/core/search/definition.ts";
import { searches } from "../../src/core/search/searches.ts";
import { run } from "../discoveries.ts";
import { randomTable, suited } from "../problems.ts";
import { stepsOf } from "./search-steps.ts";

it("every search has a file of its name that holds it against the contract, and there are no others but variants", () => {
  const folder = new URL("./searches/", import.meta.url);
  const files = readdirSync(folder).map((file) => file.replace(/\.test\.ts$/, ""));
  // A file of its own for a search with an option that changes most of it: NAME-OPTION.
  const searchOf = (file: string) => (Object.hasOwn(searches, file) ? file : file.replace(/-[^-]+$/, ""));
  expect([...new Set(files.map(searchOf))].sort()).toEqual(Object.keys(searches).sort());
  for (const file of files)
    expect(readFileSync(new URL(`${file}.test.ts`, folder), "utf8")).toContain(
      `searchContract("${searchOf(file)}"`,
    );
});

const table = randomTable(createRng("labels"), 3, 60);
const labelled = suited(table, "mixed");

/** A run in which this is missing. */
const without: Readonly<Record<Exclude<Need, "rows">, Omit<Discovery, "now">>> = {
  numbers: { table: labelled, options: { score: "bic-mixed" } },
  terms: { table, options: { score: "own:size" }, userScore: () => (graph) => -edgeList(graph).length },
  equivalence: { table, options: { score: "bic-equal-variance" } },
};

function refusalOf(work: () => unknown): InputError {
  try {
    work();
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error("not refused");
}

describe("a search that needs", () => {
  const asked = Object.keys(searches).map((search): RunOptions => ({ search }));
  const byOptions: RunOptions[] = [
    { search: "ges", options: { extended: true } },
    { search: "corl", options: { reward: "stepwise" } },
  ];
  for (const [need, given] of Object.entries(without) as [keyof typeof without, Discovery][]) {
    const needing = [...asked, ...byOptions].filter(({ search, options = {} }) =>
      searches[search!].needs?.(options).includes(need),
    );
    it.each(needing)(`${need} is refused without: $search $options`, (options) => {
      const discovered = (more: RunOptions) =>
        run({ ...given, options: { ...given.options, ...more, optimum: "never", panel: "never" } });
      const { sentence, field, remedies } = refusalOf(() => discovered(options));
      expect(sentence).toMatch(new RegExp(`^${options.search}( with |: )`));
      const isByDefault = searches[options.search!].needs!({}).includes(need);
      expect(field).toBe(isByDefault ? "search" : Object.keys(options.options!)[0]);
      const others = remedies.filter(({ set }) => set !== undefined);
      expect(others.length).toBeGreaterThan(0);
      for (const { set } of others) expect(discovered(set!).result.edges).toBeDefined();
    });
  }
});

it("searches that need numbers refuse categories when they are called as functions too", () => {
  const needing = Object.values(searches).filter(({ needs }) => needs?.({}).includes("numbers"));
  for (const { name } of needing)
    expect(() => stepsOf({ search: name, score: "bic-mixed", small: {}, table: labelled })).toThrow(
      /: column ".*" must hold numbers, got categories; /,
    );
});
