// Every search has its file of the contract (searches/), and some have a refusal in common.

import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createRng } from "../../src/core/math/rng.ts";
import { searches } from "../../src/core/search/searches.ts";
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

it("searches by arithmetic refuse categories, whatever the score", () => {
  const table = suited(randomTable(createRng("labels"), 3, 60), "mixed");
  for (const search of ["notears", "notears-quadratic", "notears-mlp", "dagma", "dag-gnn", "gran-dag"])
    expect(() => stepsOf({ search, score: "bic-mixed", small: {}, table })).toThrow(
      new RegExp(`^${search}: column ".*" must hold numbers, got categories; `),
    );
});
