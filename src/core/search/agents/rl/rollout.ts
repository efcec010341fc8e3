// Rollout and rewards of one iteration: the agent draws a batch of graphs, each gets −(S + λ₁ [not acyclic] + λ₂ h), and all go
// into the record of the best.

import type { Agent } from "../agent.ts";
import { bitCount } from "../parent-bits.ts";
import { type Lambdas, penalised } from "./lambda.ts";
import type { GraphRecord } from "./record.ts";
import type { Rewards } from "./rewards.ts";

/** Draws a batch, rewards it and takes it into the record. */
export function createRollout(agent: Agent, rewards: Rewards, maxParents: number) {
  const { batch, d } = agent;
  const size = d * rewards.words;
  const graphs = new Uint32Array(batch * size);
  const gains = new Float64Array(batch);
  return (lambdas: Lambdas, record: GraphRecord) => {
    agent.propose();
    bitsInto(graphs, agent, rewards.words);
    const { score, distance, acyclic, allowed } = rewards.evaluate(graphs, batch);
    let reward = 0;
    let dags = 0;
    const seen = new Set<number>();
    for (let b = 0; b < batch; b++) {
      const isAcyclic = acyclic[b] === 1;
      gains[b] = -penalised(score[b], distance[b], isAcyclic, lambdas);
      reward += gains[b] / batch;
      dags += acyclic[b];
      const graph = graphs.subarray(b * size, (b + 1) * size);
      if (allowed[b] === 1 && (!isAcyclic || hasAtMost(maxParents, graph, rewards.words)))
        record.add(score[b], distance[b], isAcyclic, graph);
      seen.add(graph.reduce((hash, word) => Math.imul(hash ^ word, 0x01000193) ^ (hash >>> 15), 0x811c9dc5));
    }
    return { gains, reward, dagShare: dags / batch, distinct: seen.size };
  };
}

/** The bits of the parents of each variable in every graph of the batch. */
function bitsInto(out: Uint32Array, { actions, rowStep, batch, d }: Agent, words: number): void {
  let at = 0;
  for (let row = 0; row < batch * d; row++) {
    const start = row * rowStep;
    for (let w = 0; w < words; w++) {
      const end = Math.min(32, d - 32 * w);
      let bits = 0;
      for (let j = 0; j < end; j++) if (actions[start + 32 * w + j] !== 0) bits |= 1 << j;
      out[at++] = bits;
    }
  }
}

/** Has no variable more parents than may be? */
function hasAtMost(maxParents: number, parents: Uint32Array, words: number): boolean {
  for (let at = 0; at < parents.length; at += words) {
    let count = 0;
    for (let w = 0; w < words; w++) count += bitCount(parents[at + w]);
    if (count > maxParents) return false;
  }
  return true;
}
