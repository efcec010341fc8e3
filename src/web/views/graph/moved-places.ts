// Positions to which the user moved variables of a drawing: stored in the browser under a key of the drawing, so that they are
// restored when it is shown again.

import { useCallback, useRef, useState } from "react";
import { forgetText, keepText, storedText } from "../shared/storage.ts";
import type { Place } from "./layout.ts";

export type Moved = ReadonlyMap<string, Place>;

const keyOf = (drawing: string): string => `wherefore/places/${drawing}`;

export function movedText(moved: Moved): string {
  return JSON.stringify([...moved].map(([name, { x, y }]) => [name, Math.round(x), Math.round(y)]));
}

/** Parses stored positions; invalid entries are ignored. */
export function movedFrom(text: string | null): Moved {
  let rows: unknown;
  try {
    rows = JSON.parse(text ?? "[]");
  } catch {
    rows = [];
  }
  return new Map(
    (Array.isArray(rows) ? rows : []).flatMap((row): [string, Place][] => {
      if (!Array.isArray(row)) return [];
      const [name, x, y] = row as unknown[];
      return typeof name === "string" && Number.isFinite(x) && Number.isFinite(y)
        ? [[name, { x: x as number, y: y as number }]]
        : [];
    }),
  );
}

/** Called when the run is deleted. */
export function forgetMoved(drawing: string): void {
  forgetText("localStorage", keyOf(drawing));
}

export interface MovedPlaces {
  readonly moved: Moved;
  /** Stored immediately: the page may be closed in the middle of a move. */
  readonly move: (name: string, place: Place) => void;
  readonly putBack: () => void;
}

/** The moved positions of a drawing; unless `isKept`, they last only while the drawing is shown. */
export function useMoved(drawing: string, isKept: boolean): MovedPlaces {
  const read = (): Moved => (isKept ? movedFrom(storedText("localStorage", keyOf(drawing))) : new Map());
  const [state, setState] = useState(() => ({ drawing, moved: read() }));
  let { moved } = state;
  if (state.drawing !== drawing) {
    moved = read();
    setState({ drawing, moved });
  }
  // Several moves may arrive before the next render.
  const latest = useRef(moved);
  latest.current = moved;
  const move = useCallback(
    (name: string, place: Place) => {
      latest.current = new Map(latest.current).set(name, place);
      setState({ drawing, moved: latest.current });
      if (isKept) keepText("localStorage", keyOf(drawing), movedText(latest.current));
    },
    [isKept, drawing],
  );
  const putBack = useCallback(() => {
    if (isKept) forgetMoved(drawing);
    setState({ drawing, moved: new Map() });
  }, [isKept, drawing]);
  return { moved, move, putBack };
}
