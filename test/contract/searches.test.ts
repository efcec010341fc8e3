// What every search must do, with every score. A new entry of either registry is tested with no new code.

import { describe, expect, it } from "vitest";
import type { Table } from "../../src/core/data/table.ts";
import { withColumns } from "../../src/core/data/table.ts";
import { edgeList, emptyGraph, type Graph, isAcyclic } from "../../src/core/graph/graph.ts";
import { type Knowledge, noKnowledge, violations } from "../../src/core/graph/knowledge.ts";
import { createRng } from "../../src/core/math/rng.ts";
import { isRead } from "../../src/core/option.ts";
import { type Discovery, discovery, type Outcome } from "../../src/core/run/discovery/discovery.ts";
import { namedKnowledge } from "../../src/core/run/knowledge-names.ts";
import type { RunEvent } from "../../src/core/run/result.ts";
import { optionsIn, type RunOptions, runSpec } from "../../src/core/run/spec.ts";
import { scores } from "../../src/core/score/scores.ts";
import { type Step, stateOf } from "../../src/core/search/search.ts";
import { searches } from "../../src/core/search/searches.ts";
import { chainTable, columnNames, randomKnowledge, randomTable, reorderedRows, suited } from "../problems.ts";

interface Started {
  readonly knowledge?: Knowledge;
  readonly seed?: number;
  readonly from?: unknown;
}

/** Searches with little to do: agents whose first graphs are sparse, small networks. */
const smallAgent = { iterations: 4, batch: 16, inputSamples: 8, logitBias: -2, hidden: 16, stacks: 1 };
const smallOptions: Readonly<Record<string, RunOptions["options"]>> = {
  "notears-mlp": { hidden: 2, rhoMax: 100 },
  dagma: { stages: 2, warmIterations: 200, lastIterations: 200 },
  "dag-gnn": { epochs: 2, rounds: 3, hidden: 4, batch: 20 },
  "gran-dag": { iterations: 200, hidden: 4, trees: 5 },
  both: { iterations: 4 },
};
function small(search: string): Pick<RunOptions, "options"> {
  if (search in smallOptions) return { options: smallOptions[search] };
  const { runs, ...definition } = searches[search];
  if (runs === undefined) return {};
  const read = Object.entries(smallAgent).filter(
    ([name]) => Object.hasOwn(definition.options.shape, name) && isRead(name, definition, {}),
  );
  return { options: Object.fromEntries(read) };
}

const restartsOf = (search: string) => ({ restarts: searches[search].runs ? 2 : 3 });

/** All steps of a search, the returned one last. */
function stepsOf(
  search: string,
  score: string,
  table: Table,
  { knowledge, seed = 1, from }: Started = {},
): Step[] {
  const spec = runSpec({ search, score, seed, ...restartsOf(search), ...small(search) });
  const problem = {
    table,
    score: scores[score].make(table, optionsIn(spec, scores[score]), {}),
    knowledge: knowledge ?? noKnowledge(table.names.length),
    rng: createRng(seed),
    restarts: spec.restarts,
    from,
  };
  const running = searches[search].run(problem, spec.options ?? {}, { memoryBytes: 1e9 });
  const steps: Step[] = [];
  for (;;) {
    const { value, done } = running.next();
    steps.push({ ...value, state: stateOf(value) });
    if (done) return steps;
  }
}

const graphOf = (...args: Parameters<typeof stepsOf>): Graph => stepsOf(...args).at(-1)!.graph!;

function discovered(input: Omit<Discovery, "now">): Outcome & { events: RunEvent[] } {
  const running = discovery({ ...input, now: () => 0 });
  const events: RunEvent[] = [];
  for (;;) {
    const { value, done } = running.next();
    if (done) return { ...value, events };
    events.push(value);
  }
}

const sortedPairs = (pairs: readonly (readonly [string, string])[]) => pairs.map((p) => p.join(" → ")).sort();

/** Scores under which a straight chain is easy to see. */
const linear = ["bic", "bic-equal-variance", "bge"];

/** Scores whose terms take long are tried with the searches that ask for few; those without terms, with the one that needs none. */
const quickSearches: Readonly<Record<string, readonly string[]>> = {
  gp: ["order"],
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

/** Searches with a rule of their own ask the score for one number: one score is enough for them, and categories they refuse. */
const scoresFor = (search: string) =>
  searches[search].uses === "rows"
    ? ["bic"]
    : Object.keys(scores).filter((name) => quickSearches[name]?.includes(search) ?? true);

it("searches by arithmetic refuse categories, whatever the score", () => {
  const table = suited(randomTable(createRng("labels"), 3, 60), "mixed");
  for (const search of ["notears", "notears-quadratic", "notears-mlp", "dagma", "dag-gnn", "gran-dag"])
    expect(() => stepsOf(search, "bic-mixed", table)).toThrow(
      new RegExp(`^${search}: column ".*" must hold numbers, got categories; `),
    );
});

for (const search of Object.keys(searches)) {
  for (const score of scoresFor(search)) {
    describe(`${search} search under ${score}`, () => {
      const options: RunOptions = {
        search,
        score,
        ...restartsOf(search),
        optimum: "never",
        panel: "never",
        ...small(search),
      };
      const isAgent = searches[search].runs !== undefined;
      const own = (table: Table) => suited(table, scores[score].takes);
      const random = (...args: Parameters<typeof randomTable>) => own(randomTable(...args));

      it("returns a DAG, and DAGs on the way", () => {
        for (let trial = 0; trial < 5; trial++) {
          const steps = stepsOf(search, score, random(createRng(`dag/${trial}`), 2 + trial, 40));
          for (const { graph } of steps) expect(graph === null || isAcyclic(graph)).toBe(true);
          expect(steps.at(-1)!.graph).not.toBeNull();
        }
      });

      it("tells the score of the graph it shows", () => {
        const table = random(createRng("shows"), 5, 40);
        const { ofGraph } = scores[score].make(table, runSpec({ score }), {});
        for (const step of stepsOf(search, score, table)) {
          expect(step.score).toBe(step.graph === null ? Number.NEGATIVE_INFINITY : ofGraph(step.graph));
          expect(step.progress).toBeGreaterThanOrEqual(0);
          expect(step.progress).toBeLessThanOrEqual(1);
          expect(step.doing).not.toBe("");
        }
      });

      it("gives the same bytes for the same seed", () => {
        const table = random(createRng("bytes"), 6, 40);
        const bytes = () => JSON.stringify(stepsOf(search, score, table, { seed: 7 }));
        expect(bytes()).toBe(bytes());
        const run = () => JSON.stringify(discovered({ table, options: { ...options, seed: 7 } }));
        expect(run()).toBe(run());
      });

      it("leaves the data as they were", () => {
        const table = random(createRng("data"), 5, 40);
        const before = { names: [...table.names], data: new Float64Array(table.X.data) };
        discovered({ table, options });
        expect({ names: table.names, data: table.X.data }).toEqual(before);
      });

      it("returns the empty graph for one variable", () => {
        expect(graphOf(search, score, own(chainTable(createRng(1), 1, 20)))).toEqual(emptyGraph(1));
      });

      it.skipIf(isAgent || searches[search].uses === "rows" || !linear.includes(score))(
        "links neighbours of a chain and nobody else (agents, nonlinear scores and LiNGAM, for which this one is too Gaussian: their own tests)",
        () => {
          const graph = graphOf(search, score, chainTable(createRng("chain"), 6, 2000));
          const pairs = edgeList(graph).map(([i, j]) => [Math.min(i, j), Math.max(i, j)]);
          expect(pairs.sort((p, q) => p[0] - q[0])).toEqual([0, 1, 2, 3, 4].map((i) => [i, i + 1]));
        },
      );

      it("permutes the answer when columns are permuted, and changes nothing else", () => {
        for (let trial = 0; trial < 4; trial++) {
          const rng = createRng(`permute/${trial}`);
          const table = own({ ...randomTable(rng, 6, 60), names: ["m", "Z", "a10", "a9", "é", "b"] });
          const first = discovered({ table, options }).result;
          for (let k = 0; k < 3; k++) {
            const again = discovered({ table: withColumns(table, rng.permutation(6)), options }).result;
            expect(sortedPairs(again.edges)).toEqual(sortedPairs(first.edges));
            expect(again.score).toBe(first.score);
            expect(again.class && sortedPairs(again.class.directed)).toEqual(
              first.class && sortedPairs(first.class.directed),
            );
          }
        }
      });

      it.skipIf(isAgent || searches[search].hasBatches)(
        "finds the same graph when rows come in another order (an agent, and batches in file order, see other rows)",
        () => {
          for (let trial = 0; trial < 4; trial++) {
            const rng = createRng(`rows/${trial}`);
            const table = random(rng, 6, 60);
            const { edges } = discovered({ table, options }).result;
            expect(
              discovered({ table: reorderedRows(table, rng.permutation(60)), options }).result.edges,
            ).toEqual(edges);
          }
        },
      );

      it("refuses NaN by the name of its column", () => {
        const table = random(createRng("nan"), 4, 40);
        table.X.data[17 * 4 + 2] = Number.NaN;
        expect(() => discovered({ table, options })).toThrow(/^table: .*"v2".* 18/);
      });

      it("obeys what is known", () => {
        for (let trial = 0; trial < 8; trial++) {
          const rng = createRng(`knowledge/${trial}`);
          const d = 3 + rng.integer(3);
          const table = random(rng, d, 50);
          const knowledge = randomKnowledge(rng, d);
          for (const { graph } of stepsOf(search, score, table, { knowledge })) {
            if (graph !== null) expect(violations(graph, knowledge, columnNames(d))).toEqual([]);
          }
          const named = namedKnowledge(knowledge, table.names);
          const { result } = discovered({ table, options: { ...options, knowledge: named } });
          const edges = sortedPairs(result.edges);
          expect(sortedPairs(named.required).every((e) => edges.includes(e))).toBe(true);
          expect(sortedPairs(named.forbidden).some((e) => edges.includes(e))).toBe(false);
        }
      });

      it("can be stopped at any step and resumed to the same bytes", () => {
        const table = random(createRng("resume"), 5, 40);
        const steps = stepsOf(search, score, table);
        const last = JSON.stringify(steps.at(-1));
        for (const { state } of isAgent
          ? steps.filter((_, k) => k % 3 === 0 || k === steps.length - 1)
          : steps) {
          const from = JSON.parse(JSON.stringify(state));
          expect(JSON.stringify(stepsOf(search, score, table, { from }).at(-1))).toBe(last);
        }
      });

      it("has a result, a certificate and events that survive JSON", () => {
        const table = random(createRng("json"), 5, 40);
        const { result, certificate, events } = discovered({
          table,
          options: { ...options, panel: "always" },
        });
        // What is not for the log is made when it is asked for.
        const shown = events.map((event) => {
          if (event.type !== "step") return event;
          const { probabilities: _, best: __, ...rest } = event;
          return { ...rest, state: null };
        });
        for (const value of [result, certificate, ...shown]) {
          expect(JSON.parse(JSON.stringify(value))).toEqual(value);
        }
      });
    });
  }
}
