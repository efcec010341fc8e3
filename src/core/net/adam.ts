// Adam with a limit on the norm of every tensor's gradient, for one set of gradients or several applied in turn.
//
// All sets are computed at the same parameters and then applied one after the other, each to the parameters that it has
// gradients for; m and v are shared. (The paper's reference code trains this way: the actor's set, then the critic's.)
//
// For float32 networks in the kernels' memory. Searches over a few float64 numbers (DAG-GNN, DAGMA, the logits of the
// order-decoded agent) have their own Adam steps, each with the rounding of the implementation it is compared with.

import { packedBytes } from "../math/wasm/wasm.ts";
import type { Backward } from "./backward.ts";
import type { Parameter, Plan } from "./plan.ts";
import { type Program, programWriter, sequence } from "./program.ts";

export interface AdamOptions {
  readonly beta1?: number;
  readonly beta2?: number;
  readonly epsilon?: number;
  /** Gradients of a tensor with a larger norm are scaled down to it; 0 disables clipping. */
  readonly limit?: number;
}

export interface Adam {
  readonly program: Program;
  /** Addresses of the moments, laid out as the parameters are. */
  readonly m: number;
  readonly v: number;
  /** Address of each set's settings, five numbers: rate (see `adamRate`), β₁, β₂, ε, limit; the caller writes the rate every step. */
  readonly settings: readonly number[];
  /** Squared norms of the gradients by chunk, one list per set. */
  readonly squares: readonly { readonly address: number; readonly count: number }[];
  readonly beta1: number;
  readonly beta2: number;
}

/** Numbers in a chunk: 16 KB, so that a thread's working set stays in its cache. */
const chunkSize = 4096;

export function adam(
  plan: Plan,
  sets: readonly Backward[],
  { beta1 = 0.9, beta2 = 0.99, epsilon = 1e-7, limit = 1 }: AdamOptions = {},
): Adam {
  const m = plan.room(plan.parameterBytes());
  const v = plan.room(plan.parameterBytes());
  const settings = sets.map(() => plan.constants([0, beta1, beta2, epsilon, limit]));
  const theta = plan.theta();
  const { call, barrier, program } = programWriter();
  const lists = sets.map((set) => set.used.flatMap(chunksOf));
  const squares = lists.map((list) => ({ address: plan.room(4 * list.length), count: list.length }));
  for (const [k, { partial, total }] of sets.entries()) {
    for (const [lane, { from, count }] of lists[k].entries())
      call("sumGradientsInto", lane, {
        total: total + from,
        squares: squares[k].address + 4 * lane,
        partial: partial + from,
        apart: plan.parameterBytes(),
        shards: plan.shards.length,
        count,
      });
  }
  for (const [k, { total }] of sets.entries()) {
    // The next set may touch the same parameters from another lane.
    barrier();
    for (const [lane, { from, count, first, chunks }] of lists[k].entries())
      call("adamInto", lane, {
        theta: theta + from,
        m: m + from,
        v: v + from,
        gradient: total + from,
        squares: squares[k].address + 4 * (lane - first),
        chunks,
        settings: settings[k],
        count,
      });
  }
  return { program: sequence(program(), plan.refresh()), m, v, settings, squares, beta1, beta2 };
}

/** The rate of update k = 1, 2, …: the learning rate with the bias corrections of both moments. */
export function adamRate(
  learningRate: number,
  k: number,
  { beta1, beta2 }: Pick<Adam, "beta1" | "beta2">,
): number {
  return (learningRate * Math.sqrt(1 - power(beta2, k))) / (1 - power(beta1, k));
}

/** xᵏ by repeated squaring: the same bits in every engine. */
function power(x: number, k: number): number {
  let result = 1;
  for (let base = x, rest = k; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result *= base;
    base *= base;
  }
  return result;
}

interface Chunk {
  /** Offset in bytes from the first parameter, and the number of values. */
  readonly from: number;
  readonly count: number;
  /** The chunk's index within its tensor, and the tensor's number of chunks. */
  readonly first: number;
  readonly chunks: number;
}

/** Every tensor of a parameter cut into chunks. */
function chunksOf({ rows, offset, parts }: Parameter): Chunk[] {
  let from = offset;
  return parts.flatMap(({ columns }) => {
    const size = packedBytes(rows, columns) / 4;
    const chunks = Math.ceil(size / chunkSize);
    const start = from;
    from += 4 * size;
    return Array.from({ length: chunks }, (_, k) => ({
      from: start + 4 * k * chunkSize,
      count: Math.min(chunkSize, size - k * chunkSize),
      first: k,
      chunks,
    }));
  });
}
