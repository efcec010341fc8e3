import { describe, expect, it } from "vitest";
import { learn } from "../../../../../test/learning.ts";
import { randomTable } from "../../../../../test/problems.ts";
import { noKnowledge } from "../../../graph/knowledge.ts";
import { createRng } from "../../../math/rng.ts";
import { createAgent } from "../agent.ts";
import { logitsGradient, type PolicyInput, type PolicyName, policies, policyNames } from "./order-policy.ts";

const machine = { build: "strict" } as const;
const small = { batch: 16, inputSamples: 8 };

function inputOf(d: number, changes: Partial<PolicyInput> = {}): PolicyInput {
  const { X } = randomTable(createRng("policy"), d, 40);
  return { X, rng: createRng(1), knowledge: noKnowledge(d), options: small, machine, ...changes };
}

/** Gains that favour the edge 1 → 0: cell (0, 1). */
function favouring(cells: ArrayLike<number>, rowStep: number, d: number): Float64Array {
  return Float64Array.from({ length: small.batch }, (_, b) => (cells[b * d * rowStep + 1] === 1 ? 1 : -1));
}

describe.each(policyNames)("policy %s", (name: PolicyName) => {
  it("draws no edge from a variable to itself, none that is forbidden and all that are required", () => {
    const d = 4;
    const knowledge = noKnowledge(d);
    knowledge.required[2 * d + 1] = 1; // 2 → 1: cell (1, 2)
    knowledge.forbidden[0 * d + 3] = 1; // 0 → 3: cell (3, 0)
    const policy = policies[name](inputOf(d, { knowledge }));
    const seen = new Set<number>();
    for (let t = 0; t < 20; t++) {
      const { cells, rowStep } = policy.propose(t);
      for (let b = 0; b < policy.batch; b++) {
        for (let i = 0; i < d; i++) {
          expect(cells[(b * d + i) * rowStep + i]).toBe(0);
          for (let j = 0; j < d; j++) if (cells[(b * d + i) * rowStep + j] === 1) seen.add(i * d + j);
        }
        expect(cells[(b * d + 1) * rowStep + 2]).toBe(1);
        expect(cells[(b * d + 3) * rowStep + 0]).toBe(0);
      }
    }
    expect(seen.size).toBe(d * (d - 1) - 1);
    policy.close();
  });

  it("draws more often what was rewarded, and its entropy falls", () => {
    const d = 3;
    const policy = policies[name](inputOf(d));
    const share = (t: number) => {
      const { cells, rowStep } = policy.propose(t);
      return favouring(cells, rowStep, d).filter((g) => g > 0).length / small.batch;
    };
    policy.propose(0);
    const before = policy.entropy();
    for (let t = 0; t < 150; t++) {
      const { cells, rowStep } = policy.propose(t);
      policy.learn(favouring(cells, rowStep, d));
    }
    expect(share(150)).toBeGreaterThan(0.9);
    expect(policy.entropy()).toBeLessThan(before);
    policy.close();
  });

  it("goes on from its state to the same bytes", () => {
    const d = 3;
    const whole = policies[name](inputOf(d));
    const step = (policy: typeof whole, t: number) => {
      const { cells, rowStep } = policy.propose(t);
      policy.learn(favouring(cells, rowStep, d));
    };
    for (let t = 0; t < 3; t++) step(whole, t);
    const resumed = policies[name](inputOf(d));
    resumed.restore(JSON.parse(JSON.stringify(whole.state())));
    for (const policy of [whole, resumed]) for (let t = 3; t < 6; t++) step(policy, t);
    expect(resumed.weights()).toEqual(whole.weights());
    expect(resumed.weights().some((byte) => byte !== 0)).toBe(true);
    whole.close();
    resumed.close();
  });
});

it("logits refuse a state of another number of variables", () => {
  const three = policies.logits(inputOf(3));
  expect(() => policies.logits(inputOf(4)).restore(three.state())).toThrow(
    "rl-order: the state is that of another number of variables",
  );
});

describe("the gradient of the logits", () => {
  const rng = createRng("gradient");
  const theta = Float64Array.from({ length: 6 }, () => rng.normal());
  const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
  const drawnFrom = (batch: number) =>
    Uint8Array.from({ length: 6 * batch }, (_, at) => (rng.uniform() < sigmoid(theta[at % 6]) ? 1 : 0));

  it("is that of the loss, by central differences", () => {
    const drawn = drawnFrom(5);
    const advantages = Float64Array.from({ length: 5 }, () => rng.normal());
    const loss = (at: Float64Array) => {
      let value = 0;
      for (let b = 0; b < 5; b++)
        for (let k = 0; k < 6; k++) {
          const p = sigmoid(at[k]);
          value -= (advantages[b] * Math.log(drawn[b * 6 + k] === 1 ? p : 1 - p)) / 6 / 5;
        }
      for (const x of at) {
        const p = sigmoid(x);
        value += (0.3 * (p * Math.log(p) + (1 - p) * Math.log(1 - p))) / 6;
      }
      return value;
    };
    const gradient = logitsGradient(theta, drawn, advantages, 0.3);
    for (let k = 0; k < 6; k++) {
      const moved = (by: number) => loss(theta.map((x, j) => (j === k ? x + by : x)));
      // Central differences with a step of 1e-5 are good to about ten digits here.
      expect(gradient[k]).toBeCloseTo((moved(1e-5) - moved(-1e-5)) / 2e-5, 8);
    }
  });

  it("is on average that of the expected reward over all 64 graphs of three variables", () => {
    const rewards = Array.from({ length: 64 }, () => rng.normal());
    const codeAt = (drawn: Uint8Array, b: number) =>
      Array.from({ length: 6 }, (_, k) => drawn[b * 6 + k] << k).reduce((code, bit) => code | bit, 0);
    const probability = (code: number, at: Float64Array) =>
      at.reduce((p, x, k) => p * (((code >> k) & 1) === 1 ? sigmoid(x) : 1 - sigmoid(x)), 1);
    const expected = (at: Float64Array) =>
      rewards.reduce((sum, reward, code) => sum + reward * probability(code, at), 0);
    const batch = 200_000;
    const drawn = drawnFrom(batch);
    const mean = expected(theta);
    const advantages = Float64Array.from({ length: batch }, (_, b) => rewards[codeAt(drawn, b)] - mean);
    const gradient = logitsGradient(theta, drawn, advantages, 0);
    for (let k = 0; k < 6; k++) {
      const moved = (by: number) => expected(theta.map((x, j) => (j === k ? x + by : x)));
      const exact = -(moved(1e-4) - moved(-1e-4)) / 2e-4 / 6;
      // Four standard errors: advantage × (cell − p) has a deviation of about 0.5, over 6 cells and √200,000.
      expect(Math.abs(gradient[k] - exact)).toBeLessThan((4 * 0.5) / 6 / Math.sqrt(batch));
    }
  });
});

describe("an agent without a critic", () => {
  it("has no critic's loss, and nothing to learn from advantages of zero", () => {
    const { X } = randomTable(createRng("critic"), 4, 40);
    const agent = createAgent(X, createRng(1), { ...small, stacks: 1, step: "merged" }, machine);
    const before = agent.weights();
    agent.propose();
    const none = new Float64Array(small.batch);
    const report = learn(agent, none, { learningRate: 0.01, entropyWeight: 0, hasCritic: false });
    expect(report.criticLoss).toBe(0);
    expect(agent.weights()).toEqual(before);
    agent.propose();
    expect(learn(agent, none, { learningRate: 0.01, entropyWeight: 0 }).criticLoss).toBeGreaterThan(0);
    expect(agent.weights()).not.toEqual(before);
    agent.net.close();
  });
});
