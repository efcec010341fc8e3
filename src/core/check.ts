// The one error class, and the way to raise it.
//
// An InputError is the caller's mistake and its message is a sentence for that person:
//
//     where: what must hold, got the actual value; the remedy
//
// The field at fault and the remedies are data too, so that each interface phrases them in its own terms: flags on the command
// line, fields and buttons on the page, keys in the library and over HTTP.

import type { z } from "zod";

/** Maximum length of a sentence in characters: it may quote a whole file. */
const mostSentence = 4000;

/** One way to fix the mistake: all the changes given here together. */
export interface Remedy {
  /** The case in which it applies, if not always: "where it holds labels". */
  readonly when?: string;
  /** Leave these columns out. */
  readonly drop?: readonly string[];
  /** Leave these options out. */
  readonly unset?: readonly string[];
  /** Give these options these values. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** An action that only a person can take, worded the same in every interface. */
  readonly act?: string;
  /** The option through which a person takes it, if there is one. */
  readonly option?: string;
}

export interface Refusal {
  /** Name of the refused option. */
  readonly field?: string | undefined;
  /** The remedies, the one that changes least first. */
  readonly remedies?: readonly Remedy[] | undefined;
}

/** How one interface (command line, page, library, HTTP) phrases remedies. */
export interface DoorWords {
  /** `columns` is a phrase: "a" and "b". */
  readonly drop: (columns: string) => string;
  readonly unset: (names: readonly string[]) => string;
  /** Each option with its alternative values. */
  readonly set: (options: readonly OptionChoice[]) => string;
  readonly act: (words: string, option: string | undefined) => string;
}

export type OptionChoice = readonly [name: string, values: readonly unknown[]];

/** A refusal as sent between processes, threads or machines. */
export interface RefusedBody {
  /** The sentence with its remedies. */
  readonly error: string;
  readonly field?: string | undefined;
  readonly remedies?: readonly Remedy[] | undefined;
}

/**
 * Thrown for input that cannot be used.
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
  /** The message without the remedies. */
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

/** One remedy for each value of an option. */
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

/** Rebuilds the error from a transmitted refusal; its sentence already includes the remedies. */
export function refusedError({ error, field, remedies = [] }: RefusedBody): InputError {
  return Object.assign(new InputError(error), { field, remedies });
}

/** The wording of the library and of HTTP. */
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

/** A sentence with its remedies, in the wording of one interface. */
export function withWaysOut(sentence: string, remedies: readonly Remedy[], words?: DoorWords): string {
  return remedies.length === 0 ? sentence : `${sentence}; ${waysOut(remedies, words)}`;
}

/** The remedies as one phrase; those that differ only in the value of one option, or in the columns to drop, are merged. */
export function waysOut(remedies: readonly Remedy[], words: DoorWords = plainWords): string {
  const ways = new Map<string, Remedy[]>();
  remedies.forEach((remedy, k) => {
    const key = `${variedIn(remedy) ?? k}, ${remedy.when}`;
    ways.set(key, [...(ways.get(key) ?? []), remedy]);
  });
  return [...ways.values()].map((alternatives) => wayOut(alternatives, words)).join(", or ");
}

/** The one respect in which remedies of this kind can differ (an option, or the columns), if there is only one. */
function variedIn({ drop, unset, set = {}, act }: Remedy): string | undefined {
  const [name, ...more] = Object.keys(set);
  if (unset || act || more.length > 0 || (drop && name)) return undefined;
  return drop ? "columns left out" : name;
}

function wayOut(alternatives: readonly Remedy[], words: DoorWords): string {
  const { when, drop, unset, set, act, option } = alternatives[0]!;
  const quoted = (names: readonly string[] = []) => names.map((name) => `"${name}"`);
  const columns = alternatives.map((remedy) => listedWith("and", quoted(remedy.drop)));
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

/** Maximum number of names or values that a remedy lists. */
const mostOfWay = 5;

/** "a, b or c"; a long list is cut and ends with the number of remaining items. */
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

/** Longest word, in characters, that is compared with the known names. */
const mostTyped = 100;
/** Maximum number of names that a sentence lists. */
const mostListed = 50;

/** "did you mean …? (known: …)", or "known: …" if none is similar, for the tail of a message about an unknown name. */
export function suggestion(word: string, names: readonly string[]): string {
  // Where commas separate names, a name with a comma falls into parts.
  const whole = names.find((name) => /,/.test(name) && name.split(/\s*,\s*/).includes(word));
  const near = whole ?? nearest(word, names);
  const list = names.slice(0, mostListed).map((name) => (/,/.test(name) ? `"${name}"` : name));
  const known = `known: ${list.join(", ")}${names.length > mostListed ? ` and ${names.length - mostListed} more` : ""}`;
  const quoting = whole === undefined ? "" : "in a list, a name with a comma is written in double quotes; ";
  return near === undefined ? known : `did you mean "${near}"? (${quoting}${known})`;
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

/** Maximum nesting depth of JSON from outside; our own documents stay below ten. */
export const mostNesting = 100;

/** Refuses JSON text nested so deeply that walking it could overflow the stack; `where` begins the sentence. */
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

/** `schema.safeParse(value, inOurWords)`: zod's messages then complete the phrase "must be …". */
export const inOurWords = { error: requirement };

/** A refused value as a reader would write it, truncated if long. */
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
