// Iterates over the records of JSON text: an array of objects, or a sequence of objects (NDJSON). A cell is text: the content of a
// string, or a number as DuckDB writes it, so that both readers agree; null and an absent key are missing values. The text is parsed
// incrementally, and invalid JSON is refused with its position.

import { check, mostNesting, tooNested } from "../../check.ts";

export interface JsonRecord {
  /** Cells by key. */
  readonly cells: ReadonlyMap<string, string | null>;
}

const space = /[\t\n\r ]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literal = /true|false|null/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none in strings.
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;

/** `shown`: the file's name in error messages. */
export function* jsonRecords(text: string, shown: string): Generator<JsonRecord, void, void> {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  /** Consumes the next token if it matches; returns its text. */
  const passed = (what: RegExp): string | undefined => {
    what.lastIndex = at;
    const found = what.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const isNext = (letter: string): boolean => {
    passed(space);
    if (text[at] !== letter) return false;
    at++;
    return true;
  };
  const must = (holds: boolean, what: string): void =>
    check(holds, () => {
      const line = text.slice(0, at).split("\n").length;
      const got = at < text.length ? JSON.stringify(text.slice(at, at + 12)) : "the end of the file";
      return `table: "${shown}" must be JSON that can be read, got ${got} in line ${line} where ${what} must be; check that the file is complete`;
    });
  let depth = 0;
  const members = (end: string, member: () => void): void => {
    depth++;
    check(depth <= mostNesting, () => tooNested(`table: "${shown}"`));
    if (!isNext(end)) {
      do member();
      while (isNext(","));
      must(isNext(end), `"," or "${end}"`);
    }
    depth--;
  };
  const key = (): string => {
    passed(space);
    const name = passed(string);
    must(name !== undefined, "a name in quotes");
    must(isNext(":"), '":"');
    return JSON.parse(name!) as string;
  };
  const value = (): string | null => {
    passed(space);
    const from = at;
    const quoted = passed(string);
    if (quoted !== undefined) return JSON.parse(quoted) as string;
    const written = passed(number);
    if (written !== undefined) return numberText(written);
    const word = passed(literal);
    if (word !== undefined) return word === "null" ? null : word;
    if (isNext("{"))
      members("}", () => {
        key();
        value();
      });
    else {
      must(isNext("["), "a value");
      members("]", value);
    }
    return JSON.stringify(JSON.parse(text.slice(from, at)));
  };
  const record = (): JsonRecord => {
    passed(space);
    check(
      isNext("{"),
      `table: "${shown}" must hold a record for each row, such as {"a": 1, "b": 2}, got other JSON; write it so`,
    );
    const cells = new Map<string, string | null>();
    members("}", () => {
      const name = key();
      check(!cells.has(name), `table: two columns are called "${name}"; rename one, or leave both out`);
      cells.set(name, value());
    });
    return { cells };
  };

  if (!isNext("[")) {
    while (passed(space) !== undefined && at < text.length) yield record();
    return;
  }
  depth++;
  if (!isNext("]")) {
    do yield record();
    while (isNext(","));
    must(isNext("]"), '"," or "]"');
  }
  passed(space);
  must(at === text.length, "the end");
}

/** A whole number as written, any other in its shortest form. */
function numberText(written: string): string {
  if (!/[.eE]/.test(written)) return written === "-0" ? "0" : written;
  const value = Number(written);
  if (!Number.isFinite(value)) return written;
  const text = Object.is(value, -0) ? "-0" : String(value);
  return /e/.test(text) ? text.replace("e+", "e") : text.includes(".") ? text : `${text}.0`;
}
