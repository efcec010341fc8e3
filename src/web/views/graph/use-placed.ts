// The layout of a drawing, computed in the background so that the page does not wait for it.

import { useEffect, useMemo, useState } from "react";
import type { NamedEdge } from "../../../core/index.ts";
import type { ShownEdge } from "../shared/shown-edge.ts";
import { sentenceOf } from "../shared/use-loaded.ts";
import { type Arrangement, arranged, plainArrangement } from "./layout.ts";

/** A layout with its variables and edges. */
export interface Placed extends Arrangement {
  readonly names: readonly string[];
  readonly by: readonly NamedEdge[];
}

export interface Placing {
  readonly placed: Placed | null;
  readonly isWaiting: boolean;
  readonly sentence: string | null;
}

/** Milliseconds after which plain layers are shown until the layout is ready. */
const patienceMs = 700;

/** While the variables stay the same, the last layout remains until the next is ready; if that of new ones is slow, it is plain. */
export function usePlaced(
  names: readonly string[],
  placedBy: readonly NamedEdge[] | undefined,
  edges: readonly ShownEdge[],
): Placing {
  const by = useMemo(() => placedBy ?? edges.map(({ from, to }): NamedEdge => [from, to]), [placedBy, edges]);
  const [state, setState] = useState<Placing>({
    placed: null,
    isWaiting: true,
    sentence: null,
  });
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(
      () =>
        setState((last) =>
          last.placed?.names === names
            ? last
            : { placed: plainly(names, by), isWaiting: true, sentence: null },
        ),
      patienceMs,
    );
    arranged(names, by)
      .then(
        (arrangement) =>
          isWanted && setState({ placed: { ...arrangement, names, by }, isWaiting: false, sentence: null }),
        (error: unknown) =>
          isWanted && setState({ placed: plainly(names, by), isWaiting: false, sentence: sentenceOf(error) }),
      )
      .finally(() => clearTimeout(timer));
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [names, by]);
  return state.placed === null || state.placed.names === names ? state : { ...state, placed: null };
}

function plainly(names: readonly string[], by: readonly NamedEdge[]): Placed {
  return { ...plainArrangement(names, by), names, by };
}
