// Several runs on one table side by side: a row for each, and which edges they agree on.
//
// A gap is to the proven optimum of the row's score with its parameters, rows and knowledge, whichever of the runs proved it: so
// searches that prove nothing, and those that do not use the score at all, are measured by it too.

import type { GraphMetrics } from "../graph/metrics.ts";
import { certainShares, type Shares, shareAgreement, sharesFromPairs } from "../graph/shares/shares.ts";
import { lead } from "../score/score.ts";
import { scores } from "../score/scores.ts";
import { claimIn, claimOf } from "./certificate/certificate.ts";
import { type Filled, filledBy } from "./filled.ts";
import { pdagOf } from "./problem.ts";
import type { NamedEdge, RunResult } from "./result.ts";

/** A requested run: its result, or why there is none. */
export interface ComparedRun {
  readonly search: string;
  readonly score: string;
  readonly result: RunResult | null;
  /** The sentence of a run that failed. */
  readonly error: string | null;
}

export interface ComparedRow {
  readonly search: string;
  readonly score: string;
  /** Number of rows used. */
  readonly rows: number;
  /** What filled missing values in them, if anything did. */
  readonly filled: Filled | null;
  /** Score of the final graph, and its gap to the proven optimum; null if that is unknown. */
  readonly value: number;
  readonly gap: number | null;
  readonly edges: number;
  readonly metrics: GraphMetrics | null;
  /** Edges whose direction is open. */
  readonly open: number;
  readonly seconds: number | null;
}

/** A row for each run that has a result, and one for each baseline. */
export function comparedRows(runs: readonly ComparedRun[]): {
  runs: ComparedRow[];
  baselines: ComparedRow[];
} {
  const results = runs.flatMap(({ result }) => result ?? []);
  const proven = results.filter(({ optimum }) => optimum !== null);
  const rows = results.map((result): ComparedRow => {
    const { score } = result.spec;
    const optimum = proven.find((other) => isAboutTheSame(other, result))?.optimum;
    const { finalScore } = result;
    return {
      search: result.search,
      score,
      ...rowsOf(result),
      value: finalScore,
      gap: optimum === undefined || optimum === null ? null : lead(optimum, finalScore),
      edges: result.edges.length + result.undirected.length,
      open: result.undirected.length,
      metrics: result.metrics,
      seconds: result.seconds,
    };
  });
  const first = results.find(({ panel }) => panel !== null);
  const baselines = (first?.panel?.baselines ?? []).map(
    ({ name, score, edges, metrics }): ComparedRow => ({
      search: name,
      score: first!.spec.score,
      ...rowsOf(first!),
      value: score,
      gap: null,
      edges: edges.length,
      open: 0,
      metrics,
      seconds: null,
    }),
  );
  return { runs: rows, baselines };
}

function rowsOf({ table, spec: { missing } }: RunResult): Pick<ComparedRow, "rows" | "filled"> {
  return { rows: table.rows, filled: filledBy(missing) };
}

/** Do the runs use different rows, so that their scores cannot be compared? */
export function areRowsApart(rows: readonly ComparedRow[]): boolean {
  return new Set(rows.map((row) => JSON.stringify([row.rows, row.filled]))).size > 1;
}

/** The rows of a run: "300, imputed". */
export function rowsText({ rows, filled }: ComparedRow): string {
  return `${rows}${filled === null ? "" : filled === "em" ? ", EM" : ", imputed"}`;
}

/** The claims of the runs' proofs, each sentence once, with the optimum. */
export function provenClaims(runs: readonly ComparedRun[]): { claim: string; optimum: number }[] {
  const claims = new Map<string, { claim: string; optimum: number }>();
  for (const result of runs.flatMap((run) => run.result ?? [])) {
    const claim = claimOf(result);
    if (claim !== null && !claims.has(claim.sentence))
      claims.set(claim.sentence, { claim: claim.sentence, optimum: result.optimum! });
  }
  return [...claims.values()];
}

/** Two variables that some runs link, and which runs do. */
export interface SharedEdge {
  readonly pair: NamedEdge;
  /** Runs that have the edge in this direction, in the opposite one, and with an open direction. */
  readonly forward: readonly string[];
  readonly backward: readonly string[];
  readonly open: readonly string[];
}

/** Every pair that some run links, the most agreed upon first, in the direction that most runs have. */
export function sharedEdges(runs: readonly ComparedRun[]): SharedEdge[] {
  const pairs = new Map<string, { pair: NamedEdge; forward: string[]; backward: string[]; open: string[] }>();
  const label = labels(runs);
  for (const { result } of runs) {
    if (result === null) continue;
    const sharedOf = ([a, b]: NamedEdge) => {
      const pair: NamedEdge = a < b ? [a, b] : [b, a];
      const key = JSON.stringify(pair);
      const shared = pairs.get(key) ?? { pair, forward: [], backward: [], open: [] };
      pairs.set(key, shared);
      return shared;
    };
    for (const edge of result.edges) {
      const { pair, forward, backward } = sharedOf(edge);
      (pair[0] === edge[0] ? forward : backward).push(label(result));
    }
    for (const edge of result.undirected) sharedOf(edge).open.push(label(result));
  }
  const size = ({ forward, backward, open }: SharedEdge) => forward.length + backward.length + open.length;
  return [...pairs.values()]
    .map((shared): SharedEdge => {
      const { pair, forward, backward, open } = shared;
      return backward.length > forward.length
        ? { pair: [pair[1], pair[0]], forward: backward, backward: forward, open }
        : shared;
    })
    .sort((p, q) => size(q) - size(p) || q.forward.length - p.forward.length);
}

/** How far two runs agree; for edges null where their directions cannot be compared. */
export interface RunAgreement {
  readonly edges: number | null;
  readonly links: number;
}

/** How far each two of the runs agree; empty if no run has confidence. */
export function runAgreements(
  runs: readonly ComparedRun[],
): (RunAgreement & { readonly runs: readonly string[] })[] {
  const results = runs.flatMap(({ result }) => result ?? []);
  if (results.every(({ confidence }) => confidence === undefined)) return [];
  const label = labels(runs);
  return results.flatMap((one, k) =>
    results
      .slice(k + 1)
      .map((other) => ({ runs: [label(one), label(other)], ...agreementBetween(one, other) })),
  );
}

type Sure = Pick<RunResult, "table" | "edges" | "undirected" | "confidence">;

/** Why directions may not be comparable, after "–" or "not compared: ". */
export const directionsApart =
  "one run has a posterior over DAGs, in which every edge has a direction, and the other has undirected edges";

/** How far two results agree, each edge weighted by its confidence; an answer without confidence counts as certain. */
export function agreementBetween(a: Sure, b: Sure): RunAgreement {
  const names = [...new Set([...a.table.columns, ...b.table.columns])];
  const sharesOf = ({ confidence, ...answer }: Sure): Shares =>
    confidence ? sharesFromPairs(names, confidence.pairs) : certainShares(pdagOf(names, answer));
  const { edges, links } = shareAgreement(sharesOf(a), sharesOf(b));
  const isApart = (isOverDags(a) && hasUndirected(b)) || (isOverDags(b) && hasUndirected(a));
  return { edges: isApart ? null : edges, links };
}

function isOverDags({ confidence }: Sure): boolean {
  return confidence?.method === "posterior";
}

function hasUndirected({ confidence, undirected }: Sure): boolean {
  return confidence?.pairs.some((pair) => pair.undirected > 0) ?? undirected.length > 0;
}

/** The notes of the runs, each sentence once, with the runs that have it. */
export function sharedNotes(runs: readonly ComparedRun[]): { note: string; by: string[] }[] {
  const label = labels(runs);
  const notes = new Map<string, string[]>();
  for (const { result } of runs) {
    const weight = result && weightNotes(result, runs);
    for (const note of [...(weight ?? []), ...(result?.notes ?? [])])
      notes.set(note, [...(notes.get(note) ?? []), label(result!)]);
  }
  return [...notes].map(([note, by]) => ({ note, by }));
}

/** What a run would do differently alone: all have the weight of agents if there is one. (Agents count iterations.) */
function weightNotes({ spec, iterations }: RunResult, runs: readonly ComparedRun[]): string[] {
  const isAffected =
    scores[spec.score]?.isWeighedBySize === true && spec.penaltyWeight === 1 && iterations === null;
  return isAffected && runs.some(({ result }) => result !== null && result.iterations !== null)
    ? [
        "the weight of the penalty is 1, which is the default of agents; without an agent it is chosen for the size of the table",
      ]
    : [];
}

/** Do the two runs have the same claim to prove? */
function isAboutTheSame(a: RunResult, b: RunResult): boolean {
  if (a.spec.score !== b.spec.score || a.table.hash !== b.table.hash) return false;
  const [one, other] = [a, b].map((result) => JSON.stringify(claimIn(result)));
  return one === other;
}

/** The label of a run among the others: its search, and its score if there are several. */
function labels(runs: readonly ComparedRun[]): (result: RunResult) => string {
  const areSeveral = new Set(runs.map(({ score }) => score)).size > 1;
  return ({ search, spec }) => (areSeveral ? `${search} (${spec.score})` : search);
}
