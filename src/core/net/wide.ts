// The network kernels as 256-bit instructions, where the runtime can compile them: verified at startup, or not used.
//
// As with the float64 kernels (math/wasm/wide-kernels.ts), the compiler pass is experimental, and the arithmetic of each lane
// is the same. So one training step of a network that uses every kernel is run in both builds; a single differing bit
// anywhere in memory rejects the wide build.

import { createRng } from "../math/rng.ts";
import { moduleText, type NetworkBuild } from "../math/wasm/wasm.ts";
import { adam } from "./adam.ts";
import { bilinear, tensorPairs } from "./bilinear.ts";
import { bernoulli, drawnNormals, drawnRows, pairs } from "./decoder.ts";
import { add, map, scale, shift, times } from "./elements.ts";
import { graphAttention } from "./graph-attention.ts";
import { lanesProduct } from "./lanes.ts";
import { dense, encoder, norm, vector } from "./layers.ts";
import { itemAverage, itemSum, rowSums, squaredError } from "./losses.ts";
import { lstmCell } from "./lstm.ts";
import { createNet } from "./net.ts";
import { attention, itemMean } from "./ops.ts";
import { createPlan, firstAddress, type Plan, type Tensor } from "./plan.ts";
import { pointerNetwork } from "./pointer-network.ts";
import { sequence } from "./program.ts";
import { rmsProp } from "./rms-prop.ts";

/** The wide module of a build, for `createNet`; undefined if the runtime has none that gives the same bytes. */
export function wideNetwork(
  compile: (hex: string) => WebAssembly.Module | undefined,
  build: NetworkBuild,
): WebAssembly.Module | undefined {
  const wide = compile(moduleText(build));
  if (wide === undefined) return undefined;
  const expected = oneStep(build, undefined);
  const actual = oneStep(build, wide);
  return expected.every((word, k) => word === actual[k]) ? wide : undefined;
}

/** The contents of memory after one training step. */
function oneStep(build: NetworkBuild, wide: WebAssembly.Module | undefined): Uint32Array {
  const plan = createPlan({ items: 5, shards: 3 });
  const { program, seeds, rate, data, offset, stream } = everyOp(plan);
  const net = createNet(plan, { programs: { step: program }, build, wide });
  const rng = createRng("wide");
  // Biases start at zero, which would hide an error in adding them; so all parameters are random.
  const random = (values: Float32Array) => values.map(() => rng.uniform() - 0.5);
  net.setParameters(net.parameters().map((p) => ({ ...p, values: random(p.values) })));
  net.words(stream, 3).set([7, 11, 13]);
  net.singles(rate, 1)[0] = 0.01;
  for (const numbers of [net.singles(data, 10 * d), net.singles(offset, 8 * d)]) numbers.set(random(numbers));
  for (const seed of seeds) for (let b = 0; b < plan.items; b++) net.numbers(seed)[(b * seed.step) / 4] = 1;
  net.run("step");
  return net.words(firstAddress, (net.bytes - firstAddress) / 4);
}

const d = 7;

/** A network with every op, forward and backward, and its optimisers; its sizes are not multiples of a tile's. */
export function everyOp(plan: Plan) {
  const data = plan.room(4 * 10 * d);
  const stream = plan.room(16);
  const x = drawnRows(plan, { data, n: 10, d, samples: 11, stream });
  // 14 heads of four components: processed as eight, four and two single ones.
  const encoded = encoder(plan, x, { hidden: 56, heads: 14, stacks: 1, inner: 37 });
  const left = dense(plan, encoded, 13, { name: "left" });
  const right = dense(plan, encoded, 13, { name: "right" });
  const simple = pairs(plan, left, right, { u: vector(plan, 13, { name: "u", limit: 1 }) });
  const logits = add(plan, simple, forms(plan, left));
  const offset = plan.room(4 * d * 8);
  const { nll, entropy } = bernoulli(plan, logits, { offset, stream });
  const cell = lstmCell(plan, { name: "cell", inputs: 56, hidden: 13 })(encoded, { h: left, c: right });
  const noise = drawnNormals(plan, { perItem: d, columns: 13, stream });
  const error = squaredError(plan, cell.h, add(plan, cell.c, noise));
  const seven = (name: string) => dense(plan, encoded, 7, { name });
  const graph = graphAttention(plan, [seven("from"), seven("to"), encoded], { heads: 7 });
  const eighteen = (name: string) => dense(plan, encoded, 18, { name });
  const attended = attention(plan, [eighteen("q"), eighteen("k"), eighteen("v")], { heads: 6 });
  const required = Uint8Array.from({ length: d * d }, (_, k) => Number(k === 1));
  const chosen = pointerNetwork(plan, encoded, { stream, required });
  const sums = add(plan, itemSum(plan, rowSums(plan, graph)), itemAverage(plan, attended));
  let h = itemMean(plan, encoded);
  for (const f of ["sigmoid", "exp", "log", "softplus", "tanh", "elu", "relu", "leakyRelu"] as const)
    h = add(plan, map(plan, h, f), scale(plan, times(plan, h, h), 0.5));
  const value = dense(plan, norm(plan, h, "last"), 1, { name: "value" });
  const sideBySide = lanes(plan, encoded);
  const forward = plan.forward();
  const { program, seeds, ...rest } = plan.backward([
    ...[nll, entropy, value, error, sums, sideBySide],
    ...[...chosen.nll, ...chosen.entropy],
  ]);
  const backward = { program, seeds, ...rest };
  const optimiser = adam(plan, [backward]);
  return {
    program: sequence(forward, program, optimiser.program, rmsProp(plan, backward).program),
    seeds,
    rate: optimiser.settings[0],
    data,
    offset,
    stream,
  };
}

/** One layer of twelve networks with three units each. */
function lanes(plan: Plan, e: Tensor): Tensor {
  const row = (name: string, columns: number) =>
    plan.parameter(1, [{ name, columns, start: { limit: 0.5 } }]);
  const x = dense(plan, e, 60, { name: "lanes.in" });
  const [W, bias] = [row("lanes", 180), row("lanes.bias", 36)];
  return lanesProduct(plan, x, { W, bias, lanes: 12, ins: 5, outs: 3 });
}

/** Logits of bilinear forms, shifted. */
function forms(plan: Plan, e: Tensor): Tensor {
  const matrix = (name: string, rows: number, columns: number) =>
    plan.parameter(rows, [{ name, columns, start: { limit: 0.5 } }]);
  const K = 3;
  const tensor = tensorPairs(plan, e, {
    W: matrix("tensor", e.columns, K * e.columns),
    left: matrix("tensor.left", e.columns, K),
    right: matrix("tensor.right", e.columns, K),
    u: matrix("tensor.u", 1, K),
    bias: matrix("tensor.bias", 1, K),
  });
  const form = bilinear(plan, e, matrix("form", e.columns, e.columns));
  return shift(plan, add(plan, tensor, form), matrix("shift", 1, 1));
}
