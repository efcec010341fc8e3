// Edges of a graph that changes while it is looked at: which are new, and which are just gone.

export interface LiveEdge {
  readonly cause: number;
  readonly effect: number;
  /** When it came; long ago for those of the first graph. */
  readonly since: number;
  /** When it went; null while it is there. */
  readonly gone: number | null;
}

/** So long an edge counts as new, and so long one that is gone is still seen. */
export const newMs = 1000;
export const goneMs = 500;

/** The edges after a change; null before: nothing was shown yet, so nothing is new. */
export function liveEdges(
  before: readonly LiveEdge[] | null,
  edges: readonly (readonly [number, number])[],
  now: number,
): readonly LiveEdge[] {
  const keyOf = (cause: number, effect: number): string => `${cause} ${effect}`;
  const there = new Set(edges.map(([cause, effect]) => keyOf(cause, effect)));
  const known = new Map((before ?? []).map((edge) => [keyOf(edge.cause, edge.effect), edge]));
  const shown = edges.map(([cause, effect]): LiveEdge => {
    const edge = known.get(keyOf(cause, effect));
    const isKept = edge !== undefined && edge.gone === null;
    return {
      cause,
      effect,
      since: isKept ? edge.since : before === null ? Number.NEGATIVE_INFINITY : now,
      gone: null,
    };
  });
  const leaving = (before ?? [])
    .filter(({ cause, effect }) => !there.has(keyOf(cause, effect)))
    .map((edge) => ({ ...edge, gone: edge.gone ?? now }))
    .filter(({ gone }) => now - gone < goneMs);
  return [...shown, ...leaving];
}

/** When the edges will look different though nothing comes: the end of the first that is new or leaving; null if none is. */
export function nextChange(edges: readonly LiveEdge[], now: number): number | null {
  const ends = edges
    .map(({ since, gone }) => (gone === null ? since + newMs : gone + goneMs))
    .filter((end) => end > now);
  return ends.length === 0 ? null : Math.min(...ends);
}
