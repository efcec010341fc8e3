// The part of a graph that is drawn: without weak or directed edges if so chosen; around one variable with the rest faint, or that
// part alone.
//
// Graphs with very many variables initially show one of them and its neighbours: the whole would be illegible.

import { useMemo, useState } from "react";
import type { NamedEdge } from "../../../core/index.ts";
import { type Chosen, isChosen, type ShownEdge } from "../shared/shown-edge.ts";
import { type Around, around, mostLinked, type Reach } from "./focus.ts";
import { openEdges, strongEdges, sureEdges } from "./weak-edges.ts";

/** Number of variables above which a drawing initially shows only a part. */
export const mostAtOnce = 300;

/** The user's view settings for a graph. */
export interface Look {
  readonly reach: Reach;
  /** Are only the surroundings of the focused variable drawn? */
  readonly isOnly: boolean;
  /** Score loss below which edges are hidden. */
  readonly least: number;
  /** Links are hidden unless more than this share of the graphs have them. */
  readonly above: number;
  /** Are only edges without a direction drawn? */
  readonly isOpenOnly: boolean;
}

export interface VisiblePart {
  /** The focused variable. */
  readonly focus: string | null;
  readonly names: readonly string[];
  readonly edges: readonly ShownEdge[];
  readonly near: Around | null;
  readonly placedBy?: readonly NamedEdge[] | undefined;
}

interface Whole {
  readonly names: readonly string[];
  readonly edges: readonly ShownEdge[];
  readonly placedBy?: readonly NamedEdge[] | undefined;
}

export function useVisiblePart(
  { names, edges, placedBy }: Whole,
  chosen: Chosen | null,
  look: Look,
): VisiblePart {
  const { reach, isOnly, least, above, isOpenOnly } = look;
  const strong = useMemo(
    () => openEdges(strongEdges(sureEdges(edges, above), least), isOpenOnly),
    [edges, least, above, isOpenOnly],
  );
  const first = useMemo(() => (isOnly ? (mostLinked(names, strong) ?? null) : null), [isOnly, names, strong]);
  const [state, setState] = useState<{ focus: string | null; chosen: Chosen | null }>({
    focus: null,
    chosen,
  });
  let focus = state.focus;
  if (state.chosen !== chosen || (focus === null && chosen?.what === "node")) {
    focus = nextFocus(focus ?? first, chosen, isOnly, (name) => around(name, reach, strong).names);
    setState({ focus, chosen });
  }
  focus ??= first;
  const near = useMemo(() => nearOf(focus, chosen, reach, strong), [focus, chosen, reach, strong]);
  const part = isOnly && focus !== null ? focus : null;
  const inside = useMemo(
    () => (part === null ? null : around(part, reach, strong).names),
    [part, reach, strong],
  );
  const drawn = useMemo(
    () =>
      inside === null
        ? { names, edges: strong, placedBy }
        : partOf({ names, edges: strong, placedBy }, inside),
    [names, strong, placedBy, inside],
  );
  return { focus, near, ...drawn };
}

/** A selected variable gets the focus; an edge outside the drawn part, its cause; no selection clears it unless a part is drawn. */
export function nextFocus(
  focus: string | null,
  chosen: Chosen | null,
  isOnly: boolean,
  namesAround: (name: string) => ReadonlySet<string>,
): string | null {
  if (chosen === null) return isOnly ? focus : null;
  if (chosen.what === "node") return chosen.name;
  if (focus === null || !isOnly) return focus;
  const there = namesAround(focus);
  return there.has(chosen.from) && there.has(chosen.to) ? focus : chosen.from;
}

function nearOf(
  focus: string | null,
  chosen: Chosen | null,
  reach: Reach,
  edges: readonly ShownEdge[],
): Around | null {
  const chosenEdges = edges.filter((edge) => isChosen(edge, chosen));
  if (focus === null && chosenEdges.length === 0) return null;
  const there =
    focus === null ? { names: new Set<string>(), edges: new Set<ShownEdge>() } : around(focus, reach, edges);
  return {
    names: new Set([...there.names, ...chosenEdges.flatMap(({ from, to }) => [from, to])]),
    edges: new Set([...there.edges, ...chosenEdges]),
  };
}

/** The variables of a part, and all edges between them. */
export function partOf({ names, edges, placedBy }: Whole, inside: ReadonlySet<string>): Whole {
  return {
    names: names.filter((name) => inside.has(name)),
    edges: edges.filter(({ from, to }) => inside.has(from) && inside.has(to)),
    placedBy: placedBy?.filter(([cause, effect]) => inside.has(cause) && inside.has(effect)),
  };
}
