// How the values of options are written on the command line: numbers, names, kinds of columns.

import { InvalidArgumentError } from "commander";

export function number(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value))
    throw new InvalidArgumentError(`must be a number, got "${text}"`);
  return value;
}

export function whole(text: string): number {
  const value = number(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError(`must be a whole number, got "${text}"`);
  return value;
}

export function atLeastOne(text: string): number {
  const value = whole(text);
  if (value < 1) throw new InvalidArgumentError(`must be 1 or more, got "${text}"`);
  return value;
}

/** Names separated by commas; a name that contains a comma is in double quotes. */
export function namesList(text: string): string[] {
  const out: string[] = [];
  for (const match of text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/g)) {
    const name = match[1] !== undefined ? match[1].replaceAll('""', '"') : match[2]?.trim();
    if (name) out.push(name);
  }
  if (out.length === 0) throw new InvalidArgumentError("must name at least one column");
  return out;
}

/** name=kind, separated by commas: a=number,"b, c"=category,grade=ordered: low < high. */
export function kindsList(text: string): Record<string, string> {
  const out: Record<string, string> = {};
  for (const match of text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,=]+?))\s*=\s*([^,]+?)\s*(?:,|$)/g))
    out[match[1]?.replaceAll('""', '"') ?? match[2]] = match[3];
  if (Object.keys(out).length === 0)
    throw new InvalidArgumentError("must be as in --kinds age=number,grade=ordered");
  return out;
}

/** Lists of names, separated by slashes. */
export function tiersList(text: string): string[][] {
  const tiers = text.match(/(?:"(?:[^"]|"")*"|[^/"])+/g) ?? [];
  if (tiers.length < 2) throw new InvalidArgumentError("must be as in --tiers age,sex/school/income");
  return tiers.map(namesList);
}

export function collected(statement: string, before: readonly string[] = []): string[] {
  return [...before, statement];
}
