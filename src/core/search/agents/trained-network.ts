// A network on rows of the data, in training: it draws rows and random numbers from one stream, and takes Adam steps along
// the gradients of its losses. All state that training changes is available as JSON, from which it resumes to the same bytes.

import * as z from "zod";
import { check } from "../../check.ts";
import { base64FromNumbers, bytesFromBase64, bytesOf } from "../../math/bytes/bytes.ts";
import type { Matrix } from "../../math/matrix.ts";
import type { Rng } from "../../math/rng.ts";
import { checkBuild } from "../../math/wasm/wasm.ts";
import { adam, adamRate } from "../../net/adam.ts";
import { drawnRows } from "../../net/decoder.ts";
import { createNet, type Net, type NetOptions } from "../../net/net.ts";
import { createPlan, type Plan, type Tensor } from "../../net/plan.ts";
import { sequence } from "../../net/program.ts";
import { index, packed } from "../resumed-state.ts";

/** Parameters and both moments of Adam as raw memory; numbers of draws from the stream and of Adam steps. */
export const agentState = z.strictObject({
  build: z.enum(["strict", "relaxed"]),
  numbers: z.array(packed).readonly(),
  steps: index,
  applications: index,
});

export type AgentState = Readonly<z.infer<typeof agentState>>;

export interface TrainedNetwork {
  readonly net: Net<"draw" | "propose" | "learn">;
  /** Draws rows and runs the forward pass on them. */
  readonly propose: () => void;
  /** For each loss: the arrays for its derivative in every output, to be filled before an update. */
  readonly slopes: readonly (readonly Float32Array[])[];
  /** One Adam step along each loss's gradient, in turn; returns the norms of the gradients before clipping. */
  readonly update: (rates: readonly number[]) => number[];
  /** Addresses of the gradients of the last step, summed over the batch and not yet clipped. */
  readonly gradients: readonly number[];
  /** The parameters as bytes, a copy. */
  readonly weights: () => Uint8Array;
  /** Plain JSON; `restore` resumes from it to the same bytes. */
  readonly state: () => AgentState;
  readonly restore: (state: AgentState) => void;
}

export interface TrainingOptions {
  /** The outputs of the network that each loss is a function of. */
  readonly losses: readonly (readonly Tensor[])[];
  readonly rng: Rng;
  readonly machine: Pick<NetOptions<string>, "build" | "wide" | "crew">;
  /** Whether all losses share Adam's step count, which corrects its moments, or each has its own. */
  readonly steps: "shared" | "each";
}

export interface RowsNetwork {
  readonly plan: Plan;
  /** Rows drawn for each item, one token per variable: [d, samples]. */
  readonly input: Tensor;
  /** Address of the stream that ops draw from. */
  readonly stream: number;
  /** Call it once all ops are in the plan. */
  readonly trained: (options: TrainingOptions) => TrainedNetwork;
}

export function rowsNetwork(
  X: Matrix,
  {
    batch,
    shards,
    samples,
  }: { readonly batch: number; readonly shards?: number | undefined; readonly samples: number },
): RowsNetwork {
  const plan = createPlan({ items: batch, shards });
  const data = plan.room(4 * X.data.length);
  const stream = plan.room(16);
  const input = drawnRows(plan, { data, n: X.rows, d: X.cols, samples, stream });
  const draw = plan.forward();
  const drawing = plan.recorded();

  const trained = ({ losses, rng, machine, steps }: TrainingOptions): TrainedNetwork => {
    const propose = plan.forward(drawing);
    const sets = losses.map((outputs) => plan.backward(outputs));
    const optimiser = adam(plan, sets);
    const learn = sequence(...sets.map((set) => set.program), optimiser.program);
    const net = createNet(plan, { ...machine, programs: { draw, propose, learn } });
    net.singles(data, X.data.length).set(X.data);
    net.start(rng.fork("parameters"));
    const { integer } = rng.fork("batches");
    net.words(stream, 2).set([integer(2 ** 32), integer(2 ** 32)]);
    const draws = net.words(stream + 8, 1);
    const arenas = [plan.theta(), optimiser.m, optimiser.v].map((at) =>
      net.singles(at, plan.parameterBytes() / 4),
    );
    let applications = 0;
    return {
      net,
      propose: () => {
        draws[0]++;
        net.run("draw");
        net.run("propose");
      },
      slopes: sets.map((set) => set.seeds.map(net.numbers)),
      update: (rates) => {
        for (const [k, rate] of rates.entries()) {
          if (k === 0 || steps === "shared") applications++;
          net.singles(optimiser.settings[k], 1)[0] = adamRate(rate, applications, optimiser);
        }
        net.run("learn");
        return optimiser.squares.map(({ address, count }) =>
          Math.sqrt(net.singles(address, count).reduce((sum, x) => sum + x, 0)),
        );
      },
      gradients: sets.map((set) => set.total),
      weights: () => bytesOf(arenas[0]).slice(),
      state: () => ({
        build: net.build,
        numbers: arenas.map(base64FromNumbers),
        steps: draws[0],
        applications,
      }),
      restore: (state) => {
        checkBuild(state.build, net.build);
        for (const [k, text] of state.numbers.entries()) {
          const bytes = bytesFromBase64(text);
          check(
            bytes.length === arenas[k].byteLength,
            "agent: the state is that of a network of another size; resume with the options of that run",
          );
          bytesOf(arenas[k]).set(bytes);
        }
        draws[0] = state.steps;
        net.refresh();
        applications = state.applications;
      },
    };
  };
  return { plan, input, stream, trained };
}
