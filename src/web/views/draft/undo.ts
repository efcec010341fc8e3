// Steps that can be taken back and made again: what was before, and what was taken back. Plain data; a new step forgets what was
// taken back.

export interface Steps<T> {
  /** The latest last. */
  readonly past: readonly T[];
  /** The next last. */
  readonly future: readonly T[];
}

/** Steps beyond this are forgotten. */
const most = 100;

export const noSteps: Steps<never> = { past: [], future: [] };

/** After a change from `before`. */
export function stepped<T>({ past }: Steps<T>, before: T): Steps<T> {
  return { past: [...past, before].slice(-most), future: [] };
}

/** What was before `now`, and the steps then; null where there is nothing to take back. */
export function undone<T>({ past, future }: Steps<T>, now: T): readonly [T, Steps<T>] | null {
  if (past.length === 0) return null;
  return [past.at(-1)!, { past: past.slice(0, -1), future: [...future, now] }];
}

/** What was taken back last, made again; null where there is nothing. */
export function redone<T>({ past, future }: Steps<T>, now: T): readonly [T, Steps<T>] | null {
  if (future.length === 0) return null;
  return [future.at(-1)!, { past: [...past, now], future: future.slice(0, -1) }];
}

/** What a key asks for: Ctrl-Z or Cmd-Z takes back; with Shift, or Ctrl-Y, makes again. */
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
