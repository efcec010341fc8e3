// What the LiNGAM searches share: variables placed one after another, causes first, each with its parents among those placed
// before it and with the deviation of its residual, an estimate of its noise, from Gaussian.
//
// The model  x_j = Σ b_ij x_i + e_j,  e independent, is identified if at most one of the e is Gaussian. With more, the directions
// between those variables are arbitrary, so every step reports how many residuals cannot be distinguished from Gaussian, by the
// test of math/negentropy.ts at the 5 % level, divided by the number of variables among which the placed one was chosen, because
// the least Gaussian tends to be chosen.
//
// Shimizu, Hoyer, Hyvärinen & Kerminen, "A linear non-Gaussian acyclic model for causal discovery", JMLR 7, 2006.

import * as z from "zod";
import { check } from "../../check.ts";
import { type Graph, graphFromEdges } from "../../graph/graph.ts";
import { type Knowledge, noKnowledge, requiredParents } from "../../graph/knowledge.ts";
import { firstOnes, precedence } from "../../graph/knowledge-order.ts";
import { gaussianity } from "../../math/negentropy.ts";
import { type ResidualColumns, residualColumns } from "../../math/residual-columns.ts";
import { indices } from "../resumed-state.ts";
import type { ProblemWith, Step } from "../search.ts";
import { type LingamOptions, parentChoice } from "./along-order.ts";

export interface LingamStep extends Step {
  /** The variables placed so far, causes first. */
  readonly order: readonly number[];
  /** Those whose residual cannot be distinguished from Gaussian. */
  readonly gaussian: readonly number[];
}

export const placedSchema = z.strictObject({
  order: indices,
  /** For each variable of the order. */
  parents: z.array(indices).readonly(),
  negentropies: z.array(z.number()).readonly(),
});

export type Placed = Readonly<z.infer<typeof placedSchema>>;

export const nothingPlaced: Placed = { order: [], parents: [], negentropies: [] };

/** Level of the test of Gaussianity. */
const level = 0.05;

export interface Placing {
  readonly knowledge: Knowledge;
  readonly columns: ResidualColumns;
  /** before[i * d + j] = 1: the knowledge puts i before j. */
  readonly before: Uint8Array;
  /** The variables that the knowledge allows next, and all that are not placed. */
  readonly open: (placed: Placed) => { readonly candidates: number[]; readonly rest: number[] };
  readonly place: (placed: Placed, variable: number) => Placed;
  /** Graph and score so far, and which residuals look Gaussian. */
  readonly summary: (placed: Placed) => Pick<LingamStep, "graph" | "score" | "order" | "gaussian">;
}

/** The placing of a table's variables, some of which may be placed already. */
export function placing(
  { table, score, knowledge = noKnowledge(table.X.cols) }: ProblemWith<"table" | "score">,
  options: LingamOptions,
  from: Placed,
): Placing {
  const { rows: n, cols: d } = table.X;
  const parentsAmong = parentChoice(table, { ...options, knowledge });
  const before = precedence(knowledge);
  const columns = residualColumns(table.X);
  const restOf = (order: readonly number[]) =>
    Array.from({ length: d }, (_, j) => j).filter((j) => !order.includes(j));
  from.order.forEach((j, k) => {
    columns.takeOut(j, restOf(from.order.slice(0, k + 1)));
  });
  return {
    knowledge,
    columns,
    before,
    open: ({ order }) => {
      const rest = restOf(order);
      const candidates = firstOnes(before, d, rest);
      check(candidates.length > 0, "lingam: no causal order satisfies the required and forbidden edges");
      return { candidates, rest };
    },
    place: ({ order, parents, negentropies }, j) => {
      const negentropy = columns.negentropy(j);
      columns.takeOut(j, restOf([...order, j]));
      return {
        order: [...order, j],
        parents: [...parents, parentsAmong(j, order)],
        negentropies: [...negentropies, negentropy],
      };
    },
    summary: ({ order, parents, negentropies }) => {
      const graph = graphAlong(order, parents, knowledge);
      const gaussian = order.filter((_, k) => gaussianity(negentropies[k], n) * (d - k) > level);
      return { graph, score: score.ofGraph(graph), order, gaussian };
    },
  };
}

/** How the search ended: "done", and that directions are arbitrary if noises look Gaussian. */
export function ending({ order, gaussian }: Pick<LingamStep, "order" | "gaussian">): string {
  if (gaussian.length < 2) return "done";
  const which = gaussian.length === order.length ? "all" : `${gaussian.length} of ${order.length}`;
  return `done; ${which} noise terms cannot be distinguished from Gaussian, and directions between their variables are arbitrary`;
}

/** The graph of the variables placed so far; the others have their required causes only. */
function graphAlong(
  order: readonly number[],
  parents: readonly (readonly number[])[],
  knowledge: Knowledge,
): Graph {
  const { d } = knowledge;
  const edges = order.flatMap((j, k) => parents[k].map((i) => [i, j] as const));
  for (let j = 0; j < d; j++) {
    if (!order.includes(j)) edges.push(...requiredParents(knowledge, j).map((i) => [i, j] as const));
  }
  return graphFromEdges(d, edges);
}
