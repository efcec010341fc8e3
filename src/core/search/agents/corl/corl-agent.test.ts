import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { learnOrders } from "../../../../../test/learning.ts";
import { chainTable, randomTable } from "../../../../../test/problems.ts";
import { itemMean } from "../../../../../test/reference-ops.ts";
import {
  type ReferenceCorl,
  referenceCritic,
  referenceEncoder,
  referenceNll,
} from "../../../../../test/reference-pointer.ts";
import { builds, expectClose, readTensor, writeTensor } from "../../../../../test/tensors.ts";
import { createCrew } from "../../../../node/threads/crew.ts";
import type { Order } from "../../../graph/graph.ts";
import { noKnowledge } from "../../../graph/knowledge.ts";
import { type Matrix, matrix } from "../../../math/matrix.ts";
import { createRng } from "../../../math/rng.ts";
import { linearBicEqualVariance } from "../../../score/linear-bic.ts";
import type { AgentMachine } from "../agent.ts";
import { createOrderRewards } from "../order-rewards.ts";
import { type CorlAgent, type CorlAgentOptions, createCorlAgent, type RewardMode } from "./corl-agent.ts";
import { worthOf } from "./corl-rewards.ts";

const small = { batch: 5, inputSamples: 6, hidden: 8, heads: 4, stacks: 1, inner: 12 };
const modes: readonly RewardMode[] = ["episodic", "stepwise"];
const still = { actor: 0, critic: 0 };

const open: CorlAgent[] = [];
afterEach(() => {
  for (const agent of open.splice(0)) agent.net.close();
});

function agentOf(d: number, options: CorlAgentOptions = {}, machine: AgentMachine = {}, seed = "agent") {
  const { X } = randomTable(createRng("rows"), d, 30);
  const agent = createCorlAgent(X, createRng(seed), { ...small, ...options }, machine);
  open.push(agent);
  return agent;
}

function parametersOf({ net }: CorlAgent): Map<string, Matrix> {
  return new Map(
    net
      .parameters()
      .map(({ name, rows, columns, values }) => [name, matrix(rows, columns, Float64Array.from(values))]),
  );
}

/** The derivative of f by one number of an array. */
function slope(f: () => number, data: Float64Array, at: number, h = 1e-5): number {
  const kept = data[at];
  data[at] = kept + h;
  const up = f();
  data[at] = kept - h;
  const down = f();
  data[at] = kept;
  return (up - down) / (2 * h);
}

for (const build of builds) {
  describe(`CORL's agent of the ${build} build`, () => {
    it.each(modes)("has the losses and gradients of its slow twin (%s)", (reward) => {
      const d = 4;
      const options: ReferenceCorl = { d, heads: 4, stacks: 1 };
      const agent = agentOf(d, { reward }, { build });
      const { net, tensors, batch } = agent;
      // Biases do not stay where they start.
      const rng = createRng("numbers");
      const moved = net.parameters().map((p) => ({
        ...p,
        values: p.values.map((x) => x + 0.1 * rng.normal()),
      }));
      net.setParameters(moved);
      agent.propose();
      const x = matrix(batch * d, 6, Float64Array.from(readTensor(net, tensors.input)));
      const orders = agent.orders();
      const named = parametersOf(agent);
      const drawn = Float64Array.from({ length: batch * (d - 1) }, () => rng.normal());
      // An episode's choices are all credited with the same.
      const returns = drawn.map((r, k) => (reward === "episodic" ? drawn[k - (k % (d - 1))] : r));

      let nearest = Number.POSITIVE_INFINITY;
      const relu = (z: number) => {
        nearest = Math.min(nearest, Math.abs(z));
        return z > 0 ? z : 0;
      };
      const e = referenceEncoder(x, named, { ...options, relu });
      /** What the critic expects before each choice. */
      const expected = (critic = named) => {
        const [mean, rows] = [itemMean(e, d), e].map((seen) => referenceCritic(seen, critic, relu));
        return returns.map((_, k) => {
          const [b, t] = [Math.floor(k / (d - 1)), k % (d - 1)];
          const isLater = reward === "stepwise" && t > 0;
          return isLater ? rows.data[b * d + orders[b][t - 1]] : mean.data[b];
        });
      };
      const weight = 1 / (reward === "stepwise" ? batch * (d - 1) : batch);
      const values = expected();
      const advantages = returns.map((r, k) => r - values[k]);
      const actorLoss = () => {
        const nll = referenceNll(referenceEncoder(x, named, options), named, orders);
        return advantages.reduce((sum, a, k) => sum + weight * a * nll.data[k], 0);
      };
      const criticLoss = () => {
        const now = expected();
        return returns.reduce((sum, r, k) => {
          const isCounted = reward === "stepwise" || k % (d - 1) === 0;
          return sum + (isCounted ? weight * (r - now[k]) * (r - now[k]) : 0);
        }, 0);
      };
      expect(nearest, "away from the kinks").toBeGreaterThan(1e-4);

      const nll = referenceNll(e, named, orders);
      tensors.nll.forEach((tensor, t) => {
        const exact = orders.map((_, b) => nll.data[b * (d - 1) + t]);
        expectClose(readTensor(net, tensor), exact, 2e-5, `likelihood ${t}`);
      });
      const report = learnOrders(agent, returns, { ...still, reward });
      expect(report.areFinite).toBe(true);
      expect(report.actorLoss).toBeCloseTo(actorLoss(), 4);
      expect(report.criticLoss).toBeCloseTo(criticLoss(), 4);
      const [actor, critic] = agent.gradients.map(
        (at) => new Map(net.parameters(at).map(({ name, values }) => [name, values])),
      );
      for (const [name, { data }] of named) {
        const isCritic = name.startsWith("critic.");
        const found = (isCritic ? critic : actor).get(name)!;
        const loss = isCritic ? criticLoss : actorLoss;
        for (let draw = 0; draw < 4; draw++) {
          const at = rng.integer(data.length);
          // Float32 through normalisations over 20 rows.
          expectClose([found[at]], [slope(loss, data, at)], 2e-5, `${name}[${at}]`);
        }
        // Neither loss moves the other's parameters.
        expect((isCritic ? actor : critic).get(name)!.every((g) => g === 0)).toBe(true);
      }
    });

    // With the same rows for every item one of each order is enough:   Σ_o π(o) A(o) ∇NLL(o) = −∇E[R].
    it.each(modes)(
      "has, over all orders of three variables, the gradient of the expected reward (%s)",
      (reward) => {
        const [d, batch] = [3, 96];
        const table = chainTable(createRng("three"), d, 40);
        const score = linearBicEqualVariance(table);
        const worth = worthOf(reward, score, noKnowledge(d), createOrderRewards(score, noKnowledge(d)));
        const options = { ...small, batch, reward };
        const agent = createCorlAgent(table.X, createRng("three"), options, { build });
        open.push(agent);
        const { net, tensors } = agent;
        const rng = createRng("numbers");
        const x = Float64Array.from({ length: d * 6 }, () => Math.fround(rng.normal()));
        writeTensor(net, tensors.input, Array.from({ length: batch }, () => [...x]).flat());
        net.run("propose");
        const drawn = agent.orders();
        const all: Order[] = [
          [0, 1, 2],
          [0, 2, 1],
          [1, 0, 2],
          [1, 2, 0],
          [2, 0, 1],
          [2, 1, 0],
        ];
        const items = all.map((order) => drawn.findIndex((other) => other.join() === order.join()));
        expect(Math.min(...items)).toBeGreaterThanOrEqual(0);
        const named = parametersOf(agent);
        const six = matrix(
          6 * d,
          6,
          Float64Array.from({ length: 6 * d * 6 }, (_, k) => x[k % (d * 6)]),
        );
        const policy = () => {
          const e = referenceEncoder(six, named, { d, heads: 4, stacks: 1 });
          const nll = referenceNll(e, named, all);
          return all.map((_, o) => Math.exp(-nll.data[2 * o] - nll.data[2 * o + 1]));
        };
        const F = worth.of(all).map((value) => value / 20);
        const { places } = worth;
        const R = all.map((_, o) => F[o * places + places - 1]);
        const pi = policy();
        expect(pi.reduce((a, b) => a + b)).toBeCloseTo(1, 12);

        const values = tensors.values.map((tensor) => readTensor(net, tensor));
        const credited = new Float64Array(2 * batch);
        // What the critic expected is credited to all; beside that, each order's return as often as it comes.
        for (let b = 0; b < batch; b++)
          for (let t = 0; t < 2; t++) {
            const isLater = reward === "stepwise" && t > 0;
            credited[2 * b + t] = isLater ? values[1][b * d + drawn[b][t - 1]] : values[0][b];
          }
        const weight = reward === "stepwise" ? 2 * batch : batch;
        items.forEach((b, o) => {
          for (let t = 0; t < 2; t++)
            credited[2 * b + t] +=
              weight * pi[o] * (R[o] - (reward === "stepwise" ? F[o * places + t] : R[0]));
        });
        learnOrders(agent, credited, { ...still, reward });
        const found = new Map(net.parameters(agent.gradients[0]).map((p) => [p.name, p.values]));
        const expectedReward = () => policy().reduce((sum, p, o) => sum + p * R[o], 0);
        let most = 0;
        for (const [name, { data }] of named) {
          if (name.startsWith("critic.")) continue;
          for (let draw = 0; draw < 3; draw++) {
            const at = rng.integer(data.length);
            const exact = slope(expectedReward, data, at);
            most = Math.max(most, Math.abs(exact));
            expect(Math.abs(found.get(name)![at] + exact), `${name}[${at}]`).toBeLessThan(2e-5);
          }
        }
        expect(most, "derivatives that are not all zero").toBeGreaterThan(0.05);
      },
    );
  });
}

describe("the orders that are proposed", () => {
  it("have every variable once, and what is required before what it is required for", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.nat(), (d, seed) => {
        const rng = createRng(seed);
        const along = rng.permutation(d);
        const required = new Uint8Array(d * d);
        along.forEach((i, a) => {
          for (const j of along.slice(a + 1)) if (rng.uniform() < 0.3) required[i * d + j] = 1;
        });
        const agent = agentOf(d, { required }, {}, `${seed}`);
        for (let t = 0; t < 3; t++) {
          agent.propose();
          for (const order of agent.orders()) {
            expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: d }, (_, j) => j));
            required.forEach((is, k) => {
              if (is === 1) expect(order.indexOf(Math.floor(k / d))).toBeLessThan(order.indexOf(k % d));
            });
          }
          const before = agent.probabilities();
          before.forEach((p, k) => {
            const [i, j] = [Math.floor(k / d), k % d];
            const count = agent.orders().filter((order) => order.indexOf(i) < order.indexOf(j)).length;
            expect(p).toBeCloseTo(count / agent.batch, 12);
          });
          learnOrders(agent, new Float64Array(agent.batch * (d - 1)).fill(1), { actor: 0.05, critic: 0.05 });
        }
        agent.net.close();
      }),
      { seed: 1, numRuns: 20 },
    );
  });
});

describe("the state of CORL's agent", () => {
  const learn = (agent: CorlAgent, steps: number) => {
    for (let t = 0; t < steps; t++) {
      agent.propose();
      const returns = agent.orders().flatMap((order) => new Array<number>(4).fill(order.indexOf(2)));
      learnOrders(agent, Float64Array.from(returns), { actor: 0.01, critic: 0.02 });
    }
  };

  it("is plain JSON from which another goes on to the same bytes; one of another size is refused", () => {
    const [whole, first, second] = [1, 2, 3].map(() => agentOf(5));
    learn(whole, 9);
    learn(first, 4);
    const state = JSON.parse(JSON.stringify(first.state()));
    learn(first, 2); // what the first does afterwards is its own
    second.restore(state);
    learn(second, 5);
    expect(second.state()).toEqual(whole.state());
    expect(first.weights()).not.toEqual(whole.weights());
    expect(() => agentOf(5, { hidden: 16 }).restore(state)).toThrow(
      "agent: the state is that of a network of another size",
    );
  });

  it("is the same on one thread, two and three, and another for another seed", async () => {
    const found = new Set<string>();
    for (const threads of [1, 2, 3]) {
      const crew = await createCrew(threads);
      const agent = agentOf(5, { batch: 11 }, { crew });
      while (agent.net.threadsNow() < threads) await new Promise((resolve) => setTimeout(resolve, 1));
      learn(agent, 5);
      found.add(JSON.stringify(agent.state()));
      agent.net.close();
      await crew.stop();
    }
    expect(found.size).toBe(1);
    const other = agentOf(5, { batch: 11 }, {}, "other");
    learn(other, 5);
    expect(found.has(JSON.stringify(other.state()))).toBe(false);
  });
});
