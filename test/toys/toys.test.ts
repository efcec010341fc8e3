// A search, a score and a pruning are each added by a file and a line in a list: command line, server, page and refusals know
// them then, the contract holds for them, and they run.

import { describe, expect, it, vi } from "vitest";
import { catalogue, type InputError, type wire } from "../../src/core/index.ts";
import { createRng } from "../../src/core/math/rng.ts";
import { type RunOptions, runSpec } from "../../src/core/run/spec.ts";
import { command as discoverCommand } from "../../src/node/cli/discover.ts";
import { refusalText } from "../../src/node/cli/refusal-text.ts";
import { type DiscoverOptions, discover } from "../../src/node/index.ts";
import { defaultLimits } from "../../src/node/server/limits.ts";
import { nameRoutes } from "../../src/node/server/name-routes.ts";
import { described } from "../../src/node/server/openapi.ts";
import { type Runs, runRoutes } from "../../src/node/server/runs/runs.ts";
import { pruningContract } from "../contract/pruning-contract.ts";
import { scoreContract } from "../contract/score-contract.ts";
import { searchContract } from "../contract/search-contract.ts";
import { randomTable } from "../problems.ts";

vi.mock("../../src/core/search/searches.ts", async (original) => {
  const { searches, ...rest } = await original<typeof import("../../src/core/search/searches.ts")>();
  const { toySearch } = await import("./toy-search.ts");
  return { ...rest, searches: { ...searches, "toy-search": toySearch } };
});
vi.mock("../../src/core/score/scores.ts", async (original) => {
  const { scores, ...rest } = await original<typeof import("../../src/core/score/scores.ts")>();
  const { toyScore } = await import("./toy-score.ts");
  return { ...rest, scores: { ...scores, "toy-score": toyScore } };
});
vi.mock("../../src/core/search/prune/prunings.ts", async (original) => {
  const { prunings, ...rest } = await original<typeof import("../../src/core/search/prune/prunings.ts")>();
  const { toyPruning } = await import("./toy-pruning.ts");
  return { ...rest, prunings: { ...prunings, "toy-pruning": toyPruning } };
});

const toys = { search: "toy-search", score: "toy-score", prune: "toy-pruning" };

it("the help of discover has them, their options as flags and as what --set sets", () => {
  let help = "";
  vi.spyOn(process, "argv", "get").mockReturnValue(["node", "wherefore", "discover", "--help", "all"]);
  discoverCommand()
    .configureOutput({
      writeOut: (text) => {
        help += text;
      },
    })
    .outputHelp();
  for (const name of Object.values(toys)) expect(help).toMatch(new RegExp(`^ {2}${name} +.*; a toy$`, "m"));
  for (const flag of ["--most-edges <count>", "--edge-price <amount>", "--causes-kept <count>"])
    expect(help).toContain(flag);
  expect(help).toMatch(/^ {4}leastGain +what an edge must raise the score by, and more \(default: 0\)$/m);
});

it("the description of the server has them, and so has its catalogue", async () => {
  const routes = described([...runRoutes({} as Runs), ...nameRoutes(defaultLimits)], "0.0.0");
  const answer = async (path: string) => {
    const { handle } = routes.find((route) => route.path === path)!;
    return JSON.parse(JSON.stringify(await handle({} as Parameters<typeof handle>[0])));
  };
  const { paths } = await answer("/api/openapi.json");
  const asked = paths["/api/runs"].post.requestBody.content["application/json"].schema.properties.options;
  expect(asked.properties.edgePrice).toMatchObject({ type: "number", minimum: 0, default: 8 });
  expect(asked.properties.causesKept).toMatchObject({ type: "integer", minimum: 1, default: 2 });
  const own = asked.properties.options.anyOf.find(({ title }: { title: string }) => title === toys.search);
  expect(Object.keys(own.properties)).toEqual(["mostEdges", "leastGain"]);
  const { searches, scores, prunings } = await answer("/api/catalogue");
  for (const [list, name] of [
    [searches, toys.search],
    [scores, toys.score],
    [prunings, toys.prune],
  ])
    expect(list.at(-1).name).toBe(name);
});

/** Of the page, which is compiled with the types of a browser, as these tests are not. */
interface ShownFields {
  readonly fieldsOf: (
    all: wire.Catalogue,
    options: RunOptions,
    score: string,
  ) => Record<"extra" | "folded" | "ofPruning", { name: string; title: string; placeholder: string }[]>;
}

it("the page has a field for each of their options", async () => {
  const { fieldsOf } = await vi.importActual<ShownFields>("../../src/web/views/search/setting-fields.ts");
  const { extra, folded, ofPruning } = fieldsOf(catalogue(), toys, toys.score);
  expect(extra.map(({ title }) => title)).toEqual(["Most edges", "Least gain"]);
  expect(folded.find(({ name }) => name === "edgePrice")?.placeholder).toBe("default: 8");
  expect(ofPruning.map(({ name }) => name)).toEqual(["causesKept"]);
});

describe("refusals know them", () => {
  const refused = (options: RunOptions): InputError => {
    try {
      runSpec(options);
    } catch (error) {
      return error as InputError;
    }
    throw new Error("it was not refused");
  };

  it("by their names", () => {
    for (const [field, name] of Object.entries(toys))
      expect(refused({ [field]: name.slice(0, -1) }).message).toContain(`did you mean "${name}"?`);
  });

  it("by their options, and in the words of the command line", () => {
    expect(refused({ ...toys, options: { mostEdges: 0 } })).toMatchObject({ field: "mostEdges" });
    expect(refused({ ...toys, edgePrice: -1 } as RunOptions)).toMatchObject({ field: "edgePrice" });
    const elsewhere = refused({ search: "exact", options: { mostEdges: 3 } });
    expect(elsewhere.remedies).toEqual([{ unset: ["mostEdges"] }, { set: { search: "toy-search" } }]);
    expect(refusalText(elsewhere)).toMatch(/leave --most-edges out, or use --search toy-search$/);
    expect(refused({ causesKept: 3 } as RunOptions).remedies).toEqual([
      { unset: ["causesKept"] },
      { set: { prune: "toy-pruning" } },
    ]);
  });
});

it("a discovery with all three runs to its end", async () => {
  const table = randomTable(createRng("toys"), 5, 200);
  const given = { ...toys, options: { mostEdges: 4 }, edgePrice: 2, causesKept: 1 };
  const result = await discover(table, given as object as DiscoverOptions);
  expect(result.spec).toMatchObject(given);
  expect(result.stopped).toBeNull();
  expect(result.rawEdges.length).toBe(4);
  expect(result.notes).toContain("the toy added 4 edges");
  const { edges } = result.member;
  const causes = table.names.map((name) => edges.filter(([, effect]) => effect === name).length);
  expect(Math.max(...causes)).toBe(1);
  expect(edges.length).toBeLessThan(4);
});

searchContract("toy-search");
scoreContract("toy-score");
pruningContract("toy-pruning");
