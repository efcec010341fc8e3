// The credit of CORL's choices, from the rewards of orders.
//
//     episodic   every choice:  R − a,   R the order's reward, a ← 0.99 a + 0.01 · mean of the batch
//     stepwise   choice t:      G_t = Σ_{s ≥ t} r_s,   r_s = F(s + 1) − F(s)
//
// F(s) is the score of the best graph in which the first s variables of the order have parents among their predecessors and
// the others have only required parents: it depends only on the choices so far, and Σ r_s = R − F(0). Whether the reward is
// that of the best sparse graph or of the complete graph is decided as for the order-decoded agent (order-rewards.ts).
//
// Rewards are scaled by the first batch: the mean (for each r_s: the mean at that position) becomes 0 and the standard
// deviation of the credits 1, so that critic, baseline and clipping see numbers of the same size under every score.
//
// Differs from Wang et al. (IJCAI 2021) and their code: their step reward is −RSS_j/n, which does not sum to their episode's
// −log Σ RSS_j/n; returns there are discounted by 0.98 a step, which favours orders that gain early; the moving average
// starts at −1 whatever the scale.

import * as z from "zod";
import { check } from "../../../check.ts";
import type { Order } from "../../../graph/graph.ts";
import { type Knowledge, requiredParents } from "../../../graph/knowledge.ts";
import { isBetter, type Local, type Score } from "../../../score/score.ts";
import { type Choice, type ChoicesInto, choicesAlong, scoreTogether } from "../../order/order.ts";
import {
  isComplete,
  type OrderRewards,
  rememberedChoices,
  residualsAlong,
  sparseChoices,
} from "../order-rewards.ts";
import type { RewardMode } from "./corl-agent.ts";

/** Worth of a batch of orders after 0, 1 … variables of each, [batch, places]; the last place is the whole order. */
export interface Worth {
  readonly places: number;
  readonly of: (orders: readonly Order[]) => Float64Array;
}

export function worthOf(mode: RewardMode, score: Score, knowledge: Knowledge, rewards: OrderRewards): Worth {
  if (mode === "episodic") return { places: 1, of: rewards.of };
  const { d, local } = score;
  check(
    local !== undefined,
    `corl: the score "${score.name}" has no local terms, so an order cannot be rewarded step by step`,
    { field: "reward", remedies: [{ set: { reward: "episodic" } }] },
  );
  const chooseInto = (isComplete(score, knowledge) ? completeChoices : sparseChoices)(local, knowledge);
  const alone = aloneChoices(local, knowledge);
  const chosen: Choice[] = new Array(d);
  const choices: Choice[] = new Array(d);
  const room = new Float64Array(d * d);
  const of = (orders: readonly Order[]) => {
    const F = new Float64Array(orders.length * (d + 1));
    let at = 0;
    for (const order of orders) {
      chooseInto(chosen, order);
      for (let j = 0; j < d; j++) choices[j] = alone[j];
      F[at++] = scoreTogether(choices, local, room);
      for (const j of order) {
        choices[j] = chosen[j];
        F[at++] = scoreTogether(choices, local, room);
      }
    }
    return F;
  };
  return { places: d + 1, of };
}

/** Every variable with all permitted predecessors as parents. */
function completeChoices(local: Local, { d, forbidden }: Knowledge): ChoicesInto {
  if (local.gaussian?.kind === "linear" && !forbidden.includes(1)) {
    const { M, c } = local.gaussian;
    const residualInto = residualsAlong(M);
    const residuals = new Float64Array(d);
    return (choices, order) => {
      residualInto(residuals, order);
      order.forEach((j, at) => {
        choices[j] = only(at, c[at] - residuals[at]);
      });
    };
  }
  return choicesAlong(d, rememberedChoices.small, (j, before) => {
    const parents = before.filter((i) => forbidden[i * d + j] === 0).sort((a, b) => a - b);
    return only(parents.length, local.term(j, parents));
  });
}

/** Every variable with its required parents only. */
function aloneChoices(local: Local, knowledge: Knowledge): Choice[] {
  return Array.from({ length: knowledge.d }, (_, j) => {
    const parents = requiredParents(knowledge, j);
    return only(parents.length, local.term(j, parents));
  });
}

function only(size: number, term: number): Choice {
  return { path: { terms: new Float64Array(0), parents: () => [] }, sizes: [size], terms: [term] };
}

/** The scale of the rewards: statistics of the first batch, and the moving average. */
export const scaleSchema = z.strictObject({
  /** Mean worth at each place, and standard deviation of the credits. */
  means: z.array(z.number()).readonly(),
  unit: z.number(),
  baseline: z.number(),
});

export type RewardScale = Readonly<z.infer<typeof scaleSchema>>;

export interface Credits {
  /** Credit of each choice, [batch, d − 1]. */
  readonly returns: Float64Array;
  /** Mean worth of the orders, and the index of the best one. */
  readonly mean: number;
  readonly leading: number;
  readonly scale: RewardScale;
}

/** Weight of the past in the moving average. */
const decay = 0.99;

/** Credits from the worth of a batch, [batch, places]; a graph that the score forbids counts as the worst allowed one. */
export function credits(
  worth: Float64Array,
  { batch, d }: { readonly batch: number; readonly d: number },
  before: RewardScale | null,
): Credits {
  const places = worth.length / batch;
  let least = Number.POSITIVE_INFINITY;
  for (const x of worth) if (x > Number.NEGATIVE_INFINITY && x < least) least = x;
  const floor = least === Number.POSITIVE_INFINITY ? 0 : least;
  const F = worth.map((x) => Math.max(x, floor));
  const whole = (b: number) => F[b * places + places - 1];
  let leading = 0;
  let mean = 0;
  for (let b = 0; b < batch; b++) {
    if (whole(b) > whole(leading)) leading = b;
    mean += whole(b) / batch;
  }
  const first = before ?? firstScale(F, batch);
  const { means, unit } = first;
  const scaled = (b: number, place: number) => (F[b * places + place] - means[place]) / unit;
  const ofMean = (mean - means[places - 1]) / unit;
  const baseline = decay * first.baseline + (1 - decay) * ofMean;
  const returns = new Float64Array(batch * (d - 1));
  for (let b = 0; b < batch; b++)
    for (let t = 0; t < d - 1; t++)
      returns[b * (d - 1) + t] = scaled(b, places - 1) - (places === 1 ? baseline : scaled(b, t));
  return { returns, mean, leading, scale: { means, unit, baseline } };
}

function firstScale(F: Float64Array, batch: number): RewardScale {
  const places = F.length / batch;
  const means = Array.from({ length: places }, (_, place) => {
    let sum = 0;
    for (let b = 0; b < batch; b++) sum += F[b * places + place];
    return sum / batch;
  });
  const credited = Math.max(1, places - 2);
  let variance = 0;
  for (let b = 0; b < batch; b++) {
    const last = F[b * places + places - 1] - means[places - 1];
    for (let t = 0; t < credited; t++) {
      const x = places === 1 ? last : last - (F[b * places + t] - means[t]);
      variance += (x * x) / (batch * credited);
    }
  }
  const [mean, deviation] = [means[places - 1], Math.sqrt(variance)];
  // Differences at the level of rounding carry no information.
  return { means, unit: isBetter(mean + deviation, mean) ? deviation : 1, baseline: 0 };
}
