// The answer in plain words: what was found, what is proven about it, and what is not.
//
// A run that was stopped says so before anything else. A proof is about the score and about the graph that reaches the
// optimum; a pruned graph is another one, and the sentence keeps the two apart.

import { isBetter } from "../../score/score.ts";
import type { RunResult } from "../result.ts";
import { html, type Markup } from "./html.ts";
import { count, counted, difference } from "./numbers.ts";

/** One or two sentences. */
export function answerOf(result: RunResult): Markup {
  const { edges, undirected, table, stopped } = result;
  const size = `${counted(edges.length + undirected.length, "edge")} among ${counted(table.columns.length, "variable")}`;
  const early = stopped !== null && html`<strong>${stoppedSentence(result)}</strong> `;
  return html`${early}${size}${claim(result)}`;
}

/** What the run does not show, so that nobody reads more into the answer. */
export function limitsOf(result: RunResult): string {
  const { optimum, class: members, spec, knowledge } = result;
  const about =
    optimum === null
      ? `The score “${spec.score}” chose between graphs; another score may choose differently.`
      : `The proof is about the score “${spec.score}” on these rows: no${knowledge.length > 0 ? " permitted" : ""} graph scores higher. It does not prove that the score’s model is right.`;
  const open =
    members !== null && members.undirected.length > 0
      ? ` For ${count(members.undirected.length)} of the edges the score cannot tell cause from effect.`
      : "";
  return `${about}${open} An arrow is a cause only if no common cause of two variables is left out of the table, nothing causes itself in a circle, and the model of the score fits.`;
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
  return `Stopped early, ${when}: the best of the graphs seen until then.`;
}

function claim(result: RunResult): Markup {
  const { optimal, optimum, gap, gaps, knowledge, rawEdges, edges, polished, spec, search, truth } = result;
  const score = html`<code>${spec.score}</code>`;
  const best =
    knowledge.length > 0
      ? html`proven to be the best, under ${score}, of all graphs that agree with what was known`
      : html`proven to be the best of all graphs under ${score}`;
  if (isFinalProven(result)) return html`; ${best}.`;
  const before = polished !== null && polished.edges.length !== rawEdges.length ? polished.edges : rawEdges;
  if (optimal) {
    const cost = gaps.final === null ? "" : ` The graph shown scores ${difference(gaps.final)} less.`;
    return html`, pruned from the ${counted(before.length, "edge")} of a graph that is ${best}.${cost}`;
  }
  const pruned = before.length > edges.length ? `, pruned from ${count(before.length)}` : "";
  if (optimum !== null && gap !== null)
    return html`${pruned}, found by the search <code>${search}</code>. A better graph exists: the proven optimum under ${score} is higher by ${difference(gap)}.`;
  const ahead = truth === null ? 0 : truth.score - Math.max(result.score, polished?.score ?? result.score);
  const better =
    truth !== null && isBetter(truth.score, truth.score - ahead)
      ? `A better graph exists: the truth scores ${difference(ahead)} more.`
      : "Whether a better graph exists is not known.";
  return html`${pruned}, found by the search <code>${search}</code> under ${score}. ${better}`;
}
