// Sentences of a result about what its search did and did not show.

import type { DroppedOutliers } from "../data/outliers.ts";
import { varSortability } from "../data/sortability.ts";
import type { Table } from "../data/table.ts";
import type { Graph } from "../graph/graph.ts";
import { isBetter } from "../score/score.ts";
import type { Proposition } from "../search/agents/agents.ts";
import type { PcStep } from "../search/constraint/constraint.ts";
import type { NotearsStep } from "../search/continuous/continuous.ts";
import type { LingamStep } from "../search/lingam/lingam.ts";
import type { BothStep } from "../search/order-then-agent.ts";
import type { Step } from "../search/search.ts";
import { searches } from "./registry.ts";

/** Where the graph comes from when the search has none. */
export function noGraphNote(wasStopped: boolean, isAlongVariances: boolean): string {
  const why = wasStopped
    ? "stopped before the search had found a graph"
    : "the search ended without having seen an acyclic graph";
  return isAlongVariances
    ? `${why}; this is the best one along the order of the variances, which nothing speaks for but that it is quickly had`
    : `${why}; this one has the required edges and no others`;
}

/** What was left out before the search. */
export function outliersNote({ rows, of, largestKept, largest }: DroppedOutliers): string {
  return `${rows} of ${of} rows were left out as outliers, those of largest norm: the rest have norms up to ${largestKept.toPrecision(3)}, all up to ${largest.toPrecision(3)}`;
}

/** What the last step of a search has to say besides its graph. */
export function notesOf(step: Step, search: string, table: Table, graph: Graph): string[] {
  return [
    ...(search === "both" ? [bothNote((step as BothStep).scores)] : []),
    ...("conflicts" in step ? pcNotes(step as PcStep) : []),
    ...("converged" in step ? convergenceNotes(step as ConvergingStep, search) : []),
    ...("raised" in step ? cycleNotes(step as NotearsStep) : []),
    ...(searches[search].hasUnits ? unitNotes(table, graph) : []),
    ...("gaussian" in step ? lingamNotes(step as LingamStep, table.names) : []),
  ];
}

/** What two searches of different kinds agree on, or not. */
function bothNote({ order, agent }: BothStep["scores"]): string {
  const ahead = isBetter(order, agent) ? "order search" : isBetter(agent, order) ? "the agent" : null;
  if (agent === Number.NEGATIVE_INFINITY) return "stopped before the agent had its turn; nothing is proven";
  return ahead === null
    ? "order search and the agent ended at the same score; nothing is proven, but neither found better"
    : `${ahead} found the better graph (order search ${order.toFixed(3)}, the agent ${agent.toFixed(3)}); nothing is proven, and a better one may exist`;
}

/** Where separating sets contradicted each other, or knowledge. */
function pcNotes({ conflicts }: PcStep): string[] {
  if (conflicts.length === 0) return [];
  const kinds = [...new Set(conflicts.map(({ kind }) => kind))];
  const counts = kinds.map((kind) => `${kind}: ${conflicts.filter((each) => each.kind === kind).length}`);
  return [
    `separating sets contradicted each other or the knowledge (${counts.join(", ")}): some directions rest on the rule that decides then; more rows, or a test that fits the data, would say more`,
  ];
}

/** What the noises say of the directions that were found by them. */
function lingamNotes(step: LingamStep, names: readonly string[]): string[] {
  const { order, gaussian } = step;
  const isAll = gaussian.length === order.length;
  const which = isAll ? "all variables" : gaussian.map((j) => names[j]).join(", ");
  return [
    ...(gaussian.length < 2
      ? []
      : [
          `the noises of ${which} cannot be told from Gaussian: directions between ${isAll ? "them" : "these"} are chance`,
        ]),
  ];
}

/** Of a search that has to come to rest, or to the end of the cycles. */
interface ConvergingStep extends Step {
  readonly converged: boolean;
  /** Of networks: did numbers overflow? */
  readonly overflowed?: boolean;
}

function convergenceNotes({ converged, overflowed, values }: ConvergingStep, search: string): string[] {
  if (overflowed)
    return [
      "numbers overflowed in the networks; the graph is that of the last good ones; standardise the columns",
    ];
  if (converged) return [];
  switch (search) {
    case "ica-lingam":
      return ["FastICA did not converge from any start; the graph is that of its last step"];
    case "dagma":
      if (values.left === 0) return []; // stopped on its way
      return [
        `the search ended before its weights had come to rest (${values.left} of its stages, which --set warmIterations and --set lastIterations make longer)`,
      ];
    default: {
      const h = values.h === undefined ? "" : ` (h is ${values.h.toExponential(1)})`;
      return [`the search ended before its weights were acyclic${h}`];
    }
  }
}

/** Of a graph that had to be cut out of weights with cycles. */
function cycleNotes({ raised }: NotearsStep): string[] {
  if (raised === null) return [];
  const above =
    raised === Number.POSITIVE_INFINITY
      ? "only required edges are left"
      : `edges from ${raised.toPrecision(3)} on are left`;
  return [
    `the weights above the threshold had a cycle: the smallest were left out until there was none, and ${above}`,
  ];
}

/** Of a search whose loss adds squares in the columns' units: how far those steered it. */
function unitNotes(table: Table, graph: Graph): string[] {
  const share = varSortability(table, graph);
  if (share === null) return [];
  return [
    `this search depends on the columns' units: along ${Math.round(100 * share)} % of the paths in its graph the variance rises, as if the variances decided (50 %: they do not); compare --standardise`,
  ];
}

/** What the paper's Proposition 1 says of the final penalties. */
export function propositionNote(proposition: Proposition): string {
  if (!proposition.applicable) return `the paper's Proposition 1 is not applicable: ${proposition.why}`;
  const { holds, penalty, bound } = proposition;
  const [found, needed] = [penalty, bound].map((x) => x.toPrecision(4));
  return holds
    ? `the final penalties satisfy the paper's Proposition 1 (${found} ≥ ${needed}): no cyclic graph is preferred to the best acyclic one`
    : `the final penalties do not reach the bound of the paper's Proposition 1 (${found} < ${needed}): a cyclic graph might still be preferred; the result is the best acyclic graph all the same`;
}
