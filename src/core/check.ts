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

/** A way out: what it has of these, together. */
export interface Remedy {
  /** The case in which it is one, where not in all: "where it holds labels". */
  readonly when?: string;
  /** Leave these columns out. */
  readonly drop?: readonly string[];
  /** Leave these options out. */
  readonly unset?: readonly string[];
  /** Give these options these values. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** What no program can do by itself, in words that are the same at every door. */
  readonly act?: string;
  /** The option by which a person does that, where there is one. */
  readonly option?: string;
}

export interface Refusal {
  /** The option that was refused, by its name. */
  readonly field?: string | undefined;
  /** The ways out, the one that changes least first. */
  readonly remedies?: readonly Remedy[] | undefined;
}

/** How a door says what is to be done. */
export interface DoorWords {
  /** `columns` in words: "a" and "b". */
  readonly drop: (columns: string) => string;
  readonly unset: (names: readonly string[]) => string;
  /** Each option with the values of which any will do. */
  readonly set: (options: readonly OptionChoice[]) => string;
  readonly act: (words: string, option: string | undefined) => string;
}

export type OptionChoice = readonly [name: string, values: readonly unknown[]];

/** A refusal as it goes from one process, thread or machine to another. */
export interface RefusedBody {
  /** The sentence with its ways out. */
  readonly error: string;
  readonly field?: string | undefined;
  readonly remedies?: readonly Remedy[] | undefined;
}

/**
 * What is thrown for input that cannot be used.
 *
 * @example
 * ```js
 * const refused = (() => {
 *   try {
 *     return createTable(["a"], []);
 *   } catch (error) {
 *     return error;
 *   }
 * })();
 * refused instanceof InputError; // true
 * ```
 */
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

/** A way out for each value of an option. */
export function setTo(name: string, values: readonly unknown[], when?: string): Remedy[] {
  return values.map((value) => ({ ...(when !== undefined && { when }), set: { [name]: value } }));
}

export function refusedBody({ message, field, remedies }: InputError): RefusedBody {
  return {
    error: message,
    ...(field !== undefined && { field }),
    ...(remedies.length > 0 && { remedies }),
  };
}

/** The error that a refusal was; its sentence has the ways out. */
export function refusedError({ error, field, remedies = [] }: RefusedBody): InputError {
  return Object.assign(new InputError(error), { field, remedies });
}

/** In the words of the library and of HTTP. */
const plainWords: DoorWords = {
  drop: (columns) => `leave out ${columns}`,
  unset: (names) => `leave ${names.join(" and ")} out`,
  set: (options) =>
    `set ${options.map(([name, values]) => `${name} to ${listedWith("or", values.map(plainValue))}`).join(" and ")}`,
  act: (words) => words,
};

function plainValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A sentence with its ways out, in the words of a door. */
export function withWaysOut(sentence: string, remedies: readonly Remedy[], words?: DoorWords): string {
  return remedies.length === 0 ? sentence : `${sentence}; ${waysOut(remedies, words)}`;
}

/** Those that differ in the value of one option, or in the columns left out, are said as one. */
export function waysOut(remedies: readonly Remedy[], words: DoorWords = plainWords): string {
  const ways = new Map<string, Remedy[]>();
  remedies.forEach((remedy, k) => {
    const key = `${variedIn(remedy) ?? k}, ${remedy.when}`;
    ways.set(key, [...(ways.get(key) ?? []), remedy]);
  });
  return [...ways.values()].map((alternatives) => wayOut(alternatives, words)).join(", or ");
}

/** In what one way of its kind can differ from another, where that is one thing. */
function variedIn({ drop, unset, set = {}, act }: Remedy): string | undefined {
  const [name, ...more] = Object.keys(set);
  if (unset || act || more.length > 0 || (drop && name)) return undefined;
  return drop ? "columns left out" : name;
}

function wayOut(alternatives: readonly Remedy[], words: DoorWords): string {
  const { when, drop, unset, set, act, option } = alternatives[0]!;
  const columns = alternatives.map(({ drop: names = [] }) =>
    listedWith(
      "and",
      names.map((name) => `"${name}"`),
    ),
  );
  const values = (name: string) => alternatives.map((remedy) => remedy.set?.[name]);
  const parts = [
    drop && words.drop(listedWith("or", columns)),
    unset && words.unset(unset),
    set && words.set(Object.keys(set).map((name) => [name, values(name)])),
    act && words.act(act, option),
  ];
  const way = parts.filter((part) => part !== undefined).join(" and ");
  return when === undefined ? way : `${when}, ${way}`;
}

/** Names or values that a way out lists. */
const mostOfWay = 5;

/** a, b or c; of many the first, and how many more there are. */
export function listedWith(word: "and" | "or", names: readonly string[]): string {
  const more = names.length - mostOfWay;
  const items = more > 0 ? [...names.slice(0, mostOfWay), `${more} more`] : names;
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;
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
export function nearest(word: string, names: readonly string[]): string | undefined {
  if (word.length > mostTyped) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of names) {
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
export function suggestion(word: string, names: readonly string[]): string {
  const near = nearest(word, names);
  const more = names.length > mostListed ? ` and ${names.length - mostListed} more` : "";
  const listed = `${names.slice(0, mostListed).join(", ")}${more}`;
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
  return `${where} must be nested at most ${mostNesting} levels deep, got more; flatten it`;
}

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** `schema.safeParse(value, inOurWords)`: where zod refuses, its messages are what stands after "must be". */
export const inOurWords = { error: requirement };

/** A refused value as a reader would write it, the beginning of a long one. */
export function valueText(value: unknown): string {
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
