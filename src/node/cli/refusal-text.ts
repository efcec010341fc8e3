// Error messages and remedies for the command line, with options named by their flags.

import {
  commaList,
  type DoorWords,
  type InputError,
  kindsText,
  listedWith,
  type OptionChoice,
  type Remedy,
  shellWord,
  waysOut,
  withWaysOut,
} from "../../core/index.ts";
import { flagNamed } from "./run-flags.ts";

/** Adds the flag of the rejected option, unless the message already contains it. */
export function refusalText({ sentence, field, remedies }: InputError): string {
  const flag = field === undefined ? undefined : flagOf(field)?.replace("=…", "");
  const text = withWaysOut(sentence, remedies, words);
  return flag === undefined || text.includes(flag)
    ? text
    : withWaysOut(`${sentence} (${flag})`, remedies, words);
}

export function waysOutText(remedies: readonly Remedy[]): string {
  return waysOut(remedies, words);
}

/** Flags of options that are not part of a run's spec, by their names in requests. */
const requestFlags: Readonly<Record<string, string>> = {
  columns: "--columns",
  exclude: "--exclude",
  kinds: "--kinds",
  where: "--where",
  header: "--header",
  sheet: "--sheet",
  rows: "--rows",
  maxRows: "--max-rows",
  maxColumns: "--max-columns",
  maxSize: "--max-size",
  threads: "--threads",
  wide: "--wide",
  truth: "--truth",
  knowledge: "--knowledge",
  maxParents: "--max-parents",
};

/** The flag of an option; for one that has no flag, or was given by --set, `--set name=…`. */
function flagOf(name: string): string | undefined {
  return isGivenBySet(name) ? `--set ${name}=…` : (requestFlags[name] ?? flagNamed(name));
}

function isGivenBySet(name: string): boolean {
  const { argv } = process;
  return argv.some(
    (word, k) =>
      word.startsWith(`--set=${name}=`) || (argv[k - 1] === "--set" && word.startsWith(`${name}=`)),
  );
}

const words: DoorWords = {
  drop: (columns) => `leave ${columns} out with --exclude`,
  unset: (names) => `leave ${names.map((name) => flagOf(name)?.replace("=…", "") ?? name).join(" and ")} out`,
  set: (options) => `use ${options.map(flagWithValue).join(" ")}`,
  act: (text, option) => (option === undefined ? text : `${text} with ${flagOf(option)}`),
};

function flagWithValue([name, values]: OptionChoice): string {
  if (name === "kinds") return kindsFlag(values.map((value) => ({ ...(value as object) })));
  const flag = flagOf(name) ?? `--set ${name}=…`;
  if (values[0] === true && !flag.endsWith("…")) return flag;
  const texts = values.map((value) => shellWord(valueText(value)));
  const text = listedWith("or", texts);
  return flag.endsWith("…") ? flag.slice(0, -1) + text : `${flag} ${text}`;
}

/** The weight of the rows has its own flag. */
function kindsFlag(choices: readonly Readonly<Record<string, unknown>>[]): string {
  const weights = choices.map((kinds) => Object.entries(kinds).find(([, kind]) => kind === "weight")?.[0]);
  const areWeights = weights.every(
    (column, k) => column !== undefined && Object.keys(choices[k]).length === 1,
  );
  const texts = areWeights ? weights.map(String) : choices.map((kinds) => kindsText(kinds));
  return `${areWeights ? "--weights" : "--kinds"} ${listedWith("or", texts.map(shellWord))}`;
}

/** A list separated by commas, an object as name=value. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return commaList(value);
  if (typeof value !== "object" || value === null) return String(value);
  return kindsText({ ...value });
}
