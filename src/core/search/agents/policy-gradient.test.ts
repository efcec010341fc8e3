// The gradient that the agent learns from, summed over every graph there is, is that of the expected reward.

import { describe, expect, it } from "vitest";
import { learn } from "../../../../test/learning.ts";
import { parentBits } from "../../../../test/parent-bits.ts";
import { randomTable } from "../../../../test/problems.ts";
import { type ReferenceOptions, referenceAgent } from "../../../../test/reference-agent.ts";
import { builds, readTensor, writeTensor } from "../../../../test/tensors.ts";
import { matrix } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { linearBicEqualVariance } from "../../score/linear-bic.ts";
import { createAgent } from "./agent.ts";
import { penalised } from "./rl/lambda.ts";
import { createRewards } from "./rl/rewards.ts";

for (const build of builds) {
  describe(`the policy gradient at three variables, ${build}`, () => {
    // With the same rows for every item all logits of the batch are alike, and its 64 items can be the 2⁶ graphs:
    //
    //     Σ_g π(g) (R(g) − b) ∇NLL(g) = −∇E[R] / 9,   because NLL is −log π as a mean over nine cells
    it("is that of the expected reward over all 64 graphs, whatever is taken off the rewards", () => {
      const [d, B, samples] = [3, 64, 6];
      const cells = [1, 2, 3, 5, 6, 7]; // beside the diagonal
      const table = randomTable(createRng("three"), d, 40);
      const graphs = Array.from({ length: B }, (_, g) =>
        Uint8Array.from({ length: 9 }, (_, k) =>
          Number(cells.includes(k) && ((g >> cells.indexOf(k)) & 1) === 1),
        ),
      );
      // The real rewards, with both penalties; row i of an action holds the parents of i.
      const bits = parentBits(
        graphs.map((actions) => ({
          d,
          edges: Uint8Array.from({ length: 9 }, (_, k) => actions[(k % 3) * 3 + Math.floor(k / 3)]),
        })),
      );
      const { score, distance, acyclic } = createRewards(linearBicEqualVariance(table)).evaluate(bits, B);
      const R = graphs.map(
        (_, g) => -penalised(score[g], distance[g], acyclic[g] === 1, { one: 1.5, cap: 5, two: 0.01 }),
      );
      expect(acyclic.reduce((a, b) => a + b)).toBe(25);

      const sizes = { hidden: 16, heads: 4, stacks: 1, inner: 24, decoderHidden: 3 };
      const agent = createAgent(
        table.X,
        createRng("agent"),
        { ...sizes, batch: B, inputSamples: samples },
        { build },
      );
      const { net, tensors } = agent;
      const rng = createRng("numbers");
      const x = Float64Array.from({ length: d * samples }, () => Math.fround(rng.normal()));
      writeTensor(net, tensors.input, Array.from({ length: B }, () => [...x]).flat());
      net.run("propose");
      writeTensor(
        net,
        tensors.actions,
        graphs.flatMap((g) => [...g]),
      );
      const parameters = new Map(
        net
          .parameters()
          .map(({ name, rows, columns, values }) => [name, matrix(rows, columns, Float64Array.from(values))]),
      );
      const options: ReferenceOptions = { d, heads: 4, stacks: 1, decoder: "single-layer" };
      /** π of every graph; statistics over one item are those over many of the same. */
      const policy = () => {
        const { logits } = referenceAgent(matrix(d, samples, x), parameters, options);
        return graphs.map((actions) =>
          cells.reduce((product, k) => {
            const p = 1 / (1 + Math.exp(-logits.data[k]));
            return product * (actions[k] === 1 ? p : 1 - p);
          }, 1),
        );
      };
      const expectedReward = () => policy().reduce((sum, p, g) => sum + p * R[g], 0);
      const pi = policy();
      expect(pi.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
      expect(Math.max(...pi) / Math.min(...pi), "a policy that is not uniform").toBeGreaterThan(2);

      const value = readTensor(net, tensors.value);
      const gradient = (b: number) => {
        const rewards = R.map((r, g) => B * pi[g] * (r - b) + value[g]);
        learn(agent, rewards, { learningRate: 0, baseline: 0, entropyWeight: 0 });
        return new Map(net.parameters(agent.gradients[0]).map(({ name, values }) => [name, values]));
      };
      const gradients = [0, -2, 1].map(gradient);
      let most = 0;
      for (const [name, { data }] of parameters) {
        if (name.startsWith("critic.")) continue;
        for (let draw = 0; draw < 3; draw++) {
          const at = rng.integer(data.length);
          const [kept, h] = [data[at], 1e-5];
          data[at] = kept + h;
          const up = expectedReward();
          data[at] = kept - h;
          const slope = (up - expectedReward()) / (2 * h);
          data[at] = kept;
          most = Math.max(most, Math.abs(slope));
          // Float32 against derivatives of up to a tenth.
          for (const found of gradients)
            expect(Math.abs(found.get(name)![at] + slope / 9), `${name}[${at}]`).toBeLessThan(2e-6);
        }
      }
      expect(most, "derivatives that are not all zero").toBeGreaterThan(0.05);
      net.close();
    });
  });
}
