// All output of the program passes through here. Names, labels and reasons come from files that may be untrusted: a control
// character in them could clear the screen, hide a line or forge one, and a direction override reverse a sentence. Such
// characters are printed as escapes (\x1b); only the program itself ends a line.
//
// In JSON these characters become \u escapes, which keeps the document the same and as harmless.

import { oversight } from "../threads/overseen.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be shown
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** The text with control characters escaped, newlines included. */
export function oneLine(text: string): string {
  return text.replace(controls, (c) => {
    const code = c.charCodeAt(0);
    return named[c] ?? (code < 256 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`);
  });
}

/** Prints lines to standard output. */
export function say(lines: string | readonly string[]): void {
  process.stdout.write(`${[lines].flat().map(oneLine).join("\n")}\n`);
}

/** Prints one JSON document to standard output. */
export function sayJson(value: unknown): void {
  const text = JSON.stringify(value).replace(controls, (c) => `\\u${hex(c.charCodeAt(0), 4)}`);
  process.stdout.write(`${text}\n`);
}

/** Prints a file's content to standard output: unchanged for a program, escaped for a terminal. */
export function sayContent(content: string | Uint8Array): void {
  const isShown = process.stdout.isTTY && typeof content === "string";
  process.stdout.write(isShown ? content.split("\n").map(oneLine).join("\n") : content);
}

/** Prints lines to standard error. */
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

/** Messages of a command's thread to the main thread. */
export type CommandNews =
  | { readonly text: string }
  /** The folder of its run, if it writes one. */
  | { readonly folder: string | null };

/** What the thread needs to know about the terminal. */
export interface CommandData {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
}

/** Standard error; in a command's thread, the main thread prints the lines, in order and immediately. */
export function terminal(): Terminal {
  const overseer = oversight<CommandNews>();
  if (overseer === null) return process.stderr;
  const { isTTY, columns } = overseer.data as CommandData;
  return { isTTY, columns, write: (text) => overseer.tell({ text }) };
}
