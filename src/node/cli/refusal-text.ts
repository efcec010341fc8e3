// A refusal in the words of the command line: options by their flags, ways out as flags to give.

import { type DoorWords, type InputError, shellWord, withWaysOut } from "../../core/index.ts";
import { flagNamed } from "./run-flags.ts";

export function refusalText({ sentence, field, remedies }: InputError): string {
  const flag = field === undefined ? undefined : flagOf(field);
  const isNamed = flag === undefined || sentence.includes(flag);
  return withWaysOut(isNamed ? sentence : `${sentence} (${flag})`, remedies, words);
}

/** Flags that are not of a run, by the options that they are in requests. */
const ownFlags: Readonly<Record<string, string>> = {
  missing: "--missing",
  columns: "--columns",
  threads: "--threads",
  wide: "--wide",
  header: "--header",
  truth: "--truth",
  knowledge: "--knowledge",
  maxParents: "--max-parents",
};

function flagOf(name: string): string | undefined {
  return ownFlags[name] ?? flagNamed(name);
}

const words: DoorWords = {
  set: (name, value) => {
    const flag = flagOf(name) ?? `--set ${name}=…`;
    if (value === true) return `use ${flag}`;
    const text = shellWord(Array.isArray(value) ? value.join(",") : String(value));
    return flag.endsWith("=…") ? `use ${flag.replace("…", text)}` : `use ${flag} ${text}`;
  },
  unset: (name) => `leave ${(flagOf(name) ?? name).replace("=…", "")} out`,
  drop: (columns) => `leave ${columns.map((name) => `"${name}"`).join(", ")} out with --columns`,
};
