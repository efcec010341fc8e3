// The posterior from Markov chains, if there are too many variables for sums over all sets. With the prior over orders, the
// probability of an edge is the mean over orders of its exact probability in each; with the prior over DAGs, its share among the
// DAGs that the chain visits. Several chains start in different places, and their disagreement shows how far to trust them.
//
// Parents are sought among a few candidates of each variable, with at most one further parent (candidates.ts): any other parent
// set has probability 0 here.
//
// Gelman & Rubin, "Inference from iterative simulation using multiple sequences", Statistical Science 7, 1992 (R-hat).

import { type Graph, topologicalOrder } from "../../graph/graph.ts";
import type { Knowledge } from "../../graph/knowledge.ts";
import type { Rng } from "../../math/rng.ts";
import type { Local, Score } from "../../score/score.ts";
import { candidates } from "./candidates.ts";
import { type Chain, chain } from "./chain.ts";
import { type Choices, choices } from "./choices.ts";
import { type DrawnGraphs, drawnGraphs } from "./drawn-graphs.ts";
import { type Progress, withProgress } from "./sums.ts";

export interface ChainsProblem {
  readonly score: Score;
  readonly local: Local;
  readonly factor: number;
  readonly knowledge: Knowledge;
  /** A good graph, from which the first chain starts. */
  readonly graph: Graph;
  readonly samples: number;
  /** Whether each DAG counts once, rather than once for each of its orders. */
  readonly isOverDags: boolean;
  readonly rng: Rng;
}

export interface ChainReport {
  readonly count: number;
  /** Moves that each chain tried; the first third is discarded. */
  readonly steps: number;
  /** The largest number of candidate parents of a variable. */
  readonly candidates: number;
  /** The largest difference between two chains in the probability of an edge. */
  readonly disagreement: number;
  /** The largest R-hat of an edge: 1 if chains differ no more than their states do; infinite if each is stuck elsewhere. */
  readonly rHat: number;
}

export interface Sampled {
  readonly edges: Float64Array;
  readonly parentCounts: Float64Array;
  readonly ancestors: Float64Array;
  readonly compelled: Float64Array | null;
  readonly report: ChainReport;
}

const chainCount = 4;
/** Number of candidate parents of a variable, if the best graph has no more parents; 256 sets of them. */
const mostCandidates = 8;
/** Edges whose probability hardly varies within or between chains carry no information on either. */
const leastVariance = 1e-6;

export function* chains(problem: ChainsProblem): Generator<Progress, Sampled, void> {
  const { score, local, factor, knowledge, graph, samples, isOverDags, rng } = problem;
  const { d } = score;
  const most = Math.min(mostCandidates, score.exactVariables ?? mostCandidates);
  const listing = candidates({ local, knowledge, factor, graph, most });
  const listed = yield* withProgress(listing, [0.2, 0.4], "scoring candidates");
  const choose = choices(listed);
  const places = placesOf(topologicalOrder(graph)!);
  // Between two recorded states, every variable has been tried eight times.
  const run = { states: Math.ceil(samples / chainCount), every: 4 * d };
  const graphsDrawn = drawnGraphs(d, score.isEquivalent ? knowledge : null);
  const tallies: Tally[] = [];
  for (let k = 0; k < chainCount; k++) {
    const stream = rng.fork(`chain/${k}`);
    const walk = chain({ choices: choose, isOverDags, places }, stream);
    if (k > 0) walk.scatter(20 * d);
    const graphs = stream.fork("graphs");
    const tally = tallied({ d, walk, choose, isOverDags, counted: graphsDrawn, rng: graphs }, run);
    const share = [0.4 + (0.6 * k) / chainCount, 0.4 + (0.6 * (k + 1)) / chainCount] as const;
    tallies.push(yield* withProgress(tally, share, `chain ${k + 1} of ${chainCount}`));
  }
  return {
    edges: meanOf(tallies.map(({ edges }) => edges)),
    parentCounts: meanOf(tallies.map(({ parentCounts }) => parentCounts)),
    ancestors: graphsDrawn.ancestors(),
    compelled: graphsDrawn.compelled(),
    report: {
      count: chainCount,
      steps: (run.states + Math.ceil(run.states / 2)) * run.every,
      candidates: Math.max(...listed.lists.map(({ length }) => length)),
      ...agreement(tallies, run.states),
    },
  };
}

function placesOf(order: readonly number[]): number[] {
  return order.map((_, j) => order.indexOf(j));
}

interface Tally {
  readonly edges: Float64Array;
  /** Variances of an edge's probability over the states of the chain. */
  readonly variances: Float64Array;
  readonly parentCounts: Float64Array;
}

interface Walked {
  readonly d: number;
  readonly walk: Chain;
  readonly choose: Choices;
  readonly isOverDags: boolean;
  readonly counted: DrawnGraphs;
  readonly rng: Rng;
}

/** Runs the chain, counts, and draws a graph from each recorded state; yields the share done. */
function* tallied(
  { d, walk, choose, isOverDags, counted, rng }: Walked,
  { states, every }: { readonly states: number; readonly every: number },
): Generator<number, Tally, void> {
  const edges = new Float64Array(d * d);
  const squares = new Float64Array(d * d);
  const shares = new Float64Array(d);
  const parentCounts = new Float64Array(d * d);
  const warm = Math.ceil(states / 2);
  for (let state = -warm; state < states; state++) {
    if (isOverDags) walk.reorder();
    const heat = heatAt(-state / warm);
    for (let k = 0; k < every; k++) walk.step(heat);
    yield (state + warm) / (states + warm);
    if (state < 0) continue;
    const drawn: (readonly number[])[] = [];
    for (let j = 0; j < d; j++) {
      drawn.push(isOverDags ? walk.parents[j] : choose.drawn(j, walk.places, rng));
      parentCounts[j * d + drawn[j].length]++;
      if (isOverDags) {
        shares.fill(0);
        for (const i of drawn[j]) shares[i] = 1;
      } else choose.sharesInto(shares, j, walk.places);
      for (let i = 0; i < d; i++) {
        edges[i * d + j] += shares[i];
        squares[i * d + j] += shares[i] * shares[i];
      }
    }
    const order = drawn.map((_, j) => j).sort((i, j) => walk.places[i] - walk.places[j]);
    counted.add(order, (j) => drawn[j]);
  }
  const variances = edges.map((sum, k) => Math.max(0, squares[k] / states - (sum / states) * (sum / states)));
  return {
    edges: edges.map((sum) => sum / states),
    variances,
    parentCounts: parentCounts.map((sum) => sum / states),
  };
}

/** Chains start hot, so that they do not get stuck where they start, and cool down in the first half of the warm-up. */
function heatAt(warmUp: number): number {
  const share = Math.max(0, 2 * warmUp - 1);
  return 1 + 99 * share * share * share;
}

function meanOf(rows: readonly Float64Array[]): Float64Array {
  return rows[0].map((_, k) => rows.reduce((sum, row) => sum + row[k], 0) / rows.length);
}

function agreement(tallies: readonly Tally[], states: number) {
  const means = meanOf(tallies.map(({ edges }) => edges));
  const within = meanOf(tallies.map(({ variances }) => variances));
  let [disagreement, rHat] = [0, 1];
  means.forEach((mean, k) => {
    const values = tallies.map(({ edges }) => edges[k]);
    disagreement = Math.max(disagreement, Math.max(...values) - Math.min(...values));
    const between = values.reduce((sum, p) => sum + (p - mean) * (p - mean), 0) / (tallies.length - 1);
    if (within[k] + between < leastVariance) return;
    rHat = Math.max(rHat, Math.sqrt((states - 1) / states + between / within[k]));
  });
  return { disagreement, rHat };
}
