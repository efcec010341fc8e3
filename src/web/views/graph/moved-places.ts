// Places where a person has put variables of a drawing: kept in the browser under a key of the drawing, so that they are there
// when it is looked at again.

import { useCallback, useRef, useState } from "react";
import { forgetText, keepText, storedText } from "../shared/storage.ts";
import type { Place } from "./layout.ts";

export type Moved = ReadonlyMap<string, Place>;

const keyOf = (drawing: string): string => `wherefore/places/${drawing}`;

export function movedText(moved: Moved): string {
  return JSON.stringify([...moved].map(([name, { x, y }]) => [name, Math.round(x), Math.round(y)]));
}

/** Of a text by other hands, what can be read. */
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

/** Of a run that is deleted. */
export function forgetMoved(drawing: string): void {
  forgetText("localStorage", keyOf(drawing));
}

export interface MovedPlaces {
  readonly moved: Moved;
  /** Kept at once: a page may be left in the middle of a movement. */
  readonly move: (name: string, place: Place) => void;
  readonly putBack: () => void;
}

/** Those of a drawing; where they are not kept they are forgotten with it. */
export function useMoved(drawing: string, isKept: boolean): MovedPlaces {
  const read = (): Moved => (isKept ? movedFrom(storedText("localStorage", keyOf(drawing))) : new Map());
  const [state, setState] = useState(() => ({ drawing, moved: read() }));
  let { moved } = state;
  if (state.drawing !== drawing) {
    moved = read();
    setState({ drawing, moved });
  }
  // Several moves may come before the next rendering.
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
