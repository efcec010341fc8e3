// All that the program writes goes through here. Names, labels and reasons come from files that somebody else may have
// written: a control character in one could clear the screen, hide a line or forge one, and an override of direction turn a
// sentence round. They are shown as escapes (\x1b) and never obeyed; only what ends our own lines ends a line.
//
// JSON has the same characters as \u escapes, so that it is the same document and as harmless.

import { oversight } from "../threads/overseen.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be shown
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** The text with escapes for what a terminal would obey, line ends too. */
export function oneLine(text: string): string {
  return text.replace(controls, (c) => {
    const code = c.charCodeAt(0);
    return named[c] ?? (code < 256 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`);
  });
}

/** Lines to standard output. */
export function say(lines: string | readonly string[]): void {
  process.stdout.write(`${[lines].flat().map(oneLine).join("\n")}\n`);
}

/** One document of JSON to standard output. */
export function sayJson(value: unknown): void {
  const text = JSON.stringify(value).replace(controls, (c) => `\\u${hex(c.charCodeAt(0), 4)}`);
  process.stdout.write(`${text}\n`);
}

/** A file's content to standard output: as it is for a program, with escapes for a terminal. */
export function sayContent(content: string | Uint8Array): void {
  const isShown = process.stdout.isTTY && typeof content === "string";
  process.stdout.write(isShown ? content.split("\n").map(oneLine).join("\n") : content);
}

/** Lines to standard error. */
export function complain(lines: string | readonly string[]): void {
  terminal().write(`${[lines].flat().map(oneLine).join("\n")}\n`);
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

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

/** Standard error, also of the thread in which a command works: its lines are printed by the main one, in their order, and at once. */
export function terminal(): Terminal {
  const overseer = oversight<CommandNews>();
  if (overseer === null) return process.stderr;
  const { isTTY, columns } = overseer.data as CommandData;
  return { isTTY, columns, write: (text) => overseer.tell({ text }) };
}
