// What every search must do, under every score that it meets. A search has a file of its own in searches/, which says what
// keeps its runs short; a new score is met with no new code.

import { beforeAll, describe, expect, it } from "vitest";
import type { Table } from "../../src/core/data/table.ts";
import { withColumns } from "../../src/core/data/table.ts";
import { edgeList, emptyGraph, isAcyclic } from "../../src/core/graph/graph.ts";
import { violations } from "../../src/core/graph/knowledge.ts";
import { createRng } from "../../src/core/math/rng.ts";
import { namedKnowledge } from "../../src/core/run/knowledge-names.ts";
import { type RunOptions, runSpec } from "../../src/core/run/spec.ts";
import { scores } from "../../src/core/score/scores.ts";
import type { Need } from "../../src/core/search/definition.ts";
import { searches } from "../../src/core/search/searches.ts";
import { run } from "../discoveries.ts";
import { isLong, trials } from "../long.ts";
import { chainTable, columnNames, randomKnowledge, randomTable, reorderedRows, suited } from "../problems.ts";
import { defaultsContract } from "./defaults-contract.ts";
import { restartsOf, type Small, stepsOf } from "./search-steps.ts";
import { stopContract } from "./stop-contract.ts";

export interface SearchFacts {
  /** Options with which a run has little to do. */
  readonly small?: Small;
  /** It draws rows in batches, so that another order of the rows is another run. */
  readonly hasBatches?: boolean;
}

/** Registers what is asked of a search. */
export function searchContract(search: string, { small = {}, hasBatches = false }: SearchFacts = {}): void {
  const needs = searches[search].needs?.(small) ?? [];
  for (const score of scoresFor(search).filter((name) => areMet(needs, name)))
    describe(`${search} search under ${score}`, () => {
      graphContract(search, score, { small, hasBatches });
      describe("its data", () => dataContract(search, score, small));
      describe("its steps", () => stepContract(search, score, small));
    });
  defaultsContract(search, small);
  stopContract(search, small);
}

/** Has the score what the search needs of it? */
function areMet(needs: readonly Need[], name: string): boolean {
  const { takes, make, options } = scores[name];
  const table = suited(randomTable(createRng("needs"), 3, 40), takes);
  const { local, isEquivalent } = make(table, options.parse({}), {});
  return (
    (local !== undefined || !needs.includes("terms")) && (isEquivalent || !needs.includes("equivalence"))
  );
}

/** Scores under which a straight chain is easy to see. */
const linear = ["bic", "bic-equal-variance", "bge"];

/** Scores whose terms take long are tried with the searches that ask for few; those without terms, with the one that needs none. */
const quickSearches: Readonly<Record<string, readonly string[]>> = {
  gp: ["order"],
  "gp-nearest": ["order"],
  "gp-equal-variance": ["hill-climb"],
  "gp-published": ["order"],
  "gp-published-equal-variance": ["order"],
  additive: ["order"],
  "generalized-cv": ["order"],
  "generalized-marginal": ["order"],
  independence: ["hill-climb"],
  // One score of categories meets every search, those beside it two.
  "bic-discrete": ["exact", "order"],
  "bic-mixed": ["exact", "order", "rl-order"],
};

/** In `npm test` an agent, which asks every score the same, meets one of each kind: a sum, a combination, one of categories. */
const kindsOfScores = ["bic", "bic-equal-variance", "bdeu", "bic-mixed"];

/** Searches with a rule of their own ask the score for one number: one score is enough for them, and categories they refuse. */
function scoresFor(search: string): string[] {
  if (searches[search].uses === "rows") return ["bic"];
  const { runs, endsWithAgent } = searches[search];
  const met = (runs || endsWithAgent) && !isLong ? kindsOfScores : Object.keys(scores);
  return met.filter((name) => quickSearches[name]?.includes(search) ?? true);
}

const optionsOf = (search: string, score: string, small: Small): RunOptions => ({
  search,
  score,
  ...restartsOf(search),
  optimum: "never",
  panel: "never",
  options: small,
});

const sortedPairs = (pairs: readonly (readonly [string, string])[]) => pairs.map((p) => p.join(" → ")).sort();
const unordered = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map((p) => [...p].sort().join(" — ")).sort();

/** What the graph is. */
function graphContract(search: string, score: string, { small, hasBatches }: Required<SearchFacts>): void {
  // Searches with other weights of the penalty are asked for below.
  const options = { ...optionsOf(search, score, small), sensitivity: "never" } as const;
  const own = (table: Table) => suited(table, scores[score].takes);
  const random = (...args: Parameters<typeof randomTable>) => own(randomTable(...args));
  const steps = (table: Table, more = {}) => stepsOf({ search, score, small, table, ...more });
  const repeats = trials(1, score in quickSearches ? 2 : 4);
  const variables = trials(score in quickSearches ? 4 : 6, 6);

  it("returns a DAG, and DAGs on the way", () => {
    for (const d of isLong ? [2, 3, 4, 5, 6] : [2, 5]) {
      const all = steps(random(createRng(`dag/${d - 2}`), d, 40));
      for (const { graph } of all) expect(graph === null || isAcyclic(graph)).toBe(true);
      expect(all.at(-1)!.graph).not.toBeNull();
    }
  });

  it("returns the empty graph for one variable", () => {
    expect(steps(own(chainTable(createRng(1), 1, 20))).at(-1)!.graph).toEqual(emptyGraph(1));
  });

  // Agents have tests of their own for this, as have nonlinear scores; for LiNGAM and its like this chain is too Gaussian.
  const isSteered = searches[search].runs === undefined && searches[search].uses === "score";
  if (isSteered && linear.includes(score))
    it("links neighbours of a chain and nobody else", () => {
      const graph = steps(chainTable(createRng("chain"), 6, 2000)).at(-1)!.graph!;
      const pairs = edgeList(graph).map(([i, j]) => [Math.min(i, j), Math.max(i, j)]);
      expect(pairs.sort((p, q) => p[0] - q[0])).toEqual([0, 1, 2, 3, 4].map((i) => [i, i + 1]));
    });

  it("permutes the answer when columns are permuted, and changes nothing else", () => {
    for (let trial = 0; trial < repeats; trial++) {
      const rng = createRng(`permute/${trial}`);
      const names = ["m", "Z", "a10", "a9", "é", "b"].slice(0, variables);
      const table = own({ ...randomTable(rng, variables, 60), names });
      const first = run({ table, options }).result;
      for (let k = 0; k < trials(1, 3); k++) {
        const again = run({ table: withColumns(table, rng.permutation(variables)), options }).result;
        expect(sortedPairs(again.edges)).toEqual(sortedPairs(first.edges));
        expect(again.score).toBe(first.score);
        expect(unordered(again.undirected)).toEqual(unordered(first.undirected));
        expect(sortedPairs(again.member.edges)).toEqual(sortedPairs(first.member.edges));
      }
    }
  });

  // An agent, and batches in file order, see other rows.
  if (searches[search].runs === undefined && !hasBatches)
    it("finds the same graph when rows come in another order", () => {
      for (let trial = 0; trial < repeats; trial++) {
        const rng = createRng(`rows/${trial}`);
        const table = random(rng, variables, 60);
        const { edges, undirected, member } = run({ table, options }).result;
        const again = run({ table: reorderedRows(table, rng.permutation(60)), options }).result;
        expect(again).toMatchObject({ edges, undirected, member });
      }
    });

  it("obeys what is known", () => {
    for (let trial = 0; trial < trials(2, 8); trial++) {
      const rng = createRng(`knowledge/${trial}`);
      const d = 3 + rng.integer(3);
      const table = random(rng, d, 50);
      const knowledge = randomKnowledge(rng, d);
      for (const { graph } of steps(table, { knowledge }))
        if (graph !== null) expect(violations(graph, knowledge, columnNames(d))).toEqual([]);
      const named = namedKnowledge(knowledge, table.names);
      const { result } = run({ table, options: { ...options, knowledge: named } });
      for (const edges of [result.edges, result.member.edges].map(sortedPairs)) {
        expect(sortedPairs(named.required).every((e) => edges.includes(e))).toBe(true);
        expect(sortedPairs(named.forbidden).some((e) => edges.includes(e))).toBe(false);
      }
      const open = unordered(result.undirected);
      expect(unordered(named.forbidden).some((e) => open.includes(e))).toBe(false);
    }
  });
}

/** What becomes of the data, and what is told of them. */
function dataContract(search: string, score: string, small: Small): void {
  const options: RunOptions = { ...optionsOf(search, score, small), seed: 7 };
  const random = (...args: Parameters<typeof randomTable>) =>
    suited(randomTable(...args), scores[score].takes);

  const whole = () => {
    const table = random(createRng("data"), 5, 40);
    const before = { names: [...table.names], data: new Float64Array(table.X.data) };
    return { table, before, told: JSON.stringify(run({ table, options })) };
  };
  let first: ReturnType<typeof whole>;
  beforeAll(() => {
    first = whole();
  });

  it("leaves the data as they were", () => {
    const { table, before } = first;
    expect({ names: table.names, data: table.X.data }).toEqual(before);
  });

  it("takes NaN for a gap", () => {
    const table = random(createRng("nan"), 4, 40);
    table.X.data[17 * 4 + 2] = Number.NaN;
    const { rows } = run({ table, options: { ...options, sensitivity: "never" } }).result;
    expect(rows).toMatchObject({ read: 40, how: expect.stringMatching(/em|impute|drop/) });
  });

  it("has a result, a certificate and events that survive JSON", () => {
    const table = random(createRng("json"), 5, 40);
    // The panel of an agent is that of order search, and takes longer than its run.
    const panel = searches[search].runs && !isLong ? "never" : "always";
    const { result, certificate, events } = run({ table, options: { ...options, panel } });
    // What is not for the log is made when it is asked for.
    const logged = events.map((event) => {
      if (event.type !== "step") return event;
      const { probabilities: _, best: __, ...rest } = event;
      return { ...rest, state: null };
    });
    for (const value of [result, certificate, ...logged])
      expect(JSON.parse(JSON.stringify(value))).toEqual(value);
  });

  it("tells the same bytes for the same seed", () => {
    expect(whole().told).toBe(first.told);
  });
}

/** What its steps say, and that any of them is a place to go on from. */
function stepContract(search: string, score: string, small: Small): void {
  const table = suited(randomTable(createRng("steps"), 5, 40), scores[score].takes);
  const steps = (from?: unknown) => stepsOf({ search, score, small, table, seed: 7, from });
  let all: ReturnType<typeof steps>;
  beforeAll(() => {
    all = steps();
  });

  it("tells the score of the graph it shows", () => {
    const { ofGraph } = scores[score].make(table, runSpec({ score }), {});
    for (const step of all) {
      expect(step.score).toBe(step.graph === null ? Number.NEGATIVE_INFINITY : ofGraph(step.graph));
      expect(step.progress).toBeGreaterThanOrEqual(0);
      expect(step.progress).toBeLessThanOrEqual(1);
      expect(step.doing).not.toBe("");
    }
  });

  it("takes the same steps, to the byte, for the same seed", () => {
    expect(JSON.stringify(steps())).toBe(JSON.stringify(all));
  });

  it("can be stopped at any step and resumed to the same bytes", () => {
    const last = JSON.stringify(all.at(-1));
    const every = Math.ceil(all.length / trials(3, 20));
    for (const { state } of all.filter((_, k) => k % every === 0 || k === all.length - 1)) {
      const from = JSON.parse(JSON.stringify(state));
      expect(JSON.stringify(steps(from).at(-1))).toBe(last);
    }
  });
}
