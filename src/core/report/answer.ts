// The answer in plain words: what was found, what is proven about it, and what is not.
//
// A run that was stopped says so before anything else. A proof is about the score and about the graph that reaches the
// optimum; a pruned graph is another one, and the sentence keeps the two apart.

import { claimOf, claimWords } from "../run/certificate/certificate.ts";
import { truthAhead } from "../run/discovery/discovery.ts";
import type { RunResult } from "../run/result.ts";
import { count, counted, difference, fixed } from "./numbers.ts";
import { code, type Phrase, phrase } from "./phrase.ts";

export interface Answer {
  /** Of a run that was stopped, to be read first. */
  readonly stopped: string | null;
  /** One or two sentences. */
  readonly found: Phrase;
}

export function answerOf(result: RunResult): Answer {
  const { edges, undirected, table, stopped } = result;
  const size = `${counted(edges.length + undirected.length, "edge")} among ${counted(table.columns.length, "variable")}`;
  return { stopped: stopped && stoppedSentence(result), found: phrase`${size}${claim(result)}` };
}

export interface Verdict {
  readonly title: string;
  readonly sentence: string;
}

/** Score or search: which of the two has to be better where the result is not the truth. */
export function verdictOf(result: RunResult): Verdict {
  const { verdict, optimum, gap, truth, spec } = result;
  const best = optimum === null ? "" : ` (${fixed(optimum)})`;
  const proven = claimOf(result)?.sentence;
  // What the verdict rests on is there: an optimum and a gap wherever something is proven.
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
        sentence: `The best graph found is ${difference(gap!)} below the optimum${best}, of which it is proven: ${proven}. Search longer, or use another search.`,
      };
    case "unknown":
      return {
        title: "It is not known whether the search found the optimum",
        sentence: `Nothing is proven about the best score under “${spec.score}” in this run. Other searches, seeds or more time may find a graph that scores higher.`,
      };
  }
}

/** What the run does not show, so that nobody reads more into the answer. */
export function limitsOf(result: RunResult): string {
  const { class: members, search, spec } = result;
  const claim = claimOf(result);
  const about =
    claim === null
      ? `A search other than “${search}”, or a score other than “${spec.score}”, may find another graph.`
      : `The proof is about the score “${claim.score.name}”${claimWords(claim).with} on these rows${claim.knowledge === null ? "" : ", and about graphs that satisfy the prior knowledge"}. It does not prove that the score’s model is right.`;
  const open =
    members !== null && members.undirected.length > 0
      ? ` For ${count(members.undirected.length)} of the edges this run cannot distinguish cause from effect.`
      : "";
  return `${about}${open} An arrow is a causal effect only if there are no unmeasured common causes, there are no feedback loops, and the model of the score holds.`;
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

function claim(result: RunResult): Phrase {
  const { optimal, optimum, gap, gaps, rawEdges, edges, polished, spec, search } = result;
  const score = code(spec.score);
  const proof = claimOf(result);
  const { with: parameters, rows, among } = proof ? claimWords(proof) : { with: "", rows: "", among: null };
  const best = phrase`proven to be the best of ${among ?? "all graphs"} under ${score}${parameters} (${rows})`;
  if (isFinalProven(result)) return phrase`; ${best}.`;
  const before = polished !== null && polished.edges.length !== rawEdges.length ? polished.edges : rawEdges;
  if (optimal) {
    const cost = gaps.final === null ? "" : ` The graph shown scores ${difference(gaps.final)} less.`;
    return phrase`, pruned from the ${counted(before.length, "edge")} of a graph that is ${best}.${cost}`;
  }
  const pruned = before.length > edges.length ? `, pruned from ${count(before.length)}` : "";
  if (optimum !== null && gap !== null)
    return phrase`${pruned}, found by the search ${code(search)}. A better graph exists: the proven optimum of ${among ?? "all graphs"} under ${score}${parameters} (${rows}) is higher by ${difference(gap)}.`;
  const better =
    result.verdict === "search-short"
      ? `A better graph exists: the truth scores ${difference(truthAhead(result))} more.`
      : "Whether a better graph exists is not known.";
  return phrase`${pruned}, found by the search ${code(search)} under ${score}. ${better}`;
}
