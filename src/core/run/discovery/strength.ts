// The strength of each edge of the answer: the loss of score without the link, and the estimates of the model.
//
// The loss without the link is a difference of best scores:
//
//     all graphs   the best of all graphs that satisfy the knowledge, minus the best of those in which the two are not linked: if an
//                  exact search has tables from which to compute it (exact.ts)
//     same order   along the causal order of the member, with the effect's causes reselected with and without the link
//     same graph   the member with and without the edge: for scores without local terms, and for slow scores with too many variables
//                  to evaluate all their terms
//
// The loss without the arrow (`reversal`) is the difference to the best of all graphs that do not have it, whether they have the
// reverse or no link; if the score does not distinguish the members of a class, these are the graphs of all classes in which the arrow is
// not compelled. It needs the tables of an exact search: along a given order, and in a given graph, an arrow may seem hard to reverse
// that a few changes elsewhere would turn.
//
// Coefficients of a linear model say nothing about a direction that the answer leaves open: for a directed edge, the effect is
// regressed on its directed causes; for an undirected edge, the partial correlation given the directed causes of both ends is
// reported. Both are fits of members of the class: those in which the effect, or the two, come first among the open directions.
//
// Cost: for all graphs 3 · 2^(d−2) sums per pair; along an order two best-parent problems per edge; k³/3 per fit, and more for rows with
// gaps (score/gap-variance.ts).
//
// Raftery, A. "Bayesian model selection in social research." Sociological Methodology 25, 1995 (the words for evidence).

import { tableScatter } from "../../data/table.ts";
import { edgeList, parentsOf } from "../../graph/graph.ts";
import { type Pdag, undirectedPairs } from "../../graph/pdag.ts";
import { gapVariance } from "../../score/gap-variance.ts";
import { conditionalInformation } from "../../score/information.ts";
import { intervalReach, linearEffect, partialCorrelation } from "../../score/linear-effect.ts";
import { lead, type Score } from "../../score/score.ts";
import { placeAt, progressOf, type SortedProblem, type StopReason } from "../problem.ts";
import type { EdgeStrength, RunEvent } from "../result.ts";
import type { Answer } from "./answer.ts";
import type { Finished } from "./finish.ts";
import { type Loss, lossesAround, lossShare, type Pair } from "./loss.ts";
import type { Prepared } from "./prepare.ts";
import type { Proven } from "./prove.ts";

/** An edge of the answer, by the indices of its variables. */
interface Link {
  readonly pair: Pair;
  readonly isDirected: boolean;
  /** Does its direction come from the data? */
  readonly isByData: boolean;
}

export function* strengthsOf(
  prepared: Prepared,
  {
    answer,
    finished,
    proven,
    isShort,
  }: {
    readonly answer: Answer;
    readonly finished: Finished;
    readonly proven: Proven;
    /** Is the graph known not to be the best? Then what it lacks is no evidence for what it has. */
    readonly isShort: boolean;
  },
): Generator<RunEvent, readonly EdgeStrength[], StopReason | undefined> {
  const { pulse, skips, sorted } = prepared;
  const links = linksOf(answer, sorted);
  const doing = "how strong each edge is";
  pulse.at(placeAt("strength", doing));
  const overAll = proven.exact === null ? null : yield* lossesOverAll(prepared, proven, links, doing);
  const losses =
    overAll ??
    (yield* lossesAround(
      prepared,
      finished.final,
      links.map(({ pair }) => pair),
      doing,
    ));
  const modelled = losses && pulse.tried(() => modelOf(prepared, answer.pdag))?.value;
  const strengths: EdgeStrength[] = [];
  for (const [k, link] of links.entries()) {
    const attempt = modelled && pulse.tried(() => strengthOf(link, losses[k], modelled));
    if (!attempt) {
      skips.push("the strength of the edges");
      return [];
    }
    strengths.push(attempt.value);
    const share = lossShare + ((1 - lossShare) * (k + 1)) / links.length;
    pulse.at(placeAt("strength", doing, share));
    pulse.wish(yield progressOf("strength", doing, share));
  }
  return strengths.toSorted((p, q) => (q.loss ?? -1) - (p.loss ?? -1));

  function strengthOf(link: Link, loss: Loss, modelled: (link: Link) => Modelled): EdgeStrength {
    const [i, j] = named(link);
    pulse.beat();
    const reversal = link.isByData && !isShort ? loss.reversal : null;
    const evidenceOf = (fall: number | null) => (isShort ? null : evidenceIn(fall, prepared.evidence));
    return {
      a: sorted.table.names[i],
      b: sorted.table.names[j],
      ...loss,
      evidence: evidenceOf(loss.loss),
      reversal,
      directionEvidence: evidenceOf(reversal),
      ...modelled(link),
    };
  }

  /** Undirected pairs in the order of the user's columns. */
  function named({ pair: [i, j], isDirected }: Link): readonly [number, number] {
    return isDirected || sorted.order[i] < sorted.order[j] ? [i, j] : [j, i];
  }
}

function linksOf({ pdag, facts }: Answer, { table: { names } }: SortedProblem): Link[] {
  const { answer, members } = facts;
  const isChosen = answer.kind === "member" && members !== "1";
  const byKnowledge = new Set(answer.byKnowledge.map((edge) => JSON.stringify(edge)));
  const isKnown = ([i, j]: Pair) => byKnowledge.has(JSON.stringify([names[i], names[j]]));
  return [
    ...edgeList({ d: pdag.d, edges: pdag.directed }).map((pair) => ({
      pair,
      isDirected: true,
      isByData: !isChosen && !isKnown(pair),
    })),
    ...undirectedPairs(pdag).map((pair) => ({ pair, isDirected: false, isByData: false })),
  ];
}

/** Losses over all graphs, from the tables of the proof; null if it has none, or the run is to stop. */
function* lossesOverAll(
  { pulse, problem: { score } }: Prepared,
  { exact, optimum }: Proven,
  links: readonly Link[],
  doing: string,
): Generator<RunEvent, readonly Loss[] | null, StopReason | undefined> {
  const running = exact?.without?.(links.map(({ pair }) => pair));
  if (running === undefined || optimum === null) return null;
  for (;;) {
    const next = pulse.tried(() => running.next())?.value;
    if (next?.done) {
      const { link, arrow } = next.value;
      const fallTo = (best: number): number | null =>
        best === Number.NEGATIVE_INFINITY ? null : lead(optimum, best);
      return links.map((_, k) => {
        const loss = fallTo(link[k]);
        const reversal = arrow && fallTo(arrow[k]);
        return { loss, lossOver: loss === null ? null : "all graphs", reversal };
      });
    }
    if (next === undefined) return null;
    pulse.at(placeAt("strength", doing, next.value));
    if (pulse.wish(yield progressOf("strength", doing, next.value)) !== undefined && score.d > 12)
      return null;
  }
}

type Modelled = Omit<EdgeStrength, "a" | "b" | "evidence" | "directionEvidence" | keyof Loss>;

const nothing: Modelled = {
  standardised: null,
  coefficient: null,
  standardError: null,
  interval: null,
  partialCorrelation: null,
  information: null,
};

/** Estimates of the score's model for a link, given the directed causes of its ends. */
function modelOf(
  { problem: { table, score }, input: { userScore }, pulse }: Prepared,
  { d, directed }: Pdag,
): (link: Link) => Modelled {
  const causesOf = (j: number): number[] => parentsOf({ d, edges: directed }, j);
  const setOf = ({ pair: [i, j] }: Link): number[] =>
    [...new Set([...causesOf(i), ...causesOf(j)])].filter((k) => k !== i && k !== j).sort((p, q) => p - q);
  const { coefficients } = score;
  // A user-defined model has its own coefficients, whose standard errors are unknown.
  if (coefficients !== undefined && userScore !== undefined)
    return ({ pair: [i, j], isDirected }) => {
      const causes = causesOf(j);
      return isDirected ? { ...nothing, coefficient: coefficients(j, causes)[causes.indexOf(i)] } : nothing;
    };
  if (coefficients !== undefined) {
    const scatter = tableScatter(table);
    const varianceOf = table.scatter && gapVariance(table.scatter, { beat: pulse.beat });
    const how = { reachOf: intervalReach(), varianceOf, rows: table.fileRows };
    return (link) => {
      const [i, j] = link.pair;
      return link.isDirected
        ? { ...nothing, ...linearEffect(scatter, j, { parents: causesOf(j), cause: i }, how) }
        : { ...nothing, partialCorrelation: partialCorrelation(scatter.S, link.pair, setOf(link)) };
    };
  }
  if (table.levels?.every((labels) => labels !== null)) {
    const information = conditionalInformation(table);
    return (link) => {
      const others = link.isDirected ? causesOf(link.pair[1]).filter((k) => k !== link.pair[0]) : setOf(link);
      return { ...nothing, information: information(link.pair, others) };
    };
  }
  return () => nothing;
}

/**
 * Words for twice the log odds, by upper bound. With penalty weight 1 the odds are the Bayes factor; any other weight multiplies it by
 * an implied prior on edges.
 */
const evidenceWords = [
  [2, "weak"],
  [6, "positive"],
  [10, "strong"],
  [Number.POSITIVE_INFINITY, "very strong"],
] as const;

/** No fall is no evidence. */
function evidenceIn(fall: number | null, { logEvidence }: Score): EdgeStrength["evidence"] {
  if (fall === null || fall === 0 || logEvidence === undefined) return null;
  return evidenceWords.find(([most]) => 2 * logEvidence * fall <= most)![1];
}
