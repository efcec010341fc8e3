// The posterior from Markov chains, if there are too many variables for sums over all sets. With the prior over orders, the
// probability of an edge is the mean over orders of its exact probability in each; with the prior over DAGs, its share among the
// DAGs that the chain visits. Several chains start in different places, and their disagreement shows how far to trust them.
//
// Parents are sought among some candidates of each variable, with at most one further parent (candidates.ts): any other parent set
// has probability 0 here. After a short chain, other variables that are probable as parents become candidates too, until there are
// none or the tables have no room. `beyond` reports what is left: where one parent beyond the candidates is improbable, two are
// more so.
//
// Gelman & Rubin, "Inference from iterative simulation using multiple sequences", Statistical Science 7, 1992 (R-hat).

import { type Graph, topologicalOrder } from "../../graph/graph.ts";
import type { Knowledge } from "../../graph/knowledge.ts";
import type { Rng } from "../../math/rng.ts";
import type { Local, Score } from "../../score/score.ts";
import { type Candidates, firstCandidates, type Room, weighed, withFurther } from "./candidates.ts";
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
  /** Terms that the tables of candidates may have. */
  readonly room?: Room;
}

export interface ChainReport {
  readonly count: number;
  /** Moves that each chain tried; the first third is discarded. */
  readonly steps: number;
  /** The largest number of candidate parents of a variable. */
  readonly candidates: number;
  /** The largest probability that a variable has a parent that is not among its candidates; absent in older results. */
  readonly beyond?: number | undefined;
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
/** Number of candidate parents of a variable with many variables; 256 sets of them. */
const fewestCandidates = 8;
/** Room for about five and twenty seconds of the terms of `bic`; 100 MB at the end. A slow score has that for the fewest only. */
const usualRoom = { first: 1_000_000, last: 4_000_000 };
/** A variable that is a parent with this probability becomes a candidate. */
const probable = 0.02;
/** Recorded states of the chain that shows which are, and the largest number of such chains. */
const [pilotStates, mostPilots] = [250, 3];
/** Edges whose probability hardly varies within or between chains carry no information on either. */
const leastVariance = 1e-6;

export function* chains(problem: ChainsProblem): Generator<Progress, Sampled, void> {
  const { score, knowledge, graph, samples, isOverDags, rng } = problem;
  const { d } = score;
  const places = placesOf(topologicalOrder(graph)!);
  // Between two recorded states, every variable has been tried eight times.
  const run = { states: Math.ceil(samples / chainCount), every: 4 * d };
  const listed = yield* chosenCandidates(problem, places);
  const choose = choices(listed);
  const graphsDrawn = drawnGraphs(d, score.isEquivalent ? knowledge : null);
  const tallies: Tally[] = [];
  for (let k = 0; k < chainCount; k++) {
    const stream = rng.fork(`chain/${k}`);
    const walk = chain({ choices: choose, isOverDags, places }, stream);
    if (k > 0) walk.scatter(20 * d);
    const graphs = stream.fork("graphs");
    const tally = tallied({ d, walk, choose, isOverDags, counted: graphsDrawn, rng: graphs }, run);
    const share = [0.5 + (0.5 * k) / chainCount, 0.5 + (0.5 * (k + 1)) / chainCount] as const;
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
      beyond: Math.max(...meanOf(tallies.map(({ beyond }) => beyond))),
      ...agreement(tallies, run.states),
    },
  };
}

/** Candidates and the weights of their sets, with those that a short chain finds to be probable parents. */
function* chosenCandidates(
  { score, local, factor, knowledge, graph, isOverDags, rng, room = usualRoom }: ChainsProblem,
  places: readonly number[],
): Generator<Progress, Candidates, void> {
  const { d } = score;
  const isSlow = score.exactVariables !== undefined;
  const problem = {
    ...{ local, knowledge, factor, graph },
    fewest: Math.min(fewestCandidates, score.exactVariables ?? fewestCandidates),
    fewestBeside: isSlow ? 0 : 2,
    room: isSlow ? { first: 0, last: 0 } : room,
  };
  let listed = yield* withProgress(
    weighed(firstCandidates(problem), problem),
    [0.2, 0.3],
    "scoring candidates",
  );
  for (let pilot = 0; pilot < mostPilots && !isSlow; pilot++) {
    const choose = choices(listed);
    const stream = rng.fork(`pilot/${pilot}`);
    const walk = chain({ choices: choose, isOverDags, places }, stream);
    const tally = yield* withProgress(
      tallied(
        { d, walk, choose, isOverDags, counted: null, rng: stream },
        { states: pilotStates, every: 4 * d },
      ),
      shareOf(pilot, 0),
      "looking for further candidates",
    );
    const { lists } = listed;
    const wanted = lists.flatMap((list, j) =>
      Array.from({ length: d }, (_, i) => ({
        node: j,
        parent: i,
        probability: tally.edges[i * d + j],
      })).filter(({ parent, probability }) => probability > probable && !list.includes(parent)),
    );
    const next = withFurther(lists, wanted, problem);
    if (next === null) break;
    listed = yield* withProgress(weighed(next, problem, listed), shareOf(pilot, 1), "scoring candidates");
  }
  return listed;
}

/** Progress of the two parts of a pilot, between 0.3 and 0.5 altogether. */
function shareOf(pilot: number, part: number): readonly [number, number] {
  const each = 0.2 / (2 * mostPilots);
  const from = 0.3 + (2 * pilot + part) * each;
  return [from, from + each];
}

function placesOf(order: readonly number[]): number[] {
  return order.map((_, j) => order.indexOf(j));
}

interface Tally {
  readonly edges: Float64Array;
  /** Variances of an edge's probability over the states of the chain. */
  readonly variances: Float64Array;
  readonly parentCounts: Float64Array;
  /** Probability that a variable has a parent that is not among its candidates. */
  readonly beyond: Float64Array;
}

interface Walked {
  readonly d: number;
  readonly walk: Chain;
  readonly choose: Choices;
  readonly isOverDags: boolean;
  /** Counts a graph drawn from each recorded state; null: none are drawn. */
  readonly counted: DrawnGraphs | null;
  readonly rng: Rng;
}

/** Runs the chain and counts; yields the share done. */
function* tallied(
  { d, walk, choose, isOverDags, counted, rng }: Walked,
  { states, every }: { readonly states: number; readonly every: number },
): Generator<number, Tally, void> {
  const edges = new Float64Array(d * d);
  const squares = new Float64Array(d * d);
  const shares = new Float64Array(d);
  const parentCounts = new Float64Array(d * d);
  const beyond = new Float64Array(d);
  const warm = Math.ceil(states / 2);
  for (let state = -warm; state < states; state++) {
    if (isOverDags) walk.reorder();
    const heat = heatAt(-state / warm);
    for (let k = 0; k < every; k++) walk.step(heat);
    yield (state + warm) / (states + warm);
    if (state < 0) continue;
    const drawn: (readonly number[])[] = [];
    for (let j = 0; j < d; j++) {
      beyond[j] += choose.shareBeyond(j, walk.places) / states;
      if (isOverDags) {
        shares.fill(0);
        for (const i of walk.parents[j]) shares[i] = 1;
      } else choose.sharesInto(shares, j, walk.places);
      for (let i = 0; i < d; i++) {
        edges[i * d + j] += shares[i];
        squares[i * d + j] += shares[i] * shares[i];
      }
    }
    if (counted === null) continue;
    for (let j = 0; j < d; j++) {
      drawn.push(isOverDags ? walk.parents[j] : choose.drawn(j, walk.places, rng));
      parentCounts[j * d + drawn[j].length]++;
    }
    const order = drawn.map((_, j) => j).sort((i, j) => walk.places[i] - walk.places[j]);
    counted.add(order, (j) => drawn[j]);
  }
  const variances = edges.map((sum, k) => Math.max(0, squares[k] / states - (sum / states) * (sum / states)));
  return {
    edges: edges.map((sum) => sum / states),
    variances,
    parentCounts: parentCounts.map((sum) => sum / states),
    beyond,
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
