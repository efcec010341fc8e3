// The answer in plain words: what was found, what is proven about it, and what is not.
//
// A stopped run says so before anything else. A proof is about the score and about the graph that attains the
// optimum; a pruned graph is another one, and the sentence keeps the two apart.

import { claimOf, claimWords } from "../run/certificate/certificate.ts";
import { alikeWords } from "../run/class-facts.ts";
import { truthAhead } from "../run/discovery/discovery.ts";
import type { RunResult } from "../run/result.ts";
import { written } from "../run/written.ts";
import { count, counted, difference, fixed, significant } from "./numbers.ts";
import { code, type Phrase, phrase } from "./phrase.ts";

export interface Answer {
  /** For a stopped run, to be read first. */
  readonly stopped: string | null;
  /** The number of edges, and what determines their directions. */
  readonly summary: string;
  /** What the search and the score say about it. */
  readonly detail: Phrase;
}

export function answerOf(result: RunResult): Answer {
  const { edges, undirected, table, stopped, gap } = result;
  const short = isShort(result)
    ? `, in a graph that scores ${difference(gap!)} less than the proven optimum`
    : "";
  const size = `${counted(edges.length + undirected.length, "edge")} among ${counted(table.columns.length, "variable")}${short}`;
  return {
    stopped: stopped && stoppedSentence(result),
    summary: `${size}${directionWords(result)}.`,
    detail: searchWords(result),
  };
}

/** Numbers of edges, by what determines their directions. */
export interface DirectionCounts {
  readonly byData: number;
  readonly byKnowledge: number;
  readonly open: number;
  /** In a single member: directions that are a choice among the graphs of the class. */
  readonly chosen: number;
}

export function directionCounts({ edges, undirected, answer, members }: RunResult): DirectionCounts {
  const byKnowledge = answer.byKnowledge.length;
  const chosen = answer.kind === "member" && members !== "1" ? edges.length - byKnowledge : 0;
  return { byData: edges.length - byKnowledge - chosen, byKnowledge, open: undirected.length, chosen };
}

function directionWords(result: RunResult): string {
  const { edges, undirected, answer } = result;
  const all = edges.length + undirected.length;
  if (all === 0) return "";
  const { byData, byKnowledge, open, chosen } = directionCounts(result);
  if (chosen > 0) return `: ${memberWords(result)}`;
  const condition = result.knowledge.length === 0 ? "" : ", given the prior knowledge";
  // The directions of a graph that is known not to be the best, or that was found in a hurry, are not what the data say.
  const by = answer.kind === "dag" ? " under the model of the method" : " by the data";
  const manner = `directed${isUnfinished(result) ? " in this graph" : by}${condition}`;
  const weak = weakWords(result, byData);
  const parts = [
    ...(byData > 0 ? [`${byData === all ? `all ${manner}` : `${count(byData)} ${manner}`}${weak}`] : []),
    ...(byKnowledge > 0 ? [`${count(byKnowledge)} directed by prior knowledge`] : []),
    ...(open > 0
      ? [
          `${open === all ? (all === 1 ? "its direction" : "the direction of all") : `the direction of ${count(open)}`} is open (a class of ${numberWords(result)} graphs)`,
        ]
      : []),
  ];
  return `: ${parts.join(condition === "" ? ", " : "; ")}`;
}

/** Is a better graph known to exist? */
export function isShort({ gap }: Pick<RunResult, "gap">): boolean {
  return gap !== null && gap > 0;
}

/** Is a better graph known to exist, or was the run stopped before anything was proven? */
export function isUnfinished({ gap, stopped, optimum }: RunResult): boolean {
  return isShort({ gap }) || (stopped !== null && optimum === null);
}

/** How many of the arrows may as well point the other way, or be missing. */
function weakWords({ strengths, scoring }: RunResult, byData: number): string {
  const weak = strengths.filter(({ directionEvidence }) => directionEvidence === "weak").length;
  if (weak === 0 || scoring?.logEvidence === undefined) return "";
  const which = byData === 1 ? "weakly" : `${weak === byData ? "all" : count(weak)} of them weakly`;
  const arrow = byData === 1 ? "this arrow" : weak === 1 ? "that arrow" : "such an arrow";
  return `, ${which} (without ${arrow} the score falls by at most ${significant(1 / scoring.logEvidence)})`;
}

/** One graph, and how many there are. */
export function memberWords(result: Pick<RunResult, "members" | "answer" | "scoring">): string {
  return `one of ${numberWords(result)} members that ${alikeWords(result)}`;
}

/** "38", "more than 1,000". */
export function numberWords({ members, answer }: Pick<RunResult, "members" | "answer">): string {
  return `${answer.isCountExact ? "" : "more than "}${written(members)}`;
}

export interface Verdict {
  readonly title: string;
  readonly sentence: string;
}

/** Whether the score or the search has to improve if the result is not the truth. */
export function verdictOf(result: RunResult): Verdict {
  const { verdict, optimum, gap, truth, spec } = result;
  const best = optimum === null ? "" : ` (${fixed(optimum)})`;
  const proven = claimOf(result)?.sentence;
  // A verdict implies what it rests on: an optimum and a gap wherever something is proven.
  switch (verdict) {
    case "optimal":
      return {
        title: "The search found the optimum",
        sentence: `Proven: ${proven}. The optimum${best} is attained; a better search would change nothing.`,
      };
    case "score-prefers-other":
      return {
        title: "The score prefers a graph other than the truth",
        sentence: `Proven: ${proven}. The truth scores ${difference(optimum! - truth!.score)} less. A better search would change nothing; another score, or more rows, might.`,
      };
    case "search-short":
      if (optimum === null)
        return {
          title: "The search fell short",
          sentence: `The truth scores ${difference(truthAhead(result))} more under “${spec.score}” than the best graph found. The best possible score was not proven in this run. Search longer, or use another search.`,
        };
      return {
        title: "The search fell short",
        sentence: `The best graph found is ${difference(gap!)} below the optimum${best}. Proven: ${proven}. Search longer, or use another search.`,
      };
    case "unknown":
      return {
        title: "It is not known whether the search found the optimum",
        sentence: `Nothing is proven about the best score under “${spec.score}” in this run. Other searches, seeds or more time may find a graph that scores higher.`,
      };
  }
}

/** The assumptions behind an arrow. */
export const assumption =
  "An arrow is a causal effect only if no common cause is unmeasured, there is no feedback, and the model of the score holds.";

/** What the run does not show, so that nobody reads too much into the answer. */
export function limitsOf(result: RunResult): string {
  const { search, spec } = result;
  const claim = claimOf(result);
  const about =
    claim === null
      ? `A search other than “${search}”, or a score other than “${spec.score}”, may find another graph.`
      : `The proof is about the score “${claim.score.name}”${claimWords(claim).with} on these rows${claim.knowledge === null ? "" : ", and about graphs that satisfy the prior knowledge"}. It does not prove that the score’s model is right.`;
  return result.edges.length === 0 ? about : `${about} ${assumption}`;
}

/** Is the final graph the one that was proven best (or ties with it)? */
export function isFinalProven({ optimal, gaps }: RunResult): boolean {
  return optimal && gaps.final === 0;
}

function stoppedSentence({ stopped, spec }: RunResult): string {
  const when =
    stopped === "time limit"
      ? `at the time limit${spec.timeLimit === undefined ? "" : ` of ${spec.timeLimit} s`}`
      : "by the user";
  return `Stopped early, ${when}: this is the best graph found until then.`;
}

function searchWords(result: RunResult): Phrase {
  const { optimal, optimum, gap, gaps, rawEdges, member, polished, spec, search } = result;
  const score = code(spec.score);
  const proof = claimOf(result);
  const { with: parameters, rows, among } = proof ? claimWords(proof) : { with: "", rows: "", among: null };
  const best = phrase`the best of ${among ?? "all graphs"} under ${score}${parameters} (${rows})`;
  if (isFinalProven(result)) return phrase`No graph scores higher: this is proven to be ${best}.`;
  const before = polished !== null && polished.edges.length !== rawEdges.length ? polished.edges : rawEdges;
  if (optimal) {
    const cost = gaps.final === null ? "" : ` It scores ${difference(gaps.final)} less.`;
    return phrase`Pruned from the ${counted(before.length, "edge")} of a graph that is proven to be ${best}.${cost}`;
  }
  const pruned =
    before.length > member.edges.length ? `, and pruned from ${counted(before.length, "edge")}` : "";
  if (optimum !== null && gap !== null)
    return phrase`Found by the search ${code(search)}${pruned}. A better graph exists: the proven optimum of ${among ?? "all graphs"} under ${score}${parameters} (${rows}) is higher by ${difference(gap)}.`;
  const needless = result.strengths.filter(
    ({ loss, lossOver }) => loss === 0 && lossOver === "same order",
  ).length;
  const better =
    result.verdict === "search-short"
      ? `A better graph exists: the truth scores ${difference(truthAhead(result))} more.`
      : needless > 0
        ? `Without ${count(needless)} of its links a graph along the same causal order scores at least as high.`
        : "Whether a better graph exists is not known.";
  return phrase`Found by the search ${code(search)} under ${score}${pruned}. ${better}`;
}
