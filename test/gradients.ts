// Gradient checks: an op of the engine against its slow reference in float64 (reference-ops.ts).
//
//     F = Σ seed · output,   ∂F/∂x ≈ (F(x + h) − F(x − h)) / 2h in float64, on the same float32 numbers
//
// Compared are the outputs, the derivatives of F with respect to single numbers of every input and parameter (all of a small
// tensor, some of a large one), and the derivative along one random direction in each, which an error anywhere would change.
// Near a ReLU's kink differences are no derivatives: the first of a sequence of seeds that avoids it is used.
//
// Every check also verifies that the padding beyond the last column stays zero, that stale contents of buffers have no effect,
// and that a NaN in any input or parameter reaches an output.

import { expect } from "vitest";
import { type Matrix, matrix } from "../src/core/math/matrix.ts";
import { createRng, type Rng } from "../src/core/math/rng.ts";
import type { NetworkBuild } from "../src/core/math/wasm/network-kernels.ts";
import { createNet, type Net } from "../src/core/net/net.ts";
import { createPlan, type Parameter, type Plan, type Tensor } from "../src/core/net/plan.ts";
import { expectClose, isFillingZero, readTensor, writeTensor } from "./tensors.ts";

/** What stands in for max(0, ·) in a reference, and remembers how near it came to the kink. */
export type Kink = (x: number) => number;

export interface GradientCase {
  readonly items: number;
  readonly shards: number;
  readonly seed: number;
  /** Rows for each item and columns; drawn standard normal unless `draw` says otherwise. */
  readonly inputs: readonly InputShape[];
  /** Rows and columns of trainable matrices. */
  readonly parameters?: readonly (readonly [number, number])[];
  /** `compose` makes these parameters itself, as layers do: in this order, a matrix for each named tensor. */
  readonly isLayer?: boolean;
  readonly compose: (plan: Plan, inputs: Tensor[], parameters: Parameter[]) => readonly Tensor[];
  /** The same on matrices of [items · rows, columns]. */
  readonly reference: (inputs: Matrix[], parameters: Matrix[], relu: Kink) => readonly Matrix[];
  /** Largest difference, relative to the largest of the numbers it is compared with (at least 1). */
  readonly tolerance?: number;
  /** Some numbers reach no output, so no NaN is put in their place. */
  readonly isPartial?: boolean;
  /** Nearest that a pre-activation may come to a kink: well beyond h and rounding. */
  readonly distance?: number;
}

export interface InputShape {
  readonly perItem: number;
  readonly columns: number;
  readonly draw?: (rng: Rng) => number;
  /** Numbers from outside, like a target: no derivative. */
  readonly isConstant?: boolean;
}

const h = 1e-5;

/** Checks values and gradients in one build. */
export function checkGradients(build: NetworkBuild, problem: GradientCase): void {
  const { items, shards, inputs: shapes, parameters: sizes = [], tolerance = 2e-5 } = problem;
  const { inputs, parameters } = awayFromKinks(problem);
  const { plan, tensors: every } = watched(createPlan({ items, shards }));
  const xs = shapes.map(({ perItem, columns, isConstant = false }) =>
    plan.input(perItem, columns, { needsGradient: !isConstant }),
  );
  const ps = (problem.isLayer ? [] : sizes).map(([rows, columns], k) =>
    plan.parameter(rows, [{ name: `p${k}`, columns, start: { value: 0 } }]),
  );
  const outputs = problem.compose(plan, xs, ps);
  const forward = plan.forward();
  const backward = plan.backward(outputs);
  const net = createNet(plan, { build, programs: { forward, backward: backward.program } });
  const named = net.parameters();
  expect(named.map((p) => [p.rows, p.columns])).toEqual(sizes);
  net.setParameters(named.map((p, k) => ({ ...p, values: Float32Array.from(parameters[k].data) })));
  xs.forEach((x, k) => {
    writeTensor(net, x, inputs[k].data);
  });
  net.run("forward");
  const expected = problem.reference(inputs, parameters, relu);
  outputs.forEach((y, k) => {
    expectClose(readTensor(net, y), expected[k].data, tolerance, `output ${k}`);
  });
  for (const tensor of every) expect(isFillingZero(net, tensor), "zeros beyond the last column").toBe(true);

  const rng = createRng(problem.seed).fork("seeds");
  const seeds = expected.map(({ data }) => Float32Array.from(data, () => rng.normal()));
  const F = (): number =>
    problem
      .reference(inputs, parameters, relu)
      .reduce((sum, y, k) => sum + y.data.reduce((part, value, i) => part + value * seeds[k][i], 0), 0);
  const gradients = (): Float32Array[] => {
    // What is there from before must not matter.
    for (const x of xs) poison(net, backward.gradient(x), x.columns);
    net.singles(backward.partial, (plan.shards.length * plan.parameterBytes()) / 4).fill(Number.NaN);
    backward.seeds.forEach((seed, k) => {
      writeTensor(net, { ...seed, columns: outputs[k].columns }, seeds[k]);
    });
    net.run("backward");
    return [
      ...xs.map((x) => {
        const dx = backward.gradient(x);
        if (dx) expect(isFillingZero(net, { ...dx, columns: x.columns }), "zeros in a gradient").toBe(true);
        return dx ? readTensor(net, { ...dx, columns: x.columns }) : new Float32Array();
      }),
      ...parameterGradients(net, plan, backward.partial),
    ];
  };
  const found = gradients();
  expect(gradients(), "the same bytes in the next run").toEqual(found);
  for (const [k, tensor] of [...inputs, ...parameters].entries()) {
    if (k < xs.length && shapes[k].isConstant) expect(found[k].length).toBe(0);
    else compareGradient({ F, values: tensor.data, found: found[k], rng, tolerance, name: `gradient ${k}` });
  }

  if (problem.isPartial) return;
  // Never hidden: a NaN anywhere reaches an output.
  const isBroken = () => {
    net.run("forward");
    return outputs.some((y) => readTensor(net, y).some(Number.isNaN));
  };
  for (const [k, x] of xs.entries()) {
    if (shapes[k].isConstant) continue;
    const broken = inputs[k].data.slice();
    broken[rng.integer(broken.length)] = Number.NaN;
    writeTensor(net, x, broken);
    expect(isBroken(), `a NaN in input ${k} reaches an output`).toBe(true);
    writeTensor(net, x, inputs[k].data);
  }
  const good = net.parameters();
  for (const { name } of good) {
    const changed = good.map((p) => (p.name === name ? { ...p, values: p.values.slice() } : p));
    const { values } = changed.find((p) => p.name === name)!;
    values[rng.integer(values.length)] = Number.NaN;
    net.setParameters(changed);
    expect(isBroken(), `a NaN in ${name} reaches an output`).toBe(true);
  }
  net.setParameters(good);
  expect(isBroken(), "and is gone when the numbers are good again").toBe(false);
}

interface Comparison {
  readonly F: () => number;
  readonly values: Float64Array;
  readonly found: Float32Array;
  readonly rng: Rng;
  readonly tolerance: number;
  readonly name: string;
}

/** Single numbers, at most a dozen, and one direction over all. */
function compareGradient({ F, values, found, rng, tolerance, name }: Comparison): void {
  expect(found.length, name).toBe(values.length);
  const places =
    values.length <= 12
      ? values.map((_, i) => i)
      : Float64Array.from({ length: 12 }, () => rng.integer(values.length));
  const slope = (direction: ArrayLike<number>): number => {
    const kept = values.slice();
    const at = (t: number) => {
      for (let i = 0; i < values.length; i++) values[i] = kept[i] + t * direction[i];
      return F();
    };
    const difference = (at(h) - at(-h)) / (2 * h);
    values.set(kept);
    return difference;
  };
  const exact = Array.from(places, (i) => slope(values.map((_, k) => (k === i ? 1 : 0))));
  expectClose(
    Array.from(places, (i) => found[i]),
    exact,
    tolerance,
    name,
  );
  const direction = values.map(() => rng.normal() / Math.sqrt(values.length));
  const along = found.reduce((sum, g, i) => sum + g * direction[i], 0);
  const most = found.reduce((a, b) => Math.max(a, Math.abs(b)), 1);
  expect(Math.abs(along - slope(direction)), `${name}, all of it`).toBeLessThan(3 * tolerance * most);
}

const relu: Kink = (x) => (x > 0 ? x : 0);

function awayFromKinks({ items, inputs, parameters = [], seed, reference, distance = 2e-4 }: GradientCase) {
  for (let attempt = 0; attempt < 200; attempt++) {
    const rng = createRng(seed).fork(`numbers/${attempt}`);
    const drawn = {
      inputs: inputs.map(({ perItem, columns, draw = ({ normal }) => normal() }) =>
        randomMatrix(items * perItem, columns, () => draw(rng)),
      ),
      parameters: parameters.map(([rows, columns]) =>
        randomMatrix(rows, columns, () => rng.normal() / Math.sqrt(rows)),
      ),
    };
    let nearest = Number.POSITIVE_INFINITY;
    reference(drawn.inputs, drawn.parameters, (x) => {
      nearest = Math.min(nearest, Math.abs(x));
      return relu(x);
    });
    if (nearest > distance) return drawn;
  }
  throw new Error("gradients: no seed keeps away from the kinks; take a smaller network");
}

/** Numbers that float32 holds exactly. */
function randomMatrix(rows: number, columns: number, draw: () => number): Matrix {
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => Math.fround(draw())),
  );
}

/** A plan that remembers every tensor made by its ops. */
function watched(plan: Plan): { plan: Plan; tensors: Tensor[] } {
  const tensors: Tensor[] = [];
  const output: Plan["output"] = (...of) => {
    const y = plan.output(...of);
    tensors.push(y);
    return y;
  };
  return { plan: { ...plan, output }, tensors };
}

function poison<Name extends string>(net: Net<Name>, tensor: Tensor | undefined, columns: number): void {
  if (!tensor) return;
  const wide = tensor.step / 4;
  const all = net.numbers(tensor);
  for (let i = 0; i < all.length; i++) if (i % wide < columns) all[i] = Number.NaN;
}

/** The shards' gradients of the parameters, added up; zeros in their filling. */
function parameterGradients<Name extends string>(
  net: Net<Name>,
  plan: Plan,
  partial: number,
): Float32Array[] {
  const sums = plan.shards.map((_, k) => net.parameters(partial + k * plan.parameterBytes()));
  for (const { rows, columns, offset } of plan.parameters) {
    for (let k = 0; k < plan.shards.length; k++) {
      const packed = net.singles(
        partial + k * plan.parameterBytes() + offset,
        8 * Math.ceil(columns / 8) * rows,
      );
      const isZero = packed.every((x, i) => 8 * Math.floor(i / (8 * rows)) + (i % 8) < columns || x === 0);
      expect(isZero, "zeros in a parameter's gradient").toBe(true);
    }
  }
  return sums[0].map((_, k) =>
    sums.map((shard) => shard[k].values).reduce((a, b) => a.map((x, i) => x + b[i])),
  );
}
