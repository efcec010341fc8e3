import { expect, it } from "vitest";
import { presets } from "./presets.ts";

// Settings of the authors' runs, from their training logs (where they differ from the paper's text: K = 16 for the tensor
// network, B = 64 and a trainable bias at 30 variables, the first λ₂). Written out again: the preset is compared with the logs.
const logged = {
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
  stop: "never",
};

it("paper is what the authors ran on 12 variables, at any number of them", () => {
  for (const d of [5, 12, 30]) expect(presets.paper.options(d)).toMatchObject(logged);
  const { logitBias, decoder = "single-layer" } = presets.paper.options(12);
  expect([logitBias, decoder]).toEqual([undefined, "single-layer"]);
});

it("paper-30 is what they ran on 30: twice the samples, twice the iterations, logits from a trainable −10", () => {
  const options = presets["paper-30"].options(30);
  expect(options).toMatchObject({ ...logged, inputSamples: 128, iterations: 40_000, logitBias: -10 });
  expect(options.isLogitBiasConstant ?? false).toBe(false);
});

it("paper-gp and paper-sachs are what they ran there: twice the samples, on Gaussian-process data longer", () => {
  expect(presets["paper-gp"].options(10)).toMatchObject({ ...logged, inputSamples: 128, iterations: 30_000 });
  expect(presets["paper-sachs"].options(11)).toMatchObject({ ...logged, inputSamples: 128 });
});

it("fast is the same method with one block, a higher rate, quicker penalties, and an end", () => {
  expect(presets.fast.options(12)).toMatchObject({
    ...logged,
    step: expect.stringMatching(/^(published|merged)$/),
    stacks: 1,
    learningRate: 3e-3,
    lambdaEvery: 100,
    polishEvery: 25,
    iterations: 3000,
    stop: "auto",
    patience: 500,
  });
  expect(presets.fast.options(19).logitBias).toBeUndefined();
});

it("fast keeps the paper's rate and starts from sparse graphs from 20 variables on", () => {
  for (const d of [20, 30, 100])
    expect(presets.fast.options(d)).toMatchObject({ stacks: 1, learningRate: 1e-3, logitBias: -10 });
});

it("every preset says what it is, and sets nothing that belongs to a run", () => {
  for (const { describes, options } of Object.values(presets)) {
    expect(describes.length).toBeGreaterThan(20);
    for (const key of ["knowledge", "optimum", "from"]) expect(options(12)).not.toHaveProperty(key);
  }
});
