// One training step of the paper's network as PyTorch has it (paper-step.json says which version, and bench/peers/golden-step.py
// how it was made): values, both losses, every gradient, and the parameters after the step.
//
// Heads are slices of the hidden units there and strided through them here: hidden unit 4 h + c there is 16 c + h here.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createAgent, createRng, networkBuild } from "../../src/core/index.ts";
import { allowRelaxedSimd } from "../../src/node/index.ts";
import { learn } from "../learning.ts";

allowRelaxedSimd();

interface Golden {
  readonly sizes: { readonly B: number; readonly d: number; readonly n: number };
  readonly rate: number;
  readonly baseline: number;
  readonly L1: number;
  readonly L2: number;
  readonly arrays: readonly { name: string; shape: number[]; type: string; offset: number; zero?: boolean }[];
  readonly after: Record<
    "published" | "merged",
    Record<string, { sum: number; squares: number; first: number[] }>
  >;
}

const golden = JSON.parse(readFileSync(new URL("paper-step.json", import.meta.url), "utf8")) as Golden;
const { buffer, byteOffset } = readFileSync(new URL("paper-step.bin", import.meta.url));
const { B, d, n } = golden.sizes;

function array(name: string): { values: Float32Array; shape: number[] } {
  const found = golden.arrays.find((a) => a.name === name)!;
  const count = found.shape.reduce((a, b) => a * b, 1);
  const start = byteOffset + found.offset;
  const bytes = buffer.slice(start, start + count * (found.type === "uint8" ? 1 : 4));
  const values = found.type === "uint8" ? Float32Array.from(new Uint8Array(bytes)) : new Float32Array(bytes);
  return { values, shape: found.shape };
}

/** Their name of our tensor, and which of its sides are hidden units. */
function theirs(name: string): { name: string; rows: boolean; columns: boolean } {
  const layer = /^(layer\d)\./.exec(name)?.[1] ?? "";
  const rest = name.slice(layer === "" ? 0 : layer.length + 1);
  const renamed: Record<string, [string, boolean, boolean]> = {
    "embedding.weight": ["embedding.weight", false, true],
    "embedding.gamma": ["embedding.norm.gamma", false, true],
    "embedding.beta": ["embedding.norm.beta", false, true],
    "attention.gamma": ["norm1.gamma", false, true],
    "attention.beta": ["norm1.beta", false, true],
    "inner.weight": ["ff1.weight", true, false],
    "inner.bias": ["ff1.bias", false, false],
    "outer.weight": ["ff2.weight", false, true],
    "output.gamma": ["norm2.gamma", false, true],
    "output.beta": ["norm2.beta", false, true],
    "decoder.left.weight": ["decoder.left", true, false],
    "decoder.right.weight": ["decoder.right", true, false],
    "decoder.u": ["decoder.u", false, false],
    "critic.first.weight": ["critic.dense1.weight", true, false],
    "critic.first.bias": ["critic.dense1.bias", false, false],
    "critic.second.weight": ["critic.dense2.weight", false, false],
    "critic.second.bias": ["critic.dense2.bias", false, false],
  };
  for (const s of "qkv") {
    renamed[`${s}.weight`] = [`${s}.weight`, true, true];
    renamed[`${s}.bias`] = [`${s}.bias`, false, true];
  }
  const [to, rows, columns] = renamed[rest];
  return { name: layer === "" ? to : `${layer}.${to}`, rows, columns };
}

/** Our place of their hidden unit. */
const place = (unit: number) => 16 * (unit % 4) + Math.floor(unit / 4);

/** Their tensor in our order of hidden units. */
function reordered(
  values: Float32Array,
  rows: number,
  columns: number,
  of: { rows: boolean; columns: boolean },
) {
  const out = new Float32Array(values.length);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++)
      out[(of.rows ? place(i) : i) * columns + (of.columns ? place(j) : j)] = values[i * columns + j];
  return out;
}

function prepared(build: "strict" | "relaxed", step: "published" | "merged") {
  const X = { rows: 1, cols: d, data: new Float64Array(d) };
  const agent = createAgent(X, createRng(1), { batch: B, inputSamples: n, step }, { build });
  const { net, tensors } = agent;
  const shapes = net.parameters();
  net.setParameters(
    shapes.map(({ name, rows, columns }) => {
      const of = theirs(name);
      return { name, rows, columns, values: reordered(array(of.name).values, rows, columns, of) };
    }),
  );
  net.numbers(tensors.input).set(array("batch").values); // 64 columns: no filling
  net.run("propose");
  const { values: actions } = array("actions");
  for (let k = 0; k < actions.length; k++)
    agent.actions[Math.floor(k / d) * agent.rowStep + (k % d)] = actions[k];
  return { agent, shapes };
}

/** ‖ours − theirs‖ / ‖theirs‖ over all tensors of a set, those apart whose gradient is zero in truth. */
function distance(ours: ReturnType<typeof prepared>["shapes"], set: string): number {
  let apart = 0;
  let size = 0;
  for (const { name, rows, columns, values } of ours) {
    const of = theirs(name);
    const found = golden.arrays.find((a) => a.name === `${set}/${of.name}`);
    if (!found) continue;
    expect(found.zero ?? false, name).toBe(false);
    const expected = reordered(array(found.name).values, rows, columns, of);
    for (let k = 0; k < values.length; k++) {
      apart += (values[k] - expected[k]) ** 2;
      size += expected[k] ** 2;
    }
  }
  return Math.sqrt(apart / size);
}

for (const build of new Set([networkBuild({ strict: true }), networkBuild()])) {
  describe(`the paper's network, ${build}, against PyTorch`, () => {
    it("has its logits, values, entropies and the critic's loss", () => {
      const { agent } = prepared(build, "published");
      const { net, tensors } = agent;
      const logits = net.numbers(tensors.logits);
      array("logits").values.forEach((x, k) => {
        const [row, j] = [Math.floor(k / d), k % d];
        if (row % d !== j) expect(Math.abs(logits[row * agent.rowStep + j] - x)).toBeLessThan(2e-5);
      });
      const column = (name: "value" | "entropy") =>
        Array.from({ length: B }, (_, b) => net.numbers(tensors[name])[(b * tensors[name].step) / 4]);
      for (const [b, x] of array("values").values.entries()) expect(column("value")[b]).toBeCloseTo(x, 4);
      for (const [b, x] of array("entropy").values.entries()) expect(column("entropy")[b]).toBeCloseTo(x, 5);
      const report = learn(agent, array("rewards").values, {
        learningRate: golden.rate,
        baseline: golden.baseline,
      });
      expect(Math.abs(report.criticLoss / golden.L2 - 1)).toBeLessThan(1e-5);
    });

    it("has its gradients of both losses, and its parameters after the published step", () => {
      const { agent } = prepared(build, "published");
      learn(agent, array("rewards").values, { learningRate: golden.rate, baseline: golden.baseline });
      const [actor, critic] = agent.gradients.map((at) => agent.net.parameters(at));
      expect(distance(actor, "actor")).toBeLessThan(1e-5);
      expect(distance(critic, "critic")).toBeLessThan(1e-5);
      expectAfter(agent, "published");
    });

    it("has the sum of the gradients, and its parameters after the merged step", () => {
      const { agent, shapes } = prepared(build, "merged");
      learn(agent, array("rewards").values, { learningRate: golden.rate, baseline: golden.baseline });
      let apart = 0;
      let size = 0;
      const ours = agent.net.parameters(agent.gradients[0]);
      for (const [k, { name, rows, columns }] of shapes.entries()) {
        const of = theirs(name);
        const sum = new Float64Array(rows * columns);
        for (const set of ["actor", "critic"]) {
          if (!golden.arrays.some((a) => a.name === `${set}/${of.name}`)) continue;
          const part = reordered(array(`${set}/${of.name}`).values, rows, columns, of);
          for (let i = 0; i < sum.length; i++) sum[i] += part[i];
        }
        for (let i = 0; i < sum.length; i++) {
          apart += (ours[k].values[i] - sum[i]) ** 2;
          size += sum[i] ** 2;
        }
      }
      expect(Math.sqrt(apart / size)).toBeLessThan(1e-5);
      expectAfter(agent, "merged");
    });
  });
}

/** Sums over whole tensors: a gradient near zero leaves the sign of a single change to rounding. */
function expectAfter(agent: ReturnType<typeof prepared>["agent"], step: "published" | "merged"): void {
  for (const { name, values } of agent.net.parameters()) {
    const expected = golden.after[step][theirs(name).name];
    const sum = values.reduce((a, b) => a + b, 0);
    const squares = values.reduce((a, b) => a + b * b, 0);
    const slack = 2e-3 * golden.rate * Math.sqrt(values.length) + 1e-6 * Math.sqrt(squares * values.length);
    expect(Math.abs(sum - expected.sum), name).toBeLessThan(slack);
    expect(Math.abs(squares - expected.squares), name).toBeLessThan(1e-5 * Math.max(1, squares));
  }
}
