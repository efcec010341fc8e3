// The graphs of a result, each shown separately: the answer, the consensus if confidence was computed, one member if the answer is a
// class, the polished graph, the graph found by the search, and the comparison with the truth. Graphs that would show the same as
// another are left out.

import { type NamedEdge, type RunResult, words } from "../../../core/index.ts";
import type { EdgeKind, ShownEdge } from "../shared/shown-edge.ts";

export interface ResultGraph {
  readonly id: "answer" | "consensus" | "member" | "raw" | "polished" | "truth";
  readonly title: string;
  readonly meaning: string;
  /** Number of edges of the graph itself, without those drawn for comparison. */
  readonly count: number;
  readonly score: number | null;
  readonly edges: readonly ShownEdge[];
  /** Meaning of its lines, if there are several kinds. */
  readonly legend: readonly (readonly [EdgeKind, string])[];
}

export function resultGraphs(result: RunResult): ResultGraph[] {
  const { rawEdges, polished, score, member } = result;
  const isOther = (list: readonly NamedEdge[]): boolean => differ(list, member.edges);
  const graphs = [
    answerGraph(result),
    consensusGraph(result),
    memberGraph(result),
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
    truthGraph(result),
  ];
  return graphs.filter((graph) => graph !== null);
}

/** Edges that determine the layout of all graphs: those of the answer and missing true edges, unless they close a cycle. */
export function placingEdges(result: RunResult): NamedEdge[] {
  const rows = words.edgeRows(result).toSorted((a, b) => rank(a) - rank(b));
  const effects = new Map<string, string[]>();
  const leadsTo = (from: string, to: string, seen: Set<string>): boolean =>
    from === to ||
    (effects.get(from) ?? []).some((next) => !seen.has(next) && leadsTo(next, to, seen.add(next)));
  return rows.flatMap((row): NamedEdge[] => {
    const { cause, effect } = row;
    // The directed edges of the result have no cycle among themselves.
    if (rank(row) > 0 && leadsTo(effect, cause, new Set([effect]))) return [];
    effects.set(cause, effects.get(cause) ?? []);
    effects.get(cause)!.push(effect);
    return [[cause, effect]];
  });
}

/** Directed edges of the result first, then undirected ones, then missing ones. */
function rank({ isDirected, verdict }: words.EdgeRow): number {
  return verdict === "missing" ? 2 : isDirected ? 0 : 1;
}

const sourceWords = {
  data: "",
  knowledge: "directed by prior knowledge",
  open: "direction open",
  choice: "direction arbitrary",
  graph: "",
};

function answerGraph(result: RunResult): ResultGraph {
  const rows = words.edgeRows(result).filter(({ verdict }) => verdict !== "missing");
  const { prune } = result.spec;
  return {
    id: "answer",
    title: "Answer",
    meaning: prune === "none" ? "Nothing was pruned." : `After pruning (${prune}).`,
    count: rows.length,
    score: result.finalScore,
    edges: rows.map((row) =>
      edgeOf(
        row,
        row.source === "knowledge" ? "known" : row.isDirected ? "plain" : "open",
        row.strength?.directionEvidence === "weak"
          ? "weakly directed"
          : row.source === null
            ? ""
            : sourceWords[row.source],
      ),
    ),
    legend: [],
  };
}

/** The links that more than `consensus.above` of the graphs have; those that differ from the answer or are not in it are marked. */
function consensusGraph(result: RunResult): ResultGraph | null {
  const { confidence } = result;
  if (!confidence) return null;
  const { consensus } = confidence;
  const sharesOf = words.pairLookup(confidence);
  const changes = words.consensusChanges(result);
  const changed = new Set(changes.flatMap(({ consensus: mark }) => (mark ? keyOf([mark.a, mark.b]) : [])));
  const row =
    (isDirected: boolean) =>
    (edge: NamedEdge): ShownEdge => {
      const [from, to] = edge;
      const isOther = changed.has(keyOf(edge));
      const [kind, note] = isOther
        ? (["only-a", notSo] as const)
        : ([isDirected ? "plain" : "open", ""] as const);
      return { from, to, isDirected, kind, loss: null, sure: sharesOf(from, to), note };
    };
  const edges = [...consensus.edges.map(row(true)), ...consensus.undirected.map(row(false))];
  return {
    id: "consensus",
    title: "Consensus",
    meaning: `The ${words.consensusTitle(confidence, changes.length === 0)}; directed where more than two thirds of those agree.`,
    count: edges.length,
    score: null,
    edges,
    legend: [
      ["plain", "as in the answer"],
      ["only-a", notSo],
    ],
  };
}

const notSo = "not so in the answer";

/** One DAG of the equivalence class, if it has more than one. */
function memberGraph(result: RunResult): ResultGraph | null {
  const { member, answer, undirected, edges, finalScore } = result;
  if (answer.kind !== "class" || undirected.length === 0) return null;
  const directed = new Set(edges.map(keyOf));
  return {
    id: "member",
    title: "One member",
    meaning: `This is ${words.memberWords(result)}, chosen by the order of the names. Arrows that the answer leaves open are a choice.`,
    count: member.edges.length,
    score: finalScore,
    edges: member.edges.map((edge) => {
      const [from, to] = edge;
      const isTold = directed.has(keyOf(edge));
      const kind = isTold ? "plain" : "only-a";
      return { from, to, isDirected: true, kind, loss: null, note: isTold ? "" : "direction chosen" };
    }),
    legend: [
      ["plain", "direction known"],
      ["only-a", "direction chosen"],
    ],
  };
}

function against(
  { member: { edges } }: RunResult,
  list: readonly NamedEdge[],
  facts: Pick<ResultGraph, "id" | "title" | "meaning" | "score">,
): ResultGraph {
  const final = new Set(edges.map(keyOf));
  const keys = new Set(list.map(keyOf));
  const row = ([from, to]: NamedEdge, kind: EdgeKind, note: string): ShownEdge => {
    return { from, to, isDirected: true, kind, loss: null, note };
  };
  const added = edges.filter((edge) => !keys.has(keyOf(edge)));
  const dropped = list.filter((edge) => !final.has(keyOf(edge)));
  return {
    ...facts,
    count: list.length,
    edges: [
      ...list.map((edge) =>
        final.has(keyOf(edge)) ? row(edge, "plain", "") : row(edge, "only-a", "not in the answer's member"),
      ),
      ...added.map((edge) => row(edge, "only-b", "only in the answer's member")),
    ],
    legend: [
      ["plain", "also in the answer's member"],
      ...(dropped.length > 0 ? [["only-a", "not in the answer's member"] as const] : []),
      ...(added.length > 0 ? [["only-b", "only in the answer's member"] as const] : []),
    ],
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
    meaning: "The answer, and the true edges that it misses. An open direction counts as correct.",
    count: rows.length - many("missing"),
    score: result.finalScore,
    edges: rows.map((row) => edgeOf(row, row.verdict!, row.verdict!)),
    legend: kinds.map((kind) => [kind, `${many(kind)} ${kind}`]),
  };
}

function edgeOf(row: words.EdgeRow, kind: EdgeKind, note: string): ShownEdge {
  const { cause, effect, isDirected, strength, shares } = row;
  return { from: cause, to: effect, isDirected, kind, loss: strength?.loss ?? null, sure: shares, note };
}

function differ(a: readonly NamedEdge[], b: readonly NamedEdge[]): boolean {
  const there = new Set(b.map(keyOf));
  return a.length !== b.length || a.some((edge) => !there.has(keyOf(edge)));
}

function keyOf([cause, effect]: NamedEdge): string {
  return JSON.stringify([cause, effect]);
}
