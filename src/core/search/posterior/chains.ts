// The posterior from Markov chains, where there are too many variables for sums over all sets. With the prior over orders the
// probability of an edge is the mean over orders of what it is in each, exactly; with that over DAGs, its share among the DAGs that
// the chain goes through. Several chains begin in different places, and how far they differ tells how far they are to be trusted.
//
// Parents are looked for among a few candidates of each variable (candidates.ts): what lies outside has probability 0 here.
//
// Gelman & Rubin, "Inference from iterative simulation using multiple sequences", Statistical Science 7, 1992 (R-hat).

import { type Graph, topologicalOrder } from "../../graph/graph.ts";
import type { Knowledge } from "../../graph/knowledge.ts";
import { membersOf } from "../../math/bit-sets.ts";
import type { Rng } from "../../math/rng.ts";
import type { Local, Score } from "../../score/score.ts";
import { orderSearch } from "../order/order.ts";
import { type AncestorCount, ancestorCount } from "./ancestors.ts";
import { type Candidates, candidates } from "./candidates.ts";
import { type Chain, chain } from "./chain.ts";
import { type Choices, choices, type ListedChoices } from "./choices.ts";
import { type Progress, told } from "./sums.ts";

export interface ChainsProblem {
  readonly score: Score;
  readonly local: Local;
  readonly factor: number;
  readonly knowledge: Knowledge;
  readonly samples: number;
  /** Do DAGs count once, and not as often as they have orders? */
  readonly isOverDags: boolean;
  readonly rng: Rng;
}

export interface ChainReport {
  readonly count: number;
  /** Moves that each chain tried, the first third of which is not counted. */
  readonly steps: number;
  /** The most candidates for parents of a variable. */
  readonly candidates: number;
  /** The largest difference between two chains in the probability of an edge. */
  readonly disagreement: number;
  /** The largest R-hat of an edge: 1 where chains differ no more than their states do; infinite where each stands still elsewhere. */
  readonly rHat: number;
}

export interface Sampled {
  readonly edges: Float64Array;
  readonly parentCounts: Float64Array;
  readonly ancestors: Float64Array;
  readonly report: ChainReport;
}

const chainCount = 4;
/** Candidates for the parents of a variable; 4,096 sets of them. */
const mostCandidates = 12;
/** Edges whose probability hardly moves within or between chains say nothing about either. */
const leastVariance = 1e-6;

export function* chains(problem: ChainsProblem): Generator<Progress, Sampled, void> {
  const { score, local, factor, knowledge, samples, isOverDags, rng } = problem;
  const { d } = score;
  const graph = yield* bestGraph(problem);
  const most = Math.min(mostCandidates, score.exactVariables ?? mostCandidates);
  const listing = candidates({ local, knowledge, factor, graph, most });
  const listed = yield* told(listing, [0.2, 0.4], "scores candidates");
  const choose = choices(listed);
  const places = placesOf(topologicalOrder(graph)!);
  // Between two states that are counted, every variable has been tried eight times.
  const run = { kept: Math.ceil(samples / chainCount), every: 4 * d };
  const ancestors = ancestorCount(d);
  const tallies: Tally[] = [];
  for (let k = 0; k < chainCount; k++) {
    const stream = rng.fork(`chain/${k}`);
    const walk = chain({ lists: listed.lists, choices: choose, isOverDags, places }, stream);
    if (k > 0) walk.scatter(20 * d);
    const graphs = stream.fork("graphs");
    const tally = tallied({ walk, choose, listed, isOverDags, ancestors, rng: graphs }, run);
    const share = [0.4 + (0.6 * k) / chainCount, 0.4 + (0.6 * (k + 1)) / chainCount] as const;
    tallies.push(yield* told(tally, share, `chain ${k + 1} of ${chainCount}`));
  }
  return {
    edges: meanOf(tallies.map(({ edges }) => edges)),
    parentCounts: meanOf(tallies.map(({ parentCounts }) => parentCounts)),
    ancestors: ancestors.shares(),
    report: {
      count: chainCount,
      steps: (run.kept + Math.ceil(run.kept / 2)) * run.every,
      candidates: Math.max(...listed.lists.map(({ length }) => length)),
      ...agreement(tallies, run.kept),
    },
  };
}

function* bestGraph({ score, knowledge, rng }: ChainsProblem): Generator<Progress, Graph, void> {
  const search = orderSearch({ score, knowledge, rng: rng.fork("order") }, { effort: "low" });
  for (;;) {
    const { value, done } = search.next();
    if (done) return value.graph!;
    yield { progress: 0.2 * value.progress, doing: "looks for a good graph" };
  }
}

function placesOf(order: readonly number[]): number[] {
  return order.map((_, j) => order.indexOf(j));
}

interface Tally {
  readonly edges: Float64Array;
  /** Of the probabilities of an edge in the states of the chain. */
  readonly variances: Float64Array;
  readonly parentCounts: Float64Array;
}

interface Walked {
  readonly walk: Chain;
  readonly choose: Choices;
  readonly listed: Candidates;
  readonly isOverDags: boolean;
  readonly ancestors: AncestorCount;
  readonly rng: Rng;
}

/** Walks, counts, and draws a graph from each state that counts; yields the share done. */
function* tallied(
  { walk, choose, listed: { d, lists }, isOverDags, ancestors, rng }: Walked,
  { kept, every }: { readonly kept: number; readonly every: number },
): Generator<number, Tally, void> {
  const edges = new Float64Array(d * d);
  const squares = new Float64Array(d * d);
  const parentCounts = new Float64Array(d * d);
  const warm = Math.ceil(kept / 2);
  for (let state = -warm; state < kept; state++) {
    if (isOverDags) walk.reorder();
    const heat = heatAt(-state / warm);
    for (let k = 0; k < every; k++) walk.step(heat);
    yield (state + warm) / (kept + warm);
    if (state < 0) continue;
    const drawn = lists.map((_, j) => (isOverDags ? walk.parents[j] : choose.drawn(j, walk.before[j], rng)));
    lists.forEach((list, j) => {
      const { members, sizes } = isOverDags ? only(drawn[j]) : choose.listed(j, walk.before[j]);
      members.forEach((share, c) => {
        edges[list[c] * d + j] += share;
        squares[list[c] * d + j] += share * share;
      });
      sizes.forEach((share, size) => {
        parentCounts[j * d + size] += share;
      });
    });
    const order = lists.map((_, j) => j).sort((i, j) => walk.places[i] - walk.places[j]);
    ancestors.add(order, (j) => membersOf(drawn[j]).map((c) => lists[j][c]));
  }
  const variances = edges.map((sum, k) => Math.max(0, squares[k] / kept - (sum / kept) * (sum / kept)));
  return {
    edges: edges.map((sum) => sum / kept),
    variances,
    parentCounts: parentCounts.map((sum) => sum / kept),
  };
}

/** Chains begin hot, so that they do not stand still where they began, and cool down in the first half of what is not counted. */
function heatAt(left: number): number {
  const share = Math.max(0, 2 * left - 1);
  return 1 + 99 * share * share * share;
}

/** Shares where one set of parents is certain. */
function only(set: number): Pick<ListedChoices, "members" | "sizes"> {
  const found = membersOf(set);
  const members = new Float64Array((found.at(-1) ?? -1) + 1);
  for (const c of found) members[c] = 1;
  return { members, sizes: new Float64Array(found.length + 1).fill(1, found.length) };
}

function meanOf(rows: readonly Float64Array[]): Float64Array {
  return rows[0].map((_, k) => rows.reduce((sum, row) => sum + row[k], 0) / rows.length);
}

function agreement(tallies: readonly Tally[], kept: number) {
  const means = meanOf(tallies.map(({ edges }) => edges));
  const within = meanOf(tallies.map(({ variances }) => variances));
  let [disagreement, rHat] = [0, 1];
  means.forEach((mean, k) => {
    const found = tallies.map(({ edges }) => edges[k]);
    disagreement = Math.max(disagreement, Math.max(...found) - Math.min(...found));
    const between = found.reduce((sum, p) => sum + (p - mean) * (p - mean), 0) / (tallies.length - 1);
    if (within[k] + between < leastVariance) return;
    rHat = Math.max(rHat, Math.sqrt((kept - 1) / kept + between / within[k]));
  });
  return { disagreement, rHat };
}
