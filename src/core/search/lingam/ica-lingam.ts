// ICA-LiNGAM: linear effects and noise that is not Gaussian, by independent component analysis.
//
//     x = A e  with independent e: FastICA finds W = A⁻¹ up to the order and the scale of its rows
//     assign each row to the variable whose noise it is; its other entries give the weights (ica-weights.ts)
//     the causal order is the one that the weights come nearest to (triangular-order.ts); of two assignments, the nearer
//     regress each variable on those before it (along-order.ts)
//
// Weights of forbidden edges count as 0. FastICA continues in half steps after twenty whole ones, which keeps it from cycling if
// noises are nearly Gaussian or samples few; if it still does not converge, it is restarted.
//
// Shimizu, Hoyer, Hyvärinen & Kerminen, "A linear non-Gaussian acyclic model for causal discovery", JMLR 7, 2006.
//
// Differs from the paper and the package lingam in the unit of the weights, on which their order depends (`units: "columns"`
// is theirs), in comparing all orders up to 16 variables where lingam zeroes at any size (`exactVariables: 0`), in knowledge,
// in the half steps and in the restarts.

import * as z from "zod";
import { check } from "../../check.ts";
import { standardised } from "../../data/table.ts";
import { type ContrastName, contrastNames, decorrelated, fastIca } from "../../math/fast-ica.ts";
import { type Matrix, matrix } from "../../math/matrix.ts";
import type { Rng } from "../../math/rng.ts";
import { scatterOf } from "../../math/scatter.ts";
import { index, indices, resumedState } from "../resumed-state.ts";
import type { ProblemWith, Search } from "../search.ts";
import type { LingamOptions } from "./along-order.ts";
import { type UnitName, unitNames, unmixedWeights } from "./ica-weights.ts";
import {
  ending,
  type LingamStep,
  nothingPlaced,
  type Placing,
  placedSchema,
  placing,
} from "./placed-variables.ts";
import { backwardSquares, triangularOrder } from "./triangular-order.ts";

export interface IcaLingamOptions extends LingamOptions {
  /** FastICA's measure of independence. */
  readonly contrast?: ContrastName;
  /** FastICA has converged when no row of W rotates any further: 1 − |cosine| below this. */
  readonly tolerance?: number;
  /** Iterations after which a start is abandoned. */
  readonly maxIterations?: number;
  /** Unit in which weights are compared: each variable's residual given all others, its noise, or the columns' own. */
  readonly units?: UnitName;
  /** Maximum number of variables for which all orders are compared. */
  readonly exactVariables?: number;
}

export interface IcaLingamStep extends LingamStep {
  /** Whether FastICA converged. If no start did, the one that rotated least at its end is used. */
  readonly converged: boolean;
}

/** FastICA takes five to twenty whole steps if it converges by them. */
const wholeSteps = 20;

const startSchema = z.strictObject({
  W: z.array(z.number()).readonly(),
  /** How far W rotated in its last iteration. */
  change: z.number(),
});

const stateSchema = startSchema.extend({
  /** From 0; `iterations` counts those of this start. */
  start: index,
  iterations: index,
  /** Of the abandoned starts, the one that rotated least at its end. */
  best: startSchema.nullable(),
  converged: z.boolean(),
  /** Null while FastICA runs. */
  order: indices.nullable(),
  placed: placedSchema,
});

type Start = Readonly<z.infer<typeof startSchema>>;
type State = Readonly<z.infer<typeof stateSchema>>;

/**
 * ICA-LiNGAM.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * finish(icaLingam({ table, score: linearBic(table), rng: createRng(1) })).graph.d; // 3
 * ```
 */
export function* icaLingam(
  problem: ProblemWith<"table" | "score" | "rng">,
  options: IcaLingamOptions = {},
): Search<IcaLingamStep> {
  const { table, rng, restarts = 3 } = problem;
  const { rows: n, cols: d } = table.X;
  const { contrast = "logcosh", tolerance = 1e-6, maxIterations = 1000 } = options;
  const { units = "residuals", exactVariables = 16 } = options;
  checkOptions({ contrast, tolerance, maxIterations, restarts, units, exactVariables });
  let state = resumedState(stateSchema, problem.from) ?? started(0, d, rng, null);
  const { knowledge, before, place, summary } = placing(problem, options, state.placed);
  const stepNow = (): IcaLingamStep => stepOf(state, { restarts, maxIterations, summary });

  const ica = fastIca(standardised(table).X, { contrast });
  check(ica !== null, "ica-lingam: no column may be a combination of the others", {
    field: "search",
    remedies: [{ act: "leave one out", option: "columns" }, { set: { search: "direct-lingam" } }],
  });
  const orderOf = ({ W }: Start): number[] => {
    const unmixing = multiplied(matrix(d, d, Float64Array.from(W)), ica.whitening);
    // W belongs to standardised columns; each original column is larger by its standard deviation.
    if (units === "columns") divideColumnsInto(unmixing, deviations(table.X));
    let best: { order: number[]; backward: number } | null = null;
    for (const weights of unmixedWeights(unmixing, units)) {
      for (let k = 0; k < d * d; k++) if (knowledge.forbidden[k] === 1) weights.data[k] = 0;
      const order = triangularOrder(weights, { before, exactVariables });
      check(order !== null, "ica-lingam: no causal order satisfies the required and forbidden edges");
      const backward = backwardSquares(weights, order);
      if (best === null || backward < best.backward) best = { order, backward };
    }
    return best!.order;
  };
  // Iterations that take some tens of milliseconds.
  const stretch = Math.ceil(2e7 / (2e4 + n * d * (d + 10) + 50 * d * d * d));
  while (state.order === null) {
    const { start, best, iterations } = state;
    if (state.change < tolerance) {
      state = { ...state, converged: true, order: orderOf(state) };
    } else if (iterations < maxIterations) {
      const step = iterations < wholeSteps ? "whole" : "half";
      const { W, change } = ica.next(matrix(d, d, Float64Array.from(state.W)), step);
      state = { ...state, W: [...W.data], change, iterations: iterations + 1 };
      if (state.iterations % stretch !== 0) continue;
    } else {
      const winner: Start = best !== null && best.change <= state.change ? best : state;
      const { W, change } = winner;
      state =
        start + 1 < restarts
          ? started(start + 1, d, rng, { W, change })
          : { ...state, W, change, order: orderOf(winner) };
    }
    yield stepNow();
  }
  while (state.placed.order.length < d) {
    state = { ...state, placed: place(state.placed, state.order![state.placed.order.length]) };
    if (state.placed.order.length < d) yield stepNow();
  }
  return stepNow();
}

function started(start: number, d: number, rng: Rng, best: Start | null): State {
  const stream = rng.fork(`start/${start}`);
  const W = decorrelated(matrix(d, d, Float64Array.from({ length: d * d }, stream.normal)));
  return {
    start,
    iterations: 0,
    W: [...W.data],
    change: 1,
    best,
    converged: false,
    order: null,
    placed: nothingPlaced,
  };
}

function multiplied(A: Matrix, B: Matrix): Matrix {
  const d = A.rows;
  const out = matrix(d, d);
  for (let i = 0; i < d; i++) {
    for (let k = 0; k < d; k++) {
      for (let j = 0; j < d; j++) out.data[i * d + j] += A.data[i * d + k] * B.data[k * d + j];
    }
  }
  return out;
}

function divideColumnsInto({ rows, cols, data }: Matrix, by: Float64Array): void {
  for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) data[i * cols + j] /= by[j];
}

function deviations(X: Matrix): Float64Array {
  const { S } = scatterOf(X);
  return Float64Array.from({ length: X.cols }, (_, j) => Math.sqrt(S.data[j * X.cols + j] / X.rows));
}

type Limits = Required<Pick<IcaLingamOptions, "maxIterations">> & { readonly restarts: number };

function stepOf(
  state: State,
  { restarts, maxIterations, summary }: Limits & Pick<Placing, "summary">,
): IcaLingamStep {
  const { start, iterations, change, converged, order, placed } = state;
  const d = Math.sqrt(state.W.length);
  const count = placed.order.length;
  const now =
    order === null
      ? { graph: null, score: Number.NEGATIVE_INFINITY, order: [], gaussian: [] }
      : summary(placed);
  return {
    ...now,
    converged,
    progress:
      order === null ? (0.9 * (start + iterations / maxIterations)) / restarts : 0.9 + (0.1 * count) / d,
    doing:
      order === null
        ? `FastICA, start ${start + 1} of at most ${restarts}, iteration ${iterations}`
        : count < d
          ? `variable ${count + 1} of ${d}`
          : `${ending(now)}${converged ? "" : "; FastICA did not converge"}`,
    values: {
      start: start + 1,
      iterations,
      change,
      placed: count,
      gaussian: now.gaussian.length,
    },
    state,
  };
}

function checkOptions({
  contrast,
  tolerance,
  maxIterations,
  restarts,
  units,
  exactVariables,
}: Required<Omit<IcaLingamOptions, keyof LingamOptions>> & Limits): void {
  check(
    contrastNames.includes(contrast),
    `ica-lingam: no contrast called "${contrast}"; known: ${contrastNames.join(", ")}`,
  );
  check(unitNames.includes(units), `ica-lingam: no units called "${units}"; known: ${unitNames.join(", ")}`);
  check(tolerance > 0, `ica-lingam: the tolerance must be above 0, got ${tolerance}`);
  check(
    Number.isInteger(maxIterations) && maxIterations >= 1,
    `ica-lingam: maxIterations must be a whole number from 1 on, got ${maxIterations}`,
  );
  check(
    Number.isInteger(exactVariables) && exactVariables >= 0 && exactVariables <= 20,
    `ica-lingam: exactVariables must be a whole number from 0 to 20, got ${exactVariables}`,
  );
  check(
    Number.isInteger(restarts) && restarts >= 1,
    `ica-lingam: restarts must be a whole number from 1 on, got ${restarts}`,
  );
}
