// A hundred training steps of a small version of the paper's network, and the resulting bytes: the same for any number of
// threads, in Node and in a browser.

import { type Crew, createAgent, createRng, type NetworkBuild } from "../src/core/index.ts";
import { learn } from "./learning.ts";

export interface TrainingOptions {
  readonly build: NetworkBuild;
  readonly crew?: Crew;
  readonly steps?: number;
  readonly step?: "published" | "merged";
}

/** A digest of all parameters after the steps (FNV-1a over their bytes), and the last losses. */
export async function trained({
  build,
  crew,
  steps = 100,
  step = "published",
}: TrainingOptions): Promise<string> {
  const [d, n, batch] = [7, 40, 10];
  const rng = createRng("a hundred steps");
  const X = { rows: n, cols: d, data: Float64Array.from({ length: n * d }, () => rng.normal()) };
  const agent = createAgent(X, rng, { batch, inputSamples: 18, stacks: 2, step }, { build, crew });
  while (agent.net.threadsNow() < (crew?.threads ?? 1))
    await new Promise((resolve) => setTimeout(resolve, 1));
  let report: { actorLoss: number; criticLoss: number } | undefined;
  for (let k = 0; k < steps; k++) {
    agent.propose();
    const rewards = Array.from({ length: batch }, (_, b) => {
      let edges = 0;
      for (let k = 0; k < d * agent.rowStep; k++) edges += agent.actions[b * d * agent.rowStep + k];
      return -Math.abs(edges - 9) / 9;
    });
    report = learn(agent, rewards, { learningRate: 1e-3, baseline: -1 });
  }
  let hash = 0x811c9dc5;
  for (const { values } of agent.net.parameters()) {
    for (const byte of new Uint8Array(values.buffer)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  agent.net.close();
  return `${hash.toString(16)} ${report?.actorLoss} ${report?.criticLoss}`;
}
