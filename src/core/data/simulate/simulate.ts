// Simulated data with a known truth: a random graph, a mechanism for each effect, and noise.
//
//     x_j = f_j(parents of j) + s_j ε_j,   ε_j of mean 0 and variance 1,   causes first
//
// Scaling "internal" is the internally standardised model: every variable is standardised right after it is
// drawn and before its effects are, so that neither variance nor explained variance grows along the causal order.
//
// Ormaniec, W. et al. "Standardizing structural causal models." ICLR 2025.
// Reisach, A. et al. "Beware of the simulated DAG!" NeurIPS 2021, on why raw simulations are easy.
//
// Differs from gCastle and NOTEARS in noises that are all centred and of unit variance (noise.ts), and in columns that
// carry no trace of the causal order. Every stream is named by the work: the graph of a seed does not depend on
// the noise, nor the noise of a column on the mechanism.

import { check, suggestion } from "../../check.ts";
import { edgeCount, type Graph, parentsOf, topologicalOrder } from "../../graph/graph.ts";
import { type Matrix, matrix, selectColumns } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { rowsOfSmallestNorm } from "../outliers.ts";
import { createTable, type Table } from "../table.ts";
import { type MechanismName, type MechanismOptions, mechanisms } from "./mechanisms.ts";
import { type NoiseName, noises } from "./noise.ts";
import { type GraphName, type GraphOptions, graphModels, randomGraph } from "./simulate-graph.ts";

export { addTermInto, mechanisms, quadraticTerms } from "./mechanisms.ts";
export { noises, powerExponent, signedPower } from "./noise.ts";
export { graphModels } from "./simulate-graph.ts";

export interface SimulateOptions extends GraphOptions, MechanismOptions {
  readonly graph?: GraphName;
  readonly mechanism?: MechanismName;
  readonly noise?: NoiseName;
  readonly nodes?: number;
  readonly samples?: number;
  /** One noise scale for all variables, or one for each, its standard deviation from U[0.5, 2]. */
  readonly noiseScales?: "equal" | "differing";
  /** Multiplies every noise; with equal scales it is the standard deviation. */
  readonly noiseScale?: number;
  /** As drawn; every column standardised at the end; or every column standardised before its effects are drawn. */
  readonly scaling?: "raw" | "standardised" | "internal";
  /** Share of the rows drawn that are dropped, those of largest norm; the paper's quadratic data: 0.4. */
  readonly dropOutliers?: number;
  readonly seed?: number;
}

export interface Simulated {
  readonly table: Table;
  readonly truth: Graph;
  /** Weight of i → j at (i, j), in the units of the table's columns. Linear mechanisms only. */
  readonly weights?: Matrix;
  /** One line: what was simulated. */
  readonly description: string;
}

export function simulate(options: SimulateOptions = {}): Simulated {
  const running = simulation(options);
  for (;;) {
    const { value, done } = running.next();
    if (done) return value;
  }
}

/** The same, column by column: yields the share done. */
export function* simulation(options: SimulateOptions = {}): Generator<number, Simulated, void> {
  const {
    graph = "bernoulli",
    mechanism = "linear",
    noise = "gauss",
    nodes: d = 12,
    samples = 5000,
    noiseScales = "equal",
    noiseScale = 1,
    scaling = "raw",
    dropOutliers = 0,
    seed = 1,
  } = options;
  const choices = {
    graph,
    mechanism,
    noise,
    nodes: d,
    samples,
    noiseScales,
    noiseScale,
    scaling,
    dropOutliers,
    seed,
  };
  validate(options, choices);
  const n = Math.max(samples, Math.round(samples / (1 - dropOutliers)));
  const effect = mechanisms[mechanism].create(options, n);

  const rng = createRng(seed);
  const names = columnNames(d);
  const truth = randomGraph(graphModels[graph], d, options, rng.fork("graph"));
  const X = matrix(n, d);
  const W = matrix(d, d);
  for (const [done, j] of topologicalOrder(truth)!.entries()) {
    yield done / d;
    const stream = rng.fork("noise").fork(names[j]!);
    const spread = noiseScales === "differing" ? 0.5 + 1.5 * stream.fork("scale").uniform() : 1;
    const x = noises[noise].sample(n, stream).map((e) => noiseScale * spread * e);
    const parents = parentsOf(truth, j);
    if (parents.length > 0) {
      const { values, weights } = effect(selectColumns(X, parents), rng.fork("weights").fork(names[j]!));
      for (let i = 0; i < n; i++) x[i]! += values[i]!;
      parents.forEach((p, a) => {
        W.data[p * d + j] = weights?.[a] ?? 0;
      });
    }
    for (let i = 0; i < n; i++) X.data[i * d + j] = x[i]!;
    if (scaling === "internal") standardiseInto(X, W, j);
  }

  const kept = dropOutliers > 0 ? rowsOfSmallestNorm(X, samples) : X;
  checkFinite(kept, names);
  if (scaling === "standardised") for (let j = 0; j < d; j++) standardiseInto(kept, W, j);
  const table = createTable(names, kept);
  const description = describe(options, choices, edgeCount(truth));
  return mechanism === "linear" ? { table, truth, weights: W, description } : { table, truth, description };
}

/** X1 … Xd, with zeros in front so that the order of the names is the order of the numbers. */
function columnNames(d: number): string[] {
  const width = String(d).length;
  return Array.from({ length: d }, (_, j) => `X${String(j + 1).padStart(width, "0")}`);
}

/**
 * Column j of X with mean 0 and population standard deviation 1, and the weights into and out of it in the new
 * unit. (Before the effects of j are drawn, there are none out of it.)
 */
function standardiseInto({ rows: n, cols: d, data }: Matrix, W: Matrix, j: number): void {
  let mean = 0;
  let largest = 0;
  for (let i = 0; i < n; i++) mean += data[i * d + j]! / n;
  for (let i = 0; i < n; i++) {
    data[i * d + j]! -= mean;
    largest = Math.max(largest, Math.abs(data[i * d + j]!));
  }
  let variance = 0; // in units of `largest`: the square of a quadratic effect may be beyond every number
  for (let i = 0; i < n; i++) variance += ((data[i * d + j]! / largest) * (data[i * d + j]! / largest)) / n;
  const scale = largest * Math.sqrt(variance);
  for (let i = 0; i < n; i++) data[i * d + j]! /= scale;
  for (let k = 0; k < d; k++) {
    W.data[k * d + j]! /= scale;
    W.data[j * d + k]! *= scale;
  }
}

type Choices = Required<
  Pick<
    SimulateOptions,
    | "graph"
    | "mechanism"
    | "noise"
    | "nodes"
    | "samples"
    | "noiseScales"
    | "noiseScale"
    | "scaling"
    | "dropOutliers"
    | "seed"
  >
>;

function validate(options: SimulateOptions, chosen: Choices): void {
  const { nodes, samples, noiseScale, dropOutliers, scaling, seed } = chosen;
  checkName("graph", chosen.graph, Object.keys(graphModels));
  checkName("mechanism", chosen.mechanism, Object.keys(mechanisms));
  checkName("noise", chosen.noise, Object.keys(noises));
  checkName("noiseScales", chosen.noiseScales, ["equal", "differing"]);
  checkName("scaling", scaling, ["raw", "standardised", "internal"]);
  checkRead(options, `graph ${chosen.graph}`, graphModels, graphModels[chosen.graph].options);
  checkRead(options, `mechanism ${chosen.mechanism}`, mechanisms, mechanisms[chosen.mechanism].options);
  check(
    Number.isInteger(nodes) && nodes >= 1,
    `simulate: nodes must be a whole number of at least 1, got ${nodes}`,
  );
  check(
    Number.isInteger(samples) && samples >= 1,
    `simulate: samples must be a whole number of at least 1, got ${samples}`,
  );
  check(Number.isSafeInteger(seed), `simulate: the seed must be a whole number, got ${seed}`);
  check(noiseScale > 0 && noiseScale < Infinity, `simulate: noiseScale must be above 0, got ${noiseScale}`);
  check(
    dropOutliers >= 0 && dropOutliers < 1,
    `simulate: dropOutliers is a share of the rows, from 0 to below 1, got ${dropOutliers}; the paper's rule is 0.4`,
  );
  check(
    nodes * Math.max(nodes, samples / (1 - dropOutliers)) <= 2e8,
    `simulate: a table must have at most 200 million numbers (1.6 GB), got ${nodes} nodes with ${samples} samples; take fewer`,
  );
  check(
    scaling === "raw" || samples >= 2,
    `simulate: scaling ${scaling} needs at least 2 samples, got ${samples}; take more, or scaling raw`,
  );
  check(
    scaling !== "internal" || dropOutliers === 0,
    `simulate: dropOutliers must be 0 with scaling internal, got ${dropOutliers}; such data do not explode, leave it out`,
  );
}

function checkName(what: string, name: string, known: readonly string[]): void {
  check(known.includes(name), () => `simulate: no ${what} called "${name}"; ${suggestion(name, known)}`);
}

/** Options of the other graphs or mechanisms are mistakes, not noise: an ignored option would mislead. */
function checkRead(
  options: SimulateOptions,
  chosen: string,
  all: Readonly<Record<string, { readonly options: readonly (keyof SimulateOptions)[] }>>,
  read: readonly (keyof SimulateOptions)[],
): void {
  for (const [name, { options: theirs }] of Object.entries(all)) {
    for (const option of theirs) {
      check(
        options[option] === undefined || read.includes(option),
        () =>
          `simulate: ${chosen} reads ${read.join(" and ")}, got ${option}, which belongs to ${name}; leave it out`,
      );
    }
  }
}

function checkFinite({ rows, cols, data }: Matrix, names: readonly string[]): void {
  for (let k = 0; k < rows * cols; k++) {
    check(
      Number.isFinite(data[k]),
      () =>
        `simulate: column "${names[k % cols]}" grew beyond every number in row ${Math.floor(k / cols) + 1}; ` +
        "take scaling internal, dropOutliers, fewer edges, or smaller weights",
    );
  }
}

function describe(options: SimulateOptions, chosen: Choices, edges: number): string {
  const { graph, mechanism, noise, nodes, samples, seed, ...others } = chosen;
  const read = [...graphModels[graph].options, ...mechanisms[mechanism].options];
  const set = read
    .filter((option) => options[option] !== undefined)
    .map((option) => [option, options[option]]);
  const details = [...set, ...Object.entries(others)].map(([option, value]) => `${option} ${value}`);
  return (
    `${graph} graph, ${mechanism} mechanism, ${noise} noise: ${nodes} nodes, ${edges} edges, ${samples} samples, ` +
    `seed ${seed} (${details.join(", ")})`
  );
}
