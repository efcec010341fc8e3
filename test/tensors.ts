// Tensors of a net as plain numbers, for tests.

import { expect } from "vitest";
import type { Matrix } from "../src/core/math/matrix.ts";
import { type NetworkBuild, networkBuild } from "../src/core/math/wasm/network-kernels.ts";
import type { Net } from "../src/core/net/net.ts";
import type { Plan, Tensor } from "../src/core/net/plan.ts";
import { allowRelaxedSimd } from "../src/node/runs/machine.ts";

allowRelaxedSimd();

/** The builds that this machine runs. */
export const builds: readonly NetworkBuild[] =
  networkBuild() === "relaxed" ? ["strict", "relaxed"] : ["strict"];

/** The numbers of a tensor without its filling. */
export function readTensor<Name extends string>(net: Net<Name>, tensor: Tensor): Float32Array {
  const wide = tensor.step / 4;
  const all = net.numbers(tensor);
  return Float32Array.from({ length: (all.length / wide) * tensor.columns }, (_, i) => {
    return all[Math.floor(i / tensor.columns) * wide + (i % tensor.columns)];
  });
}

export function writeTensor<Name extends string>(
  net: Net<Name>,
  tensor: Tensor,
  values: ArrayLike<number>,
): void {
  const wide = tensor.step / 4;
  const all = net.numbers(tensor);
  for (let i = 0; i < values.length; i++)
    all[Math.floor(i / tensor.columns) * wide + (i % tensor.columns)] = values[i];
}

export function isFillingZero<Name extends string>(net: Net<Name>, tensor: Tensor): boolean {
  const wide = tensor.step / 4;
  return net.numbers(tensor).every((x, i) => i % wide < tensor.columns || x === 0);
}

/** [rows, columns with filling]: what is added to a cell's logit, impossible beyond the last column. */
export function cellOffsets(plan: Plan, offset: Matrix): number {
  const wide = 8 * Math.ceil(offset.cols / 8);
  return plan.constants(
    Array.from({ length: offset.rows * wide }, (_, k) =>
      k % wide < offset.cols ? offset.data[Math.floor(k / wide) * offset.cols + (k % wide)] : -1e8,
    ),
  );
}

/** Each number within the tolerance, relative to the largest expected (at least `least`). NaN fails. */
export function expectClose(
  found: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: number,
  name = "",
  least = 1,
): void {
  expect(found.length, name).toBe(expected.length);
  let most = least;
  for (let i = 0; i < expected.length; i++) most = Math.max(most, Math.abs(expected[i]));
  for (let i = 0; i < expected.length; i++) {
    if (!(Math.abs(found[i] - expected[i]) <= tolerance * most))
      expect.fail(`${name}[${i}] is ${found[i]} instead of ${expected[i]}`);
  }
}
