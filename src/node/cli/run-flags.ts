// The flags of a run, generated from the definitions of searches, scores and prunings and from the options of every run, which
// are the only places where options are defined.

import { type Command, Option } from "commander";
import {
  catalogue,
  check,
  type DescribedOption,
  describedOptions,
  graphModels,
  mechanisms,
  type RunOptions,
  simulateSchema,
} from "../../core/index.ts";
import { namesList, number, whole } from "./option-values.ts";

/** The groups of flags in the help; a command has some of them. */
export type FlagGroup = "Search" | "Score" | "Pruning" | "Table" | "Run" | "Confidence";

export const runGroups: readonly FlagGroup[] = ["Search", "Score", "Pruning", "Table", "Run", "Confidence"];
/** The groups of commands that score but do not search. */
export const scoreGroups: readonly FlagGroup[] = ["Score", "Table"];

/** A flag with all its meanings. */
interface Flag {
  readonly option: DescribedOption;
  /** The help text for each search, score or pruning that has the option; under "" for an option of every run. */
  readonly helps: ReadonlyMap<string, string>;
}

interface FlagOptions {
  readonly groups?: readonly FlagGroup[];
  /** Additional options, whatever their group. */
  readonly names?: readonly string[];
  /** Options to omit, which the command does not have or for which it has its own flags. */
  readonly without?: readonly string[];
}

/** Adds these flags to the command. */
export function withRunFlags(
  command: Command,
  { groups = [], names = [], without = [] }: FlagOptions,
): Command {
  const flags = runFlags().filter(
    ({ option: { name, group } }) =>
      (names.includes(name) || groups.some((each) => each === group)) && !without.includes(name),
  );
  for (const { option, helps } of flags) {
    command.addOption(flagOf(option, helpOf(helps), helps.has("")));
    if (option.name === "polish") command.option("--no-polish", "do not polish the graph of the search");
  }
  return command;
}

/** Adds the flags of the searches' own options to the command, and --set for those without a flag. */
export function withSearchFlags(command: Command): Command {
  for (const { option, helps } of searchFlags())
    command.addOption(flagOf(option, helpOf(helps, Number.POSITIVE_INFINITY), false));
  return command.option(
    "--set <name=value>",
    "an option of the search without a flag of its own (listed below); repeatable",
    setting,
  );
}

/** Adds the flags of a simulation, its graph models and its mechanisms to the command. */
export function withSimulateFlags(command: Command): Command {
  for (const option of describedOptions(simulateSchema))
    command.addOption(flagOf(option, withDefault(option), false));
  for (const { option, helps } of [graphModels, mechanisms].flatMap((all) => merged(described(all))))
    command.addOption(flagOf(option, helpOf(helps), false));
  return command;
}

function described(
  all: Readonly<Record<string, { readonly options: Parameters<typeof describedOptions>[0] }>>,
) {
  return Object.entries(all).map(([name, { options }]) => ({ name, options: describedOptions(options) }));
}

/** The options of a run from its flags. */
export function flaggedOptions(values: Readonly<Record<string, unknown>>): Partial<RunOptions> {
  const names = runFlags().map(({ option }) => option.name);
  return Object.fromEntries(
    names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
  );
}

/** The options of the search from its flags and --set. */
export function searchOptions(values: Readonly<Record<string, unknown>>): Pick<RunOptions, "options"> {
  const names = searchFlags().map(({ option }) => option.name);
  const flagged = names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]);
  const all = { ...Object.fromEntries(flagged), ...(values.set as object | undefined) };
  return Object.keys(all).length === 0 ? {} : { options: all };
}

/** The catalogue for the end of --help: searches with their options that have no flag, scores, prunings. */
export function catalogueHelp(): string {
  const { searches, prunings } = catalogue();
  return `
Searches (--search), with the options that --set sets:
${searches.flatMap(({ options, ...search }) => [entryLine(search), ...options.filter(({ flag }) => flag === undefined).map(optionLine)]).join("\n")}

${scoresHelp()}

${listHelp("Prunings (--prune)", prunings)}`;
}

/** The scores, for the end of --help. */
export function scoresHelp(): string {
  return listHelp("Scores (--score), or a file with a user-defined one (./my-score.js)", catalogue().scores);
}

/** The searches, for the end of --help. */
export function searchesHelp(): string {
  return listHelp("Searches", catalogue().searches);
}

/** A list for the end of --help. */
export function listHelp(
  title: string,
  entries: readonly { readonly name: string; readonly summary: string }[],
): string {
  return `${title}:\n${entries.map(entryLine).join("\n")}`;
}

/** The flag of an option, or `--set name=…` if it has none. */
export function flagNamed(name: string): string | undefined {
  const flag = [...runFlags(), ...searchFlags()].find(({ option }) => option.name === name)?.option.flag;
  if (flag !== undefined) return flag.split(" ")[0];
  const isSearchs = catalogue().searches.some(({ options }) =>
    options.some((option) => option.name === name),
  );
  return isSearchs ? `--set ${name}=…` : undefined;
}

function runFlags(): Flag[] {
  const { scores, prunings, run } = catalogue();
  return [
    ...run.flatMap((option) =>
      option.flag === undefined ? [] : [{ option, helps: new Map([["", option.help]]) }],
    ),
    ...merged(scores),
    ...merged(prunings),
  ];
}

function searchFlags(): Flag[] {
  return merged(catalogue().searches);
}

/** The flags of all entries, each once. */
function merged(
  entries: readonly { readonly name: string; readonly options: readonly DescribedOption[] }[],
): Flag[] {
  const flags = new Map<string, { option: DescribedOption; helps: Map<string, string> }>();
  for (const { name: whose, options } of entries) {
    for (const option of options) {
      if (option.flag === undefined) continue;
      const flag = flags.get(option.name) ?? { option, helps: new Map() };
      flags.set(option.name, flag);
      flag.helps.set(whose, withDefault(option));
    }
  }
  return [...flags.values()];
}

/** The help of an option with its default (for options of every run commander shows the default). */
function withDefault({ help, default: value }: DescribedOption): string {
  return value === undefined || typeof value === "boolean" ? help : `${help} (default: ${value})`;
}

/** The help text of a flag; owners are named unless it is common to all, or to more than `most` with the same text. */
function helpOf(helps: ReadonlyMap<string, string>, most = mostNamed): string {
  const texts = [...new Set(helps.values())];
  const isEverybodys = texts.length === 1 && (helps.has("") || helps.size > most);
  if (isEverybodys) return texts[0];
  return texts
    .map(
      (text) => `for ${[...helps.keys()].filter((whose) => helps.get(whose) === text).join(", ")}: ${text}`,
    )
    .join("; ");
}

/** An option of more than this many entries counts as common to all. */
const mostNamed = 4;

function flagOf(described: DescribedOption, help: string, isOfRun: boolean): Option {
  const { flag, schema, default: value, orWord } = described;
  const option = new Option(flag!, help);
  // A flag with an optional value means "auto" without it.
  if (flag!.endsWith("]")) option.preset("auto");
  if (Array.isArray(schema.enum)) option.choices(schema.enum.map(String));
  else if (schema.type === "integer") option.argParser(whole);
  else if (schema.type === "number") option.argParser((text) => (text === orWord ? text : number(text)));
  else if (schema.type === "array") option.argParser(namesList);
  // Commander shows the defaults of options of every run.
  return isOfRun && value !== undefined ? option.default(value) : option;
}

function entryLine({ name, summary }: { readonly name: string; readonly summary: string }): string {
  return `  ${name.padEnd(22)} ${summary}`;
}

function optionLine(option: DescribedOption): string {
  const { name, schema } = option;
  const values = Array.isArray(schema.enum)
    ? schema.enum
    : schema.type === "boolean"
      ? ["true", "false"]
      : [];
  const choices = values.length === 0 ? "" : ` (choices: ${values.map((each) => `"${each}"`).join(", ")})`;
  return `    ${name.padEnd(20)} ${withDefault(option)}${choices}`;
}

/** Adds name=value to the earlier settings; numbers, true and false are converted. */
function setting(
  text: string,
  before: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const [, name, value] = /^(\w+)=(.+)$/.exec(text) ?? [];
  check(name !== undefined, `discover: --set takes name=value, as in --set batch=32, got ${text}`);
  const parsed = value === "true" || value === "false" ? value === "true" : Number(value);
  return { ...before, [name]: Number.isNaN(parsed) ? value : parsed };
}
