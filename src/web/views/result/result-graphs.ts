// The graphs of a result, each to be looked at by itself: the final one, what the search left, polished, the equivalence class,
// and the final one against the truth. Those that would show the same as the final graph are left out.

import { type NamedEdge, type RunResult, words } from "../../../core/index.ts";
import type { EdgeKind, ShownEdge } from "../shared/shown-edge.ts";

export interface ResultGraph {
  readonly id: "final" | "raw" | "polished" | "class" | "truth";
  readonly title: string;
  readonly meaning: string;
  /** Of the graph itself: what is drawn beside it is not counted. */
  readonly count: number;
  readonly score: number | null;
  readonly edges: readonly ShownEdge[];
  /** What its lines mean, where there are several kinds. */
  readonly legend: readonly (readonly [EdgeKind, string])[];
}

export function resultGraphs(result: RunResult): ResultGraph[] {
  const { rawEdges, polished, score, edges } = result;
  const isOther = (list: readonly NamedEdge[]): boolean => differ(list, edges);
  const graphs = [
    finalGraph(result),
    polished !== null && isOther(polished.edges)
      ? against(result, polished.edges, {
          id: "polished",
          title: "Polished",
          meaning: "The best parents of each variable under the order that the search found, before pruning.",
          score: polished.score,
        })
      : null,
    isOther(rawEdges)
      ? against(result, rawEdges, {
          id: "raw",
          title: "Found by the search",
          meaning: "Before polishing and pruning.",
          score,
        })
      : null,
    classGraph(result),
    truthGraph(result),
  ];
  return graphs.filter((graph) => graph !== null);
}

/** Edges that places follow in all of them: the final ones, and those of the truth that it lacks, unless they close a circle. */
export function placingEdges(result: RunResult): NamedEdge[] {
  const rows = words.edgeRows(result).toSorted((a, b) => rank(a) - rank(b));
  const effects = new Map<string, string[]>();
  const leadsTo = (from: string, to: string, seen: Set<string>): boolean =>
    from === to ||
    (effects.get(from) ?? []).some((next) => !seen.has(next) && leadsTo(next, to, seen.add(next)));
  return rows.flatMap((row): NamedEdge[] => {
    const { cause, effect } = row;
    // The arrows of the result close none among themselves.
    if (rank(row) > 0 && leadsTo(effect, cause, new Set([effect]))) return [];
    effects.set(cause, effects.get(cause) ?? []);
    effects.get(cause)!.push(effect);
    return [[cause, effect]];
  });
}

/** Arrows of the result first, then what has none, then what is missing. */
function rank({ isDirected, verdict }: words.EdgeRow): number {
  return verdict === "missing" ? 2 : isDirected ? 0 : 1;
}

function finalGraph(result: RunResult): ResultGraph {
  const rows = words.edgeRows(result).filter(({ verdict }) => verdict !== "missing");
  const { prune } = result.spec;
  return {
    id: "final",
    title: "Final",
    meaning: prune === "none" ? "The result; nothing was pruned." : `The result, after pruning (${prune}).`,
    count: rows.length,
    score: result.finalScore,
    edges: rows.map((row) => shown(row, "plain", directionWord(row.isCompelled))),
    legend: [],
  };
}

function against(
  { edges, coefficients }: RunResult,
  list: readonly NamedEdge[],
  facts: Pick<ResultGraph, "id" | "title" | "meaning" | "score">,
): ResultGraph {
  const final = new Set(edges.map(keyOf));
  const own = new Set(list.map(keyOf));
  const values = new Map(coefficients?.map(({ cause, effect, value }) => [keyOf([cause, effect]), value]));
  const row = ([from, to]: NamedEdge, kind: EdgeKind, note: string): ShownEdge => ({
    from,
    to,
    isDirected: true,
    kind,
    coefficient: values.get(keyOf([from, to])) ?? null,
    note,
  });
  const added = edges.filter((edge) => !own.has(keyOf(edge)));
  const dropped = list.filter((edge) => !final.has(keyOf(edge)));
  return {
    ...facts,
    count: list.length,
    edges: [
      ...list.map((edge) =>
        final.has(keyOf(edge)) ? row(edge, "plain", "") : row(edge, "only-a", "not in the final graph"),
      ),
      ...added.map((edge) => row(edge, "only-b", "only in the final graph")),
    ],
    legend: [
      ["plain", "also in the final graph"],
      ...(dropped.length > 0 ? [["only-a", "not in the final graph"] as const] : []),
      ...(added.length > 0 ? [["only-b", "only in the final graph"] as const] : []),
    ],
  };
}

function classGraph(result: RunResult): ResultGraph | null {
  const { class: members } = result;
  if (members === null) return null;
  const final = finalGraph(result);
  const open = new Set(members.undirected.flatMap(([a, b]) => [keyOf([a, b]), keyOf([b, a])]));
  return {
    ...final,
    id: "class",
    title: "Equivalence class",
    meaning:
      "The CPDAG: an arrow where all graphs of the class agree on the direction, a line where they do not.",
    edges: final.edges.map((edge) => ({ ...edge, isDirected: !open.has(keyOf([edge.from, edge.to])) })),
  };
}

function truthGraph(result: RunResult): ResultGraph | null {
  if (result.truth === null) return null;
  const rows = words.edgeRows(result);
  const kinds = ["correct", "reversed", "missing", "extra"] as const;
  const many = (kind: EdgeKind): number => rows.filter(({ verdict }) => verdict === kind).length;
  return {
    id: "truth",
    title: "Comparison with the truth",
    meaning: "The final graph, and the true edges that it misses.",
    count: rows.length - many("missing"),
    score: result.finalScore,
    edges: rows.map((row) => shown(row, row.verdict!, row.verdict!)),
    legend: kinds.map((kind) => [kind, `${many(kind)} ${kind}`]),
  };
}

function shown(row: words.EdgeRow, kind: EdgeKind, note: string): ShownEdge {
  const { cause, effect, isDirected, coefficient } = row;
  return { from: cause, to: effect, isDirected, kind, coefficient, note };
}

function directionWord(isCompelled: boolean | null): string {
  return isCompelled === null ? "" : isCompelled ? "compelled" : "reversible";
}

function differ(a: readonly NamedEdge[], b: readonly NamedEdge[]): boolean {
  const there = new Set(b.map(keyOf));
  return a.length !== b.length || a.some((edge) => !there.has(keyOf(edge)));
}

function keyOf([cause, effect]: NamedEdge): string {
  return JSON.stringify([cause, effect]);
}
