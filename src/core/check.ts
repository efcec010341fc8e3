// The one error class, and the way to raise it.
//
// An InputError is the caller's mistake and its message is a sentence for that person:
//
//     where: what must hold, got what came; the way out
//
// What the mistake is about and the ways out are data too, so that each door names them in its own words: flags on the command
// line, fields and buttons on the page, keys in the library and over HTTP.

import type { z } from "zod";

/** Characters of a sentence: what it quotes may be a file. */
const mostSentence = 4000;

/** A way out. */
export type Remedy =
  /** Give these options these values. */
  | { readonly set: Readonly<Record<string, unknown>> }
  /** Leave these options out. */
  | { readonly unset: readonly string[] }
  /** Leave these columns out. */
  | { readonly drop: readonly string[] }
  /** What no program can do by itself, in words that are the same at every door. */
  | { readonly act: string };

export interface Refusal {
  /** The option that was refused, by its name. */
  readonly field?: string | undefined;
  /** The ways out, the one that changes least first. */
  readonly remedies?: readonly Remedy[] | undefined;
}

/** How a door says what is to be done with an option or a column. */
export interface DoorWords {
  readonly set: (name: string, value: unknown) => string;
  readonly unset: (name: string) => string;
  readonly drop: (columns: readonly string[]) => string;
}

export class InputError extends Error {
  override readonly name = "InputError";
  /** Without the ways out. */
  readonly sentence: string;
  readonly field: string | undefined;
  readonly remedies: readonly Remedy[];

  constructor(sentence: string, { field, remedies = [] }: Refusal = {}) {
    super(withWaysOut(shortened(sentence), remedies));
    this.sentence = shortened(sentence);
    this.field = field;
    this.remedies = remedies;
  }
}

function shortened(sentence: string): string {
  return sentence.length > mostSentence
    ? `${sentence.slice(0, mostSentence - 1000)} … ${sentence.slice(-1000)}`
    : sentence;
}

/** In the words of the library and of HTTP. */
const plainWords: DoorWords = {
  set: (name, value) => `set ${name} to ${typeof value === "string" ? value : JSON.stringify(value)}`,
  unset: (name) => `leave ${name} out`,
  drop: (columns) => `leave out ${columns.map((name) => `"${name}"`).join(", ")}`,
};

/** A sentence with its ways out, in the words of a door. */
export function withWaysOut(sentence: string, remedies: readonly Remedy[], words = plainWords): string {
  const ways = remedies.map((remedy) => wayOut(remedy, words));
  return ways.length === 0 ? sentence : `${sentence}; ${ways.join(", or ")}`;
}

export function wayOut(remedy: Remedy, words: DoorWords = plainWords): string {
  if ("act" in remedy) return remedy.act;
  if ("drop" in remedy) return words.drop(remedy.drop);
  if ("unset" in remedy) return remedy.unset.map(words.unset).join(" and ");
  return Object.entries(remedy.set)
    .map(([name, value]) => words.set(name, value))
    .join(" and ");
}

/** Throws an InputError unless `condition` holds. Write conditions so that NaN fails them: `x > 0`. */
export function check(
  condition: boolean,
  message: string | (() => string),
  about?: Refusal,
): asserts condition {
  if (!condition) throw new InputError(typeof message === "string" ? message : message(), about);
}

/** The known name nearest to a mistyped one, or undefined when nothing is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > mostTyped) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Characters of a name that somebody may have mistyped; longer ones are not compared. */
const mostTyped = 100;
/** Names that a sentence lists. */
const mostListed = 50;

/** "did you mean …? (known: …)", for the tail of a message about an unknown name. */
export function suggestion(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  const more = known.length > mostListed ? ` and ${known.length - mostListed} more` : "";
  const listed = `${known.slice(0, mostListed).join(", ")}${more}`;
  return `${near === undefined ? "" : `did you mean "${near}"? `}(known: ${listed})`;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}

/** How deep JSON from outside may be nested; ours is not nested by ten. */
export const mostNesting = 100;

/** Refuses JSON text that is nested so deep that a program which walks it would run out of stack; `where` begins the sentence. */
export function checkNesting(text: string, where: string): void {
  let depth = 0;
  let isString = false;
  for (let k = 0; k < text.length; k++) {
    const code = text.charCodeAt(k);
    if (isString) {
      if (code === 0x5c) k++;
      else if (code === 0x22) isString = false;
    } else if (code === 0x22) isString = true;
    else if (code === 0x5b || code === 0x7b) {
      depth++;
      check(depth <= mostNesting, () => tooNested(where));
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
}

export function tooNested(where: string): string {
  return `${where} must be nested at most ${mostNesting} deep, got deeper; write it flat`;
}

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** `schema.safeParse(value, inOurWords)`: where zod refuses, its messages are what stands after "must be". */
export const inOurWords = { error: requirement };

/** A refused value as a reader would write it, the beginning of a long one. */
export function shownValue(value: unknown): string {
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? "nothing");
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

function requirement(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return kinds[issue.expected] ?? issue.expected;
    case "too_small":
      return bound(issue.origin, issue.minimum, issue.inclusive ? "or more" : "more than");
    case "too_big":
      return bound(issue.origin, issue.maximum, issue.inclusive ? "or less" : "less than");
    case "invalid_value":
      return issue.values.length === 1
        ? JSON.stringify(issue.values[0])
        : `one of ${issue.values.map(String).join(", ")}`;
    case "unrecognized_keys":
      return `without ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`;
    default:
      return "as it is documented";
  }
}

const kinds: Partial<Record<string, string>> = {
  number: "a number",
  int: "a whole number",
  string: "text",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
};

type Word = "or more" | "or less" | "more than" | "less than";

function bound(origin: string, limit: number | bigint, word: Word): string {
  const isAfter = word.startsWith("or ");
  const phrase = isAfter ? `${limit} ${word}` : `${word} ${limit}`;
  if (origin === "string") return `text of ${phrase} characters`;
  if (origin === "array" || origin === "set") return `a list of ${phrase} entries`;
  return phrase;
}
