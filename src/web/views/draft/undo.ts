// Undo and redo history: earlier states, and undone ones. Plain data; a new step discards the undone states.

export interface Steps<T> {
  /** Most recent last. */
  readonly past: readonly T[];
  /** Next to redo last. */
  readonly future: readonly T[];
}

/** Maximum number of steps; older ones are discarded. */
const most = 100;

export const noSteps: Steps<never> = { past: [], future: [] };

/** The history after a change from `before`. */
export function stepped<T>({ past }: Steps<T>, before: T): Steps<T> {
  return { past: [...past, before].slice(-most), future: [] };
}

/** The state before `now` and its history; null if there is nothing to undo. */
export function undone<T>({ past, future }: Steps<T>, now: T): readonly [T, Steps<T>] | null {
  if (past.length === 0) return null;
  return [past.at(-1)!, { past: past.slice(0, -1), future: [...future, now] }];
}

/** The most recently undone state and its history; null if there is nothing to redo. */
export function redone<T>({ past, future }: Steps<T>, now: T): readonly [T, Steps<T>] | null {
  if (future.length === 0) return null;
  return [future.at(-1)!, { past: [...past, now], future: future.slice(0, -1) }];
}

/** Keyboard shortcuts: Ctrl-Z or Cmd-Z undoes; with Shift, or Ctrl-Y, redoes. */
export function undoKey(event: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}): "undo" | "redo" | null {
  if (event.altKey || !(event.ctrlKey || event.metaKey)) return null;
  const key = event.key.toLowerCase();
  if (key === "z") return event.shiftKey ? "redo" : "undo";
  return key === "y" && event.ctrlKey && !event.shiftKey ? "redo" : null;
}
