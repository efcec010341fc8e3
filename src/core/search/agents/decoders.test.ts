// The gradient of the whole loss of the agent, for every decoder, against central differences of a float64 twin
// (test/reference-agent.ts), and how the decoders start.

import { afterEach, describe, expect, it } from "vitest";
import type { Kink } from "../../../../test/gradients.ts";
import { learn } from "../../../../test/learning.ts";
import { isLong } from "../../../../test/long.ts";
import {
  type ParameterMap,
  type ReferenceOptions,
  referenceAgent,
  referenceLosses,
} from "../../../../test/reference-agent.ts";
import { builds, expectClose, readTensor, writeTensor } from "../../../../test/tensors.ts";
import { type Matrix, matrix } from "../../math/matrix.ts";
import { createRng, type Rng } from "../../math/rng.ts";
import type { NetworkBuild } from "../../math/wasm/network-kernels.ts";
import type { NamedTensor } from "../../net/net.ts";
import { type Agent, type AgentOptions, createAgent } from "./agent.ts";
import { type DecoderName, decoderNames } from "./decoders.ts";

const [d, batch, samples] = [4, 3, 5];
const sizes = { batch, inputSamples: samples, hidden: 16, heads: 4, stacks: 1, inner: 24, decoderHidden: 3 };
const training = { rewards: [-2.5, -0.4, 1.3], baseline: -1.2, entropyWeight: 0.7 };
const h = 1e-5;

const open: Agent[] = [];
afterEach(() => {
  for (const agent of open.splice(0)) agent.net.close();
});

function agentOf(build: NetworkBuild, options: AgentOptions): Agent {
  const X = matrix(1, d); // the input is written by hand
  const agent = createAgent(X, createRng("an agent"), { ...sizes, ...options }, { build });
  open.push(agent);
  return agent;
}

/** Numbers that float32 holds, of the shapes of an agent's parameters, with which no pre-activation is near a kink. */
function drawn(shapes: readonly NamedTensor[], options: ReferenceOptions, seed: string) {
  for (let attempt = 0; attempt < 200; attempt++) {
    const rng = createRng(`${seed}/${attempt}`);
    const normals = (rows: number, columns: number, size: number) =>
      matrix(
        rows,
        columns,
        Float64Array.from({ length: rows * columns }, () => Math.fround(size * rng.normal())),
      );
    const x = normals(batch * d, samples, 1);
    const parameters = new Map(
      shapes.map(({ name, rows, columns }) => [name, normals(rows, columns, 1 / Math.sqrt(rows))]),
    );
    let nearest = Number.POSITIVE_INFINITY;
    const relu: Kink = (z) => {
      nearest = Math.min(nearest, Math.abs(z));
      return z > 0 ? z : 0;
    };
    referenceAgent(x, parameters, { ...options, relu });
    // Beyond rounding and what h can move; the deep decoder has thousands of units to keep away.
    if (nearest > 1e-4) return { x, parameters };
  }
  throw new Error("no seed keeps away from the kinks");
}

/** Proposes on that input and takes a step that changes nothing, for its gradients. */
function stepOf(agent: Agent, x: Matrix, parameters: ParameterMap) {
  const { net, tensors } = agent;
  net.setParameters(
    net.parameters().map((p) => ({ ...p, values: Float32Array.from(parameters.get(p.name)!.data) })),
  );
  const before = agent.weights();
  writeTensor(net, tensors.input, x.data);
  net.run("propose");
  const { rewards, ...options } = training;
  const report = learn(agent, rewards, { learningRate: 0, ...options });
  expect(agent.weights(), "a learning rate of 0 changes no parameter").toEqual(before);
  return {
    report,
    logits: readTensor(net, tensors.logits),
    value: readTensor(net, tensors.value),
    actions: matrix(batch * d, d, Float64Array.from(readTensor(net, tensors.actions))),
    gradients: agent.gradients.map((at) => net.parameters(at)),
  };
}

/** Derivatives of both losses by some numbers of a tensor and along one direction over all of it. */
function slopes(F: () => readonly [number, number], { data }: Matrix, rng: Rng) {
  const kept = data.slice();
  const along = (direction: ArrayLike<number>): readonly [number, number] => {
    const moved = (t: number) => {
      for (let i = 0; i < data.length; i++) data[i] = kept[i] + t * direction[i];
      return F();
    };
    const [up, down] = [moved(h), moved(-h)];
    data.set(kept);
    return [(up[0] - down[0]) / (2 * h), (up[1] - down[1]) / (2 * h)];
  };
  const places = data.length <= 3 ? [...data.keys()] : [0, 1, 2].map(() => rng.integer(data.length));
  const directions = [
    ...places.map((place) => Float64Array.from(data, (_, i) => Number(i === place))),
    Float64Array.from(data, () => rng.normal() / Math.sqrt(data.length)),
  ];
  return directions.map((direction) => ({ direction, slope: along(direction) }));
}

const biases: readonly { name: string; options: AgentOptions }[] = [
  { name: "no logit bias", options: {} },
  { name: "a trainable logit bias", options: { logitBias: -1 } },
  { name: "a constant logit bias", options: { logitBias: -0.5, isLogitBiasConstant: true } },
];

function checkWholeLoss(decoder: DecoderName, given: AgentOptions): void {
  const options = { decoder, ...given };
  const reference: ReferenceOptions = { d, heads: sizes.heads, stacks: sizes.stacks, ...options };
  const shapes = agentOf("strict", options).net.parameters();
  const { x, parameters } = drawn(shapes, reference, `${decoder}/${JSON.stringify(given)}`);
  const exact = referenceAgent(x, parameters, reference);
  const first = stepOf(agentOf("strict", options), x, parameters);
  const { actions } = first;
  const advantages = training.rewards.map((r, b) => r - training.baseline - exact.value.data[b]);
  const F = () =>
    referenceLosses(referenceAgent(x, parameters, reference), { ...training, actions, advantages });
  const [L1, L2] = F();
  const rng = createRng("places");
  // The blocks of the transformer are alike: `npm test` looks at the first and the last.
  const isTried = (name: string) => isLong || !/^decoder\.layer[1-4]\./.test(name);
  const expected = shapes.map(({ name }) => ({
    name,
    list: isTried(name) ? slopes(F, parameters.get(name)!, rng) : [],
  }));

  for (const build of builds) {
    for (const step of ["published", "merged"] as const) {
      const found = stepOf(agentOf(build, { ...options, step }), x, parameters);
      expect(found.actions, "the same graphs").toEqual(actions);
      expectClose(found.logits, exact.logits.data, 1e-5, "logits");
      expectClose(found.value, exact.value.data, 1e-5, "values");
      expect(found.report.actorLoss).toBeCloseTo(L1, 5);
      expect(found.report.criticLoss).toBeCloseTo(L2, 4);
      expect(found.report.areFinite).toBe(true);
      expect(found.gradients.length).toBe(step === "published" ? 2 : 1);
      found.gradients.forEach((set, k) => {
        const wanted = ([actor, critic]: readonly [number, number]) =>
          step === "merged" ? actor + critic : [actor, critic][k];
        for (const [index, { name, list }] of expected.entries()) {
          expectClose(
            list.map(({ direction }) => direction.reduce((sum, t, i) => sum + t * set[index].values[i], 0)),
            list.map(({ slope }) => wanted(slope)),
            tolerance,
            `${build}, ${step}, set ${k}: ${name}`,
            least,
          );
        }
      });
    }
  }
}

// Sums of thousands of float32 products, relative to the largest of the derivatives of a tensor, or to a hundredth: the
// derivatives of the losses are of the order of one.
const tolerance = 1e-4;
const least = 0.01;

for (const decoder of decoderNames) {
  describe(`the gradient of the whole loss with the ${decoder} decoder`, () => {
    // Where the bias comes from is the same for all: again and again with the six blocks of the last would only take time.
    for (const { name, options } of decoder === "transformer" ? biases.slice(1, 2) : biases) {
      it(`is that of central differences with ${name}, both losses apart and their sum, in every build`, () => {
        checkWholeLoss(decoder, options);
      });
    }
  });
}

describe("the gradient of the whole loss with another activation of the pair", () => {
  for (const decoder of ["single-layer", "ntn"] as const)
    for (const decoderActivation of ["relu", "none"] as const)
      it(`is that of central differences: ${decoder}, ${decoderActivation}`, () => {
        checkWholeLoss(decoder, { decoderActivation });
      });
});

describe("the decoders", () => {
  const parametersOf = (decoder: DecoderName) => {
    const agent = createAgent(matrix(1, 12), createRng(3), { batch: 2, stacks: 1, decoder });
    open.push(agent);
    return agent.net.parameters().filter(({ name }) => name.startsWith("decoder."));
  };
  const count = (tensors: readonly NamedTensor[]) =>
    tensors.reduce((sum, { values }) => sum + values.length, 0);

  // 2,064 is the published count; the others follow from the shapes of the published code.
  it("have as many parameters as the published ones at 64 hidden units and K = 16", () => {
    const block = 3 * (64 * 64 + 64) + 2 * (64 * 64 + 64) + 2 * 128;
    expect(decoderNames.map((decoder) => count(parametersOf(decoder)))).toEqual([
      2064,
      64 * 64,
      16 * 64 * 64 + 2 * 64 * 16 + 2 * 16,
      64 * 64 + 128 + 6 * block + 64 * 12 + 12,
    ]);
  });

  // Glorot-uniform: ±√(6 / (fan in + fan out)), with the published code's fans of vectors and of the tensor.
  it("start within their limits, and fill them", () => {
    const limits: Record<string, number> = {
      "single-layer/decoder.left.weight": Math.sqrt(6 / 80),
      "single-layer/decoder.right.weight": Math.sqrt(6 / 80),
      "single-layer/decoder.u": Math.sqrt(6 / 32),
      "bilinear/decoder.weight": Math.sqrt(6 / 128),
      "ntn/decoder.tensor": Math.sqrt(6 / (4096 + 1024)),
      "ntn/decoder.left": Math.sqrt(6 / 80),
      "ntn/decoder.right": Math.sqrt(6 / 80),
      "ntn/decoder.u": Math.sqrt(6 / 32),
      "ntn/decoder.b": Math.sqrt(6 / 32),
    };
    let seen = 0;
    for (const decoder of ["single-layer", "bilinear", "ntn"] as const) {
      for (const { name, values } of parametersOf(decoder)) {
        const limit = limits[`${decoder}/${name}`];
        const most = values.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
        expect(most, `${decoder}/${name}`).toBeLessThanOrEqual(Math.fround(limit));
        // The largest of sixteen is below 0.7 of the limit once in three hundred draws.
        expect(most, `${decoder}/${name}`).toBeGreaterThan((values.length > 16 ? 0.95 : 0.7) * limit);
        seen++;
      }
    }
    expect(seen).toBe(Object.keys(limits).length);
  });

  it("but for the last know the variables by their numbers alone: other places, the same logits there", () => {
    const places = [2, 0, 3, 1];
    for (const decoder of decoderNames) {
      const agent = agentOf("strict", { decoder });
      const logits = (order: readonly number[]) => {
        const rng = createRng("rows");
        const rows = Array.from({ length: batch * d }, () =>
          Array.from({ length: samples }, () => rng.normal()),
        );
        const moved = rows.map((_, r) => rows[d * Math.floor(r / d) + order[r % d]]);
        writeTensor(agent.net, agent.tensors.input, moved.flat());
        agent.net.run("propose");
        return readTensor(agent.net, agent.tensors.logits);
      };
      const [straight, permuted] = [logits([0, 1, 2, 3]), logits(places)];
      const apart = permuted.map((x, k) => {
        const [row, j] = [Math.floor(k / d), k % d];
        return Math.abs(x - straight[(d * Math.floor(row / d) + places[row % d]) * d + places[j]]);
      });
      if (decoder === "transformer") expect(Math.max(...apart)).toBeGreaterThan(0.01);
      else expect(Math.max(...apart)).toBeLessThan(1e-5);
    }
  });
});
