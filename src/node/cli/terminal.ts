// Standard error, also from the thread in which a command works: its lines are printed by the main one, in their order, and
// at once, also while the command is in the middle of a long sum.

import { oversight } from "../threads/overseen.ts";

export interface Terminal {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly write: (text: string) => void;
}

/** What a command that works in a thread tells the main one. */
export type CommandNews =
  | { readonly text: string }
  /** Its run is in this folder, where it writes one. */
  | { readonly folder: string | null };

/** What such a command knows of the terminal. */
export interface CommandData {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
}

export function terminal(): Terminal {
  const own = oversight<CommandNews>();
  if (own === null) return process.stderr;
  const { isTTY, columns } = own.data as CommandData;
  return { isTTY, columns, write: (text) => own.tell({ text }) };
}
