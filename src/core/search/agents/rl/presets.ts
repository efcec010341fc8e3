// Settings of the agent's search by name.
//
// `paper` is what the authors ran for 12 variables and for the quadratic data, according to their logs; `paper-30`,
// `paper-gp` and `paper-sachs` are their other experiments. `fast` is the same method at a lower cost: one encoder block, a
// higher learning rate, penalties that rise ten times as often. On 12 variables one block finds the optimum in a tenth of the
// iterations that six need, each at a sixth of the cost; on 30 variables the higher learning rate fails, so from 20 variables
// on `fast` keeps the paper's rate and starts from sparse graphs.

import type { RlOptions } from "./rl.ts";

export interface Preset {
  readonly describes: string;
  /** Whether the polished graph is the result; the search may then stop as soon as that graph is optimal. */
  readonly isPolished?: boolean;
  readonly options: (d: number) => RlOptions;
}

const paper: RlOptions = {
  batch: 64,
  inputSamples: 64,
  hidden: 64,
  heads: 16,
  stacks: 6,
  inner: 256,
  decoderHidden: 16,
  step: "published",
  iterations: 20_000,
  learningRate: 1e-3,
  lambda: "code",
  lambdaEvery: 1000,
  polishEvery: 25,
  stop: "never",
  patience: 2000,
};

export const presetNames = ["paper", "paper-30", "paper-gp", "paper-sachs", "fast"] as const;

export type PresetName = (typeof presetNames)[number];

export const presets: Readonly<Record<PresetName, Preset>> = {
  paper: {
    describes: "as the authors ran 12 variables: six blocks, 20,000 iterations",
    options: () => paper,
  },
  "paper-30": {
    describes: "as the authors ran 30 variables: 128 samples, 40,000 iterations, logits from −10",
    options: () => ({ ...paper, inputSamples: 128, iterations: 40_000, logitBias: -10 }),
  },
  "paper-gp": {
    describes: "as the authors ran Gaussian-process data: 128 samples, 30,000 iterations",
    options: () => ({ ...paper, inputSamples: 128, iterations: 30_000 }),
  },
  "paper-sachs": {
    describes: "as the authors ran the Sachs data: 128 samples, 20,000 iterations",
    options: () => ({ ...paper, inputSamples: 128 }),
  },
  fast: {
    describes: "the same method, cheaper: one block, at most 3,000 iterations, stops early if that is safe",
    isPolished: true,
    options: (d) => ({
      ...paper,
      stacks: 1,
      iterations: 3000,
      lambdaEvery: 100,
      stop: "auto",
      patience: 500,
      ...(d < 20 ? { learningRate: 3e-3 } : { logitBias: -10 }),
    }),
  },
};
