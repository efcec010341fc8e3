// The parent sets that a variable may choose at its place in an order: sets of candidates that come before it, alone or with one
// other variable that does. The sums over all sets within those are tables. Sets without a candidate are those within the others,
// so that its share is what the sum loses without it. To draw, the sets within the candidates that come before are gone through.

import { exponential, logarithm } from "../../math/elementary.ts";
import type { Rng } from "../../math/rng.ts";
import { createKernels, type Kernels } from "../../math/wasm/wasm.ts";
import { type Candidates, parentsIn, type Slot } from "./candidates.ts";

/** `places` are the places of all variables in an order. */
export interface Choices {
  /** Log of the summed weights of the parent sets open to j. */
  readonly logSum: (j: number, places: Int32Array) => number;
  /** Draws one of the sets, with probability proportional to its weight. */
  readonly drawn: (j: number, places: Int32Array, rng: Rng) => readonly number[];
  /** The share of the sets that contain each variable. */
  readonly sharesInto: (out: Float64Array, j: number, places: Int32Array) => void;
  /** The share of the sets that contain a variable that is no candidate. */
  readonly shareBeyond: (j: number, places: Int32Array) => number;
}

/** The sums over sets within U, for all slots. */
interface SlotSums {
  /** The further variable, by slot; −1 for the first slot, which has none. */
  readonly outsiders: Int32Array;
  /** Logs, by slot and U. */
  readonly within: readonly Float64Array[];
  /** The largest of them at U. */
  readonly tops: Float64Array;
  /** Each divided by the largest, at U * slots + slot. */
  readonly ratios: Float64Array;
}

/** Smaller shares of a slot are not drawn from: the chains' own error is far larger. */
const negligible = 1e-9;
/** Smaller sums of ratios have lost digits. */
const leastSum = 1e-200;
/** Logs this far below the largest contribute less than rounding. */
const leastGap = 45;

export function choices({ lists, slots }: Candidates): Choices {
  const bytes = slots.flat().reduce((sum, { weights }) => sum + 8 * weights.length + 16, 0);
  const kernels = createKernels(bytes);
  const sums = slots.map((list) => slotSums(kernels, list));
  /** Weights, not their logs, by variable and slot. */
  const plain: (Float64Array | undefined)[][] = slots.map(() => []);
  return { logSum: (j, places) => sumWithin(j, before(j, places), places), drawn, sharesInto, shareBeyond };

  /** Log of the summed weights of the sets whose candidates are in U. */
  function sumWithin(j: number, U: number, places: Int32Array): number {
    const { tops, ratios, outsiders } = sums[j];
    const first = U * outsiders.length;
    const place = places[j];
    let sum = ratios[first];
    for (let slot = 1; slot < outsiders.length; slot++)
      if (places[outsiders[slot]] < place) sum += ratios[first + slot];
    return sum > leastSum ? tops[U] + logarithm(sum) : logSumOfLogs(j, U, places);
  }

  /** For sums where what is open is e^−460 of what is not, so that ratios are useless. */
  function logSumOfLogs(j: number, U: number, places: Int32Array): number {
    const { within } = sums[j];
    let top = Number.NEGATIVE_INFINITY;
    let sum = 0;
    for (let slot = 0; slot < within.length; slot++) {
      const x = isOpen(j, slot, places) ? within[slot][U] : Number.NEGATIVE_INFINITY;
      if (x > top) {
        sum = top > x - leastGap ? sum * exponential(top - x) + 1 : 1;
        top = x;
      } else if (x > top - leastGap) sum += exponential(x - top);
    }
    return top + logarithm(sum);
  }

  /** Whether j may have the variable of this slot as a parent. */
  function isOpen(j: number, slot: number, places: Int32Array): boolean {
    const outsider = sums[j].outsiders[slot];
    return outsider < 0 || places[outsider] < places[j];
  }

  function drawn(j: number, places: Int32Array, rng: Rng): readonly number[] {
    const { within, outsiders } = sums[j];
    const U = before(j, places);
    const all = sumWithin(j, U, places);
    let rest = rng.uniform();
    let chosen = -1;
    for (let slot = 0; slot < outsiders.length && rest >= 0; slot++) {
      if (!isOpen(j, slot, places)) continue;
      const share = exponential(within[slot][U] - all);
      if (share > negligible) chosen = slot;
      rest -= share;
    }
    const { outsider, weights } = slots[j][chosen];
    const log = within[chosen][U];
    const sets = (plain[j][chosen] ??= weights.map(exponential));
    const sum = exponential(log);
    const shareOf =
      sum > leastSum ? (S: number) => sets[S] / sum : (S: number) => exponential(weights[S] - log);
    return parentsIn(lists[j], setWithin(U, rng.uniform(), shareOf), outsider);
  }

  function shareBeyond(j: number, places: Int32Array): number {
    const { within, outsiders } = sums[j];
    if (outsiders.length === 1) return 0;
    const U = before(j, places);
    return Math.max(0, 1 - exponential(within[0][U] - sumWithin(j, U, places)));
  }

  function sharesInto(out: Float64Array, j: number, places: Int32Array): void {
    const { within, outsiders } = sums[j];
    const U = before(j, places);
    const whole = sumWithin(j, U, places);
    out.fill(0);
    lists[j].forEach((i, c) => {
      if ((U >> c) & 1) out[i] = Math.max(0, 1 - exponential(sumWithin(j, U & ~(1 << c), places) - whole));
    });
    for (let slot = 1; slot < outsiders.length; slot++)
      if (isOpen(j, slot, places)) out[outsiders[slot]] = Math.min(1, exponential(within[slot][U] - whole));
  }

  /** The candidates of j that come before it. */
  function before(j: number, places: Int32Array): number {
    const list = lists[j];
    let U = 0;
    for (let c = 0; c < list.length; c++) if (places[list[c]] < places[j]) U |= 1 << c;
    return U;
  }
}

/** The set at which the sum of the shares of the subsets of U, from U downwards to the empty one, exceeds u. */
function setWithin(U: number, u: number, shareOf: (S: number) => number): number {
  let left = u;
  let last = 0;
  for (let S = U, isLast = false; !isLast; S = (S - 1) & U) {
    isLast = S === 0;
    const share = shareOf(S);
    if (!(share > 0)) continue;
    last = S;
    left -= share;
    if (left < 0) break;
  }
  return last;
}

function slotSums({ allocateFloats, floats, call }: Kernels, slots: readonly Slot[]): SlotSums {
  const count = slots[0].weights.length;
  const bits = 31 - Math.clz32(count);
  const within = slots.map(({ weights }) => {
    const cells = allocateFloats(count);
    floats(cells, count).set(weights);
    for (let bit = 0; bit < bits; bit++) call.addWithoutBit(cells, bits, bit, 0);
    return floats(cells, count);
  });
  const tops = Float64Array.from({ length: count }, (_, U) => Math.max(...within.map((sums) => sums[U])));
  const ratios = new Float64Array(count * slots.length);
  for (let U = 0; U < count; U++)
    within.forEach((sums, slot) => {
      if (tops[U] > Number.NEGATIVE_INFINITY)
        ratios[U * slots.length + slot] = exponential(sums[U] - tops[U]);
    });
  return { outsiders: Int32Array.from(slots, ({ outsider }) => outsider ?? -1), within, tops, ratios };
}
