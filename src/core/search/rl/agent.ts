// The agent: a network that proposes graphs, a critic that expects their reward, and one training step of both.
//
//     L₁ = mean_b [(R_b − a − V_b) · NLL_b] − η mean_b H_b     the factor is held constant
//     L₂ = mean_b (R_b − a − V_b)²
//
// B batches of rows of the data go through the encoder; the decoder gives a logit for every ordered pair, a graph is drawn
// from them, and NLL and H are the mean negative log-likelihood and entropy of its cells. `a` follows the mean reward, the
// critic V the rest. Zhu, Ng & Chen, "Causal discovery with reinforcement learning", ICLR 2020, and its published code.
//
// The step of that code takes the gradients of L₁ and L₂ at the same parameters, clips each tensor of each set by itself and
// applies the sets in turn with one Adam ("published"); "merged" takes the gradient of L₁ + L₂ and applies it once, with one
// backward pass through the encoder instead of two.

import type { NetworkBuild } from "../../math/network-kernels.ts";
import type { Rng } from "../../math/rng.ts";
import { adam, adamRate } from "../../net/adam.ts";
import type { Crew } from "../../net/crew.ts";
import { bernoulli, drawnRows, pairs } from "../../net/decoder.ts";
import { dense, encoder, glorot, vector } from "../../net/layers.ts";
import { createNet, type Net } from "../../net/net.ts";
import { itemMean } from "../../net/ops.ts";
import { createPlan, type Tensor } from "../../net/plan.ts";
import { sequence } from "../../net/program.ts";

export type AgentStep = "published" | "merged";

export interface AgentOptions {
  /** Variables, and rows of the data. */
  readonly d: number;
  readonly n: number;
  /** Graphs in a batch. */
  readonly batch?: number;
  /** Rows of the data that each of them sees. */
  readonly inputSamples?: number;
  readonly hidden?: number;
  readonly heads?: number;
  readonly stacks?: number;
  readonly inner?: number;
  readonly decoderHidden?: number;
  readonly step?: AgentStep;
  /** Parts that the batch is cut into; part of what defines the result. */
  readonly shards?: number;
  readonly build?: NetworkBuild;
  /** The kernels as 256-bit instructions, from `wideNetwork`. */
  readonly wide?: WebAssembly.Module | undefined;
  readonly crew?: Crew | undefined;
}

export interface Agent {
  readonly net: Net<"propose" | "learn">;
  /** Draws a batch and graphs for it: actions [batch, d, d], 1 where the row's variable has the column's as a parent. */
  readonly propose: () => void;
  readonly action: (item: number, i: number, j: number) => number;
  /** Learns from the rewards of the graphs that were proposed last. */
  readonly learn: (rewards: ArrayLike<number>, options: LearnOptions) => LearnReport;
  readonly tensors: Readonly<Record<"input" | "logits" | "actions" | "nll" | "entropy" | "value", Tensor>>;
  /** The gradients of the last step, summed over the batch and not yet clipped: one set or two. */
  readonly gradients: readonly number[];
  readonly setData: (rows: Float32Array) => void;
  readonly setBatch: (rows: Float32Array, actions: Float32Array) => void;
}

export interface LearnOptions {
  readonly learningRate: number;
  /** The moving average of rewards. */
  readonly baseline: number;
  readonly entropyWeight?: number;
}

export interface LearnReport {
  readonly actorLoss: number;
  readonly criticLoss: number;
  /** Norm of all gradients of each set, before clipping. */
  readonly norms: readonly number[];
}

export function createAgent(options: AgentOptions, rng: Rng): Agent {
  const { d, n, batch = 64, inputSamples = 64, hidden = 64, heads, stacks, inner } = options;
  const { decoderHidden = 16, step = "published", shards, build, wide, crew } = options;
  const plan = createPlan({ items: batch, shards });
  const data = plan.room(4 * n * d);
  const stream = plan.room(16);
  const input = drawnRows(plan, { data, n, d, samples: inputSamples, stream });
  const encoded = encoder(plan, input, { hidden, heads, stacks, inner });
  const side = (name: string) =>
    dense(plan, encoded, decoderHidden, { name: `decoder.${name}`, bias: false });
  const u = vector(plan, decoderHidden, { name: "decoder.u", limit: glorot(decoderHidden, decoderHidden) });
  const logits = pairs(plan, side("left"), side("right"), { u });
  const { actions, nll, entropy } = bernoulli(plan, logits, { offset: diagonal(plan, d), stream });
  const first = dense(plan, itemMean(plan, encoded), hidden, { name: "critic.first", relu: true });
  const value = dense(plan, first, 1, { name: "critic.second" });

  const forward = plan.forward();
  const sets =
    step === "published"
      ? [plan.backward([nll, entropy]), plan.backward([value])]
      : [plan.backward([nll, entropy, value])];
  const optimiser = adam(plan, sets);
  const net = createNet(plan, {
    build,
    wide,
    crew,
    programs: {
      propose: forward,
      learn: sequence(...sets.map((set) => set.program), optimiser.program),
    },
  });
  net.start(rng.fork("parameters"));
  const { integer } = rng.fork("batches");
  net.words(stream, 2).set([integer(2 ** 32), integer(2 ** 32)]);
  const [seedNll, seedEntropy, seedValue] = sets.flatMap((set) => set.seeds).map((seed) => net.numbers(seed));
  const [nlls, entropies, values] = [nll, entropy, value].map((tensor) => net.numbers(tensor));
  const taken = net.numbers(actions);
  const apart = nll.step / 4;
  let applications = 0;

  return {
    net,
    tensors: { input, logits, actions, nll, entropy, value },
    gradients: sets.map((set) => set.total),
    setData: (rows) => net.singles(data, n * d).set(rows),
    setBatch: (rows, chosen) => {
      fill(net.numbers(input), rows, inputSamples, input.step / 4);
      fill(taken, chosen, d, actions.step / 4);
    },
    propose: () => {
      net.words(stream + 8, 1)[0]++;
      net.run("propose");
    },
    action: (item, i, j) => taken[((item * d + i) * actions.step) / 4 + j],
    learn: (rewards, { learningRate, baseline, entropyWeight = learningRate }) => {
      let actorLoss = 0;
      let criticLoss = 0;
      for (let b = 0; b < batch; b++) {
        const advantage = rewards[b] - baseline - values[b * apart];
        seedNll[b * apart] = advantage / batch;
        seedEntropy[b * apart] = -entropyWeight / batch;
        seedValue[b * apart] = (-2 * advantage) / batch;
        actorLoss += (advantage * nlls[b * apart] - entropyWeight * entropies[b * apart]) / batch;
        criticLoss += (advantage * advantage) / batch;
      }
      for (const settings of optimiser.settings)
        net.singles(settings, 1)[0] = adamRate(learningRate, ++applications, optimiser);
      net.run("learn");
      const norms = optimiser.squares.map(({ address, count }) =>
        Math.sqrt(net.singles(address, count).reduce((sum, x) => sum + x, 0)),
      );
      return { actorLoss, criticLoss, norms };
    },
  };
}

/** What makes the diagonal, and what stands beyond the last column, impossible. */
function diagonal(plan: ReturnType<typeof createPlan>, d: number): number {
  const wide = 8 * Math.ceil(d / 8);
  return plan.constants(
    Array.from({ length: d * wide }, (_, k) =>
      k % wide >= d || k % wide === Math.floor(k / wide) ? -1e8 : 0,
    ),
  );
}

function fill(out: Float32Array, rows: Float32Array, columns: number, wide: number): void {
  for (let k = 0; k < rows.length; k++) out[Math.floor(k / columns) * wide + (k % columns)] = rows[k];
}
