// The path of DAGMA (dagma.ts): problems with less and less weight on the fit, each minimised by Adam from where the last one ended.
//
//     objective  µ (½ tr((I − W)ᵀ C (I − W)) + Σ λ |W|) − log det(s I − W∘W) + d log s
//     gradient   µ (C (W − I) + λ sign W) + 2 W ∘ ((s I − W∘W)⁻¹)ᵀ
//
// Adam with β = 0.99, 0.999. It is run in stretches, between which everything is in a few arrays that can be stored.

import * as z from "zod";
import { base64FromBytes, bytesFromBase64 } from "../../../math/bytes/bytes.ts";
import { denseWorkspace, mMatrix } from "../../../math/dense/dense.ts";
import { logarithm } from "../../../math/elementary.ts";
import type { Matrix } from "../../../math/matrix.ts";
import { index, maybe, packed } from "../../resumed-state.ts";

export interface CentralPathOptions {
  /** 1 where a weight may differ from 0. */
  readonly open: Uint8Array;
  /** λ of each weight. */
  readonly penalty: Float64Array;
  readonly stages: number;
  readonly warmIterations: number;
  readonly lastIterations: number;
  readonly learningRate: number;
  readonly from?: CentralPathState | undefined;
}

interface Place {
  /** From 0; as many as there are when all are over. */
  readonly stage: number;
  /** Of this stage. */
  readonly iteration: number;
  readonly mu: number;
  readonly s: number;
  /** Stages that ended with their iterations and not with an objective that stood still. */
  readonly left: number;
  readonly isOver: boolean;
}

export interface CentralPathState extends Place {
  /** Of the stage, and as it is now after steps that were halved. */
  readonly stageRate: number;
  readonly rate: number;
  /** Powers of β, and the objective 1,000 iterations ago. */
  readonly powers: readonly [number, number];
  readonly objective: number | null;
  /** W of the stages that are over; W, both moments and the last step of this one. */
  readonly numbers: string;
}

export const centralPathState: z.ZodType<CentralPathState> = z.strictObject({
  stage: index,
  iteration: index,
  mu: z.number(),
  s: z.number(),
  left: index,
  isOver: z.boolean(),
  stageRate: z.number(),
  rate: z.number(),
  powers: z.tuple([z.number(), z.number()]),
  objective: maybe,
  numbers: packed,
});

export interface CentralPath {
  readonly place: () => Place & { readonly stages: number; readonly iterations: number };
  /** Some tens of milliseconds of work. */
  readonly advance: () => void;
  /** W of the stages that are over, row after row; a copy. */
  readonly settled: () => Float64Array;
  /** Of that W: loss with penalty, and h at s = 1 where it is defined. */
  readonly losses: () => { readonly loss: number; readonly h?: number };
  readonly state: () => CentralPathState;
}

const [beta1, beta2] = [0.99, 0.999];
const radii = [1, 0.9, 0.8, 0.7, 0.6];
const checkEvery = 1000;
const tolerance = 1e-6;

export function centralPath(C: Matrix, options: CentralPathOptions): CentralPath {
  const { open, penalty, stages, warmIterations, lastIterations, learningRate, from } = options;
  const d = C.cols;
  const size = d * d;
  let { stage, iteration, mu, s, left, isOver, stageRate, rate, objective } = from ?? fresh(d, learningRate);
  let [power1, power2] = from?.powers ?? [1, 1];
  const numbers = new Float64Array(5 * size);
  if (from) numbers.set(new Float64Array(bytesFromBase64(from.numbers).buffer as ArrayBuffer));
  const [settled, W, first, second, last] = [0, 1, 2, 3, 4].map((k) =>
    numbers.subarray(k * size, (k + 1) * size),
  );
  const { M, invert } = mMatrix(d);
  const { fill, product, R, row } = residualProduct(C);
  const iterations = () => (stage === stages - 1 ? lastIterations : warmIterations);
  const stretch = Math.max(1, Math.round(2e7 / (1.5 * d * size + 30 * size + 1000)));

  const advance = (): void => {
    for (let k = 0; k < stretch && !isOver; k++) {
      if (!iterate()) startAgain();
      else if (iteration >= iterations() || iteration % checkEvery === 0) examine();
    }
  };

  /** One step of Adam; false where W had left the domain and the stage must start again. */
  function iterate(): boolean {
    while (Number.isNaN(inverse(W, s))) {
      if (iteration === 0 || s <= 0.9) return false;
      for (let k = 0; k < size; k++) W[k] += 0.5 * rate * last[k]; // half of the last step back
      rate *= 0.5;
      if (rate <= 1e-16) {
        endStage(true);
        return true;
      }
    }
    iteration++;
    power1 *= beta1;
    power2 *= beta2;
    const [scale1, scale2] = [1 / (1 - power1), 1 / (1 - power2)];
    fill(W);
    product();
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < d; j++) {
        const k = i * d + j;
        if (open[k] === 0) continue;
        const w = W[k];
        const sign = w > 0 ? 1 : w < 0 ? -1 : 0;
        const g = mu * (R[i * row + j] + penalty[k] * sign) + 2 * w * M[j * d + i];
        first[k] = beta1 * first[k] + (1 - beta1) * g;
        second[k] = beta2 * second[k] + (1 - beta2) * g * g;
        last[k] = (first[k] * scale1) / (Math.sqrt(second[k] * scale2) + 1e-8);
        W[k] = w - rate * last[k];
      }
    }
    return true;
  }

  /** Has the objective stood still, or are the iterations over? */
  function examine(): void {
    const now = mu * fit(W) + barrier(W, s);
    const isStill = objective !== null && Math.abs((objective - now) / objective) <= tolerance;
    objective = now;
    if (isStill || iteration >= iterations()) endStage(isStill);
  }

  function endStage(isStill: boolean): void {
    if (!isStill) left++;
    settled.set(W);
    stage++;
    isOver = stage >= stages;
    if (isOver) return;
    mu *= 0.1;
    s = radii[Math.min(stage, radii.length - 1)];
    stageRate = learningRate;
    restart();
  }

  /** The same stage with a larger domain and smaller steps. */
  function startAgain(): void {
    s += 0.1;
    stageRate *= 0.5;
    restart();
  }

  function restart(): void {
    W.set(settled);
    for (const moments of [first, second, last]) moments.fill(0);
    [iteration, power1, power2, rate, objective] = [0, 1, 1, stageRate, null];
  }

  /** M becomes (s I − W∘W)⁻¹; log det(s I − W∘W), NaN outside the domain. */
  function inverse(at: Float64Array, radius: number): number {
    for (let k = 0; k < size; k++) M[k] = -at[k] * at[k];
    for (let i = 0; i < d; i++) M[i * d + i] += radius;
    return invert();
  }

  function barrier(at: Float64Array, radius: number): number {
    return d * logarithm(radius) - inverse(at, radius);
  }

  /** ½ tr((I − W)ᵀ C (I − W)) + Σ λ |W|. */
  function fit(at: Float64Array): number {
    fill(at);
    product();
    let [squares, sizes] = [0, 0];
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < d; j++) {
        squares += (at[i * d + j] - (i === j ? 1 : 0)) * R[i * row + j];
        sizes += penalty[i * d + j] * Math.abs(at[i * d + j]);
      }
    }
    return 0.5 * squares + sizes;
  }

  return {
    place: () => ({ stage, iteration, mu, s, left, isOver, stages, iterations: iterations() }),
    advance,
    settled: () => settled.slice(),
    losses: () => {
      const h = barrier(settled, 1);
      return { loss: fit(settled), ...(Number.isNaN(h) ? {} : { h }) };
    },
    state: () => ({
      ...{ stage, iteration, mu, s, left, isOver, stageRate, rate, powers: [power1, power2], objective },
      numbers: base64FromBytes(new Uint8Array(numbers.buffer)),
    }),
  };
}

function fresh(d: number, rate: number): Omit<CentralPathState, "numbers" | "powers"> {
  return {
    ...{ stage: 0, iteration: 0, mu: 1, s: radii[0], left: 0, isOver: d < 2 },
    ...{ stageRate: rate, rate, objective: null },
  };
}

/** R = C (W − I) for one W after the other, in rows of `row` numbers. */
function residualProduct(C: Matrix) {
  const d = C.cols;
  const space = denseWorkspace(d, { matrices: 3 });
  const row = space.step;
  const [c, w, r] = [space.matrix(), space.matrix(), space.matrix()];
  space.write(c, C);
  const [weights, R] = [space.numbers(w, d * row), space.numbers(r, d * row)];
  const sizes = [d, d, d] as const;
  return {
    R,
    row,
    fill: (W: Float64Array): void => {
      for (let i = 0; i < d; i++) {
        for (let j = 0; j < d; j++) weights[i * row + j] = W[i * d + j];
        weights[i * row + i] -= 1;
      }
    },
    product: () => space.product(r, c, w, sizes),
  };
}
