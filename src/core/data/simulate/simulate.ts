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
// Differs from gCastle and NOTEARS in that all noises are centred and of unit variance (noise.ts), and the order of the
// columns is independent of the causal order. Every random stream is named by its purpose: the graph of a seed does
// not depend on the noise, nor the noise of a column on the mechanism.

import * as z from "zod";
import { check, inOurWords, suggestion, valueText } from "../../check.ts";
import { edgeCount, type Graph, parentsOf, topologicalOrder } from "../../graph/graph.ts";
import { type Matrix, matrix, selectColumns } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { count, filledOption, positive } from "../../option.ts";
import { rowsOfSmallestNorm } from "../outliers.ts";
import { createTable, type Table } from "../table.ts";
import { type MechanismName, type MechanismOptions, mechanisms } from "./mechanisms.ts";
import { noises } from "./noise.ts";
import { type GraphName, type GraphOptions, graphModels, randomGraph } from "./simulate-graph.ts";

export { addTermInto, mechanisms, quadraticTerms } from "./mechanisms.ts";
export { noises, powerExponent, signedPower } from "./noise.ts";
export { graphModels } from "./simulate-graph.ts";

/** Options of every simulation; each graph model and mechanism adds its own. */
export const simulateSchema = z.strictObject({
  graph: filledOption(z.enum(namesOf(graphModels)), {
    help: "the random graph; if left out, the model to which the other options belong",
    default: "bernoulli",
    flag: "--graph <model>",
  }),
  mechanism: filledOption(z.enum(namesOf(mechanisms)), {
    help: "how effects depend on their causes; if left out, as for the graph",
    default: "linear",
    flag: "--mechanism <kind>",
  }),
  noise: filledOption(z.enum(namesOf(noises)), {
    help: "the noise of every variable",
    default: "gauss",
    flag: "--noise <kind>",
  }),
  nodes: filledOption(count, { help: "variables", default: 12, flag: "--nodes <count>" }),
  samples: filledOption(count, { help: "rows", default: 5000, flag: "--samples <count>" }),
  noiseScales: filledOption(z.enum(["equal", "differing"]), {
    help: "one noise scale for all variables, or one for each, its standard deviation from U[0.5, 2]",
    default: "equal",
    flag: "--noise-scales <which>",
  }),
  noiseScale: filledOption(positive, {
    help: "multiplies every noise; with equal scales it is the standard deviation",
    default: 1,
    flag: "--noise-scale <factor>",
  }),
  scaling: filledOption(z.enum(["raw", "standardised", "internal"]), {
    help: "raw; standardised at the end; or internal: each variable before its effects are drawn (iSCM)",
    default: "raw",
    flag: "--scaling <when>",
  }),
  dropOutliers: filledOption(z.number().min(0).lt(1), {
    help: "draw more rows and drop this share, those with the largest norm (the paper's quadratic data: 0.4)",
    default: 0,
    flag: "--drop-outliers <share>",
  }),
  seed: filledOption(z.number().int(), { help: "same seed, same data", default: 1, flag: "--seed <number>" }),
});

export interface SimulateOptions
  extends GraphOptions,
    MechanismOptions,
    Readonly<z.input<typeof simulateSchema>> {}

function namesOf<N extends string>(registry: Readonly<Record<N, unknown>>): N[] {
  return Object.keys(registry) as N[];
}

export interface Simulated {
  readonly table: Table;
  readonly truth: Graph;
  /** Weight of i → j at (i, j), in the units of the table's columns. Linear mechanisms only. */
  readonly weights?: Matrix;
  /** One line: what was simulated. */
  readonly description: string;
}

/**
 * Data with a known true graph.
 *
 * @example
 * ```js
 * const { table, truth } = simulate({ nodes: 4, samples: 100, seed: 2 });
 * [table.X.rows, truth.d]; // [100, 4]
 * ```
 */
export function simulate(options: SimulateOptions = {}): Simulated {
  const running = simulation(options);
  for (;;) {
    const { value, done } = running.next();
    if (done) return value;
  }
}

/** As simulate, column by column: yields the share done. */
export function* simulation(options: SimulateOptions = {}): Generator<number, Simulated, void> {
  const choices = chosen(options);
  const { graph, mechanism, noise, nodes: d, samples } = choices;
  const { noiseScales, noiseScale, scaling, dropOutliers, seed } = choices;
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

  const values = dropOutliers > 0 ? rowsOfSmallestNorm(X, samples) : X;
  checkFinite(values, names);
  if (scaling === "standardised") for (let j = 0; j < d; j++) standardiseInto(values, W, j);
  const table = createTable(names, values);
  const description = describe(options, choices, edgeCount(truth));
  return mechanism === "linear" ? { table, truth, weights: W, description } : { table, truth, description };
}

/** X1 … Xd, zero-padded so that they sort in numerical order. */
function columnNames(d: number): string[] {
  const width = String(d).length;
  return Array.from({ length: d }, (_, j) => `X${String(j + 1).padStart(width, "0")}`);
}

/**
 * Scales column j of X to mean 0 and population standard deviation 1, and the weights into and out of it to the new
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
  let variance = 0; // in units of `largest`: the square of a quadratic effect may overflow
  for (let i = 0; i < n; i++) variance += ((data[i * d + j]! / largest) * (data[i * d + j]! / largest)) / n;
  const scale = largest * Math.sqrt(variance);
  for (let i = 0; i < n; i++) data[i * d + j]! /= scale;
  for (let k = 0; k < d; k++) {
    W.data[k * d + j]! /= scale;
    W.data[j * d + k]! *= scale;
  }
}

type Choices = Readonly<z.output<typeof simulateSchema>>;

function chosen(options: SimulateOptions): Choices {
  const entries = Object.entries(options).filter(([name]) => Object.hasOwn(simulateSchema.shape, name));
  const { noise = "gauss" } = options;
  const { graph, mechanism } = modelsOf(options);
  checkName("graph", graph, Object.keys(graphModels));
  checkName("mechanism", mechanism, Object.keys(mechanisms));
  checkName("noise", noise, Object.keys(noises));
  const parsed = simulateSchema.safeParse({ ...Object.fromEntries(entries), graph, mechanism }, inOurWords);
  check(parsed.success, () => {
    const [{ path, message }] = parsed.error!.issues;
    const [field] = path as (keyof SimulateOptions)[];
    return `simulate: ${field} must be ${message}, got ${valueText(options[field])}`;
  });
  const choices = parsed.data;
  const { nodes, samples, dropOutliers, scaling } = choices;
  checkRead(options, `graph ${graph}`, graphModels, graphModels[graph]);
  checkRead(options, `mechanism ${mechanism}`, mechanisms, mechanisms[mechanism]);
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
    `simulate: dropOutliers must be 0 with scaling internal, got ${dropOutliers}; such data have no extreme rows, leave it out`,
  );
  return choices;
}

function checkName(what: string, name: string, names: readonly string[]): void {
  check(names.includes(name), () => `simulate: no ${what} called "${name}"; ${suggestion(name, names)}`);
}

interface Model {
  readonly options: z.ZodObject;
}

/** The graph model and the mechanism of a simulation; where one is not given, the other options may imply it. */
export function modelsOf(options: SimulateOptions): { graph: GraphName; mechanism: MechanismName } {
  return {
    graph: options.graph ?? implied(options, graphModels, "bernoulli"),
    mechanism: options.mechanism ?? implied(options, mechanisms, "linear"),
  };
}

/** The only graph or mechanism that reads all given options of its kind, such as erdos-renyi for a degree; otherwise `usual`. */
function implied<N extends string>(options: SimulateOptions, all: Readonly<Record<N, Model>>, usual: N): N {
  const values: Readonly<Record<string, unknown>> = { ...options };
  const readBy = (name: N) => Object.keys(all[name].options.shape);
  const given = namesOf(all)
    .flatMap(readBy)
    .filter((option) => values[option] !== undefined);
  const fitting = namesOf(all).filter((name) => given.every((option) => readBy(name).includes(option)));
  return fitting.length === 1 ? fitting[0]! : usual;
}

/** Refuses options of other graphs or mechanisms: silently ignoring them would mislead. */
function checkRead(
  options: SimulateOptions,
  called: string,
  all: Readonly<Record<string, Model>>,
  model: Model,
): void {
  const values: Readonly<Record<string, unknown>> = { ...options };
  const read = Object.keys(model.options.shape);
  for (const [name, { options: theirs }] of Object.entries(all)) {
    for (const option of Object.keys(theirs.shape)) {
      check(
        values[option] === undefined || read.includes(option),
        () =>
          `simulate: ${called} reads ${read.join(" and ")}, got ${option}, which belongs to ${name}; leave it out`,
      );
    }
  }
}

function checkFinite({ rows, cols, data }: Matrix, names: readonly string[]): void {
  for (let k = 0; k < rows * cols; k++) {
    check(
      Number.isFinite(data[k]),
      () =>
        `simulate: column "${names[k % cols]}" overflowed in row ${Math.floor(k / cols) + 1}; ` +
        "take scaling internal, dropOutliers, fewer edges, or smaller weights",
    );
  }
}

function describe(options: SimulateOptions, chosen: Choices, edges: number): string {
  const { graph, mechanism, noise, nodes, samples, seed, ...others } = chosen;
  const values: Readonly<Record<string, unknown>> = { ...options };
  const read = [graphModels[graph], mechanisms[mechanism]].flatMap((each) => Object.keys(each.options.shape));
  const set = read.filter((option) => values[option] !== undefined).map((option) => [option, values[option]]);
  const details = [...set, ...Object.entries(others)].map(([option, value]) => `${option} ${value}`);
  return (
    `${graph} graph, ${mechanism} mechanism, ${noise} noise: ${nodes} nodes, ${edges} edges, ${samples} samples, ` +
    `seed ${seed} (${details.join(", ")})`
  );
}
