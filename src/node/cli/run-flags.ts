// The flags of a run, made from the definitions of searches, scores and prunings and from the options of every run: what there is
// to set stands there and nowhere else.

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
import { namesList, number, whole } from "./settings.ts";

/** Which flags a command takes: those of every run, of scores, of prunings, of searches. */
export type FlagGroup = "Search" | "Score" | "Pruning" | "Table" | "Run" | "Confidence";

export const runGroups: readonly FlagGroup[] = ["Search", "Score", "Pruning", "Table", "Run", "Confidence"];
/** Of commands that score and do not search. */
export const scoreGroups: readonly FlagGroup[] = ["Score", "Table"];

/** A flag with all that it can mean. */
interface Flag {
  readonly option: DescribedOption;
  /** By what has it, the help for it; of an option of every run, by "". */
  readonly helps: ReadonlyMap<string, string>;
}

interface FlagOptions {
  readonly groups?: readonly FlagGroup[];
  /** Of these options, whatever their group. */
  readonly names?: readonly string[];
  /** Not of these, which the command does without or has flags of its own for. */
  readonly without?: readonly string[];
}

/** The command with these flags. */
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

/** The command with the flags of the searches' own options, and --set for those that have none. */
export function withSearchFlags(command: Command): Command {
  for (const { option, helps } of searchFlags())
    command.addOption(flagOf(option, helpOf(helps, Number.POSITIVE_INFINITY), false));
  return command.option(
    "--set <name=value>",
    "an option of the search without a flag of its own (listed below); repeatable",
    setting,
  );
}

/** The command with the flags of a simulation, and of the graph models and mechanisms. */
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

/** What the flags of a run say, as its options. */
export function flaggedOptions(values: Readonly<Record<string, unknown>>): Partial<RunOptions> {
  const names = runFlags().map(({ option }) => option.name);
  return Object.fromEntries(
    names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
  );
}

/** The options of the search, by flags and by --set. */
export function searchOptions(values: Readonly<Record<string, unknown>>): Pick<RunOptions, "options"> {
  const names = searchFlags().map(({ option }) => option.name);
  const flagged = names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]);
  const all = { ...Object.fromEntries(flagged), ...(values.set as object | undefined) };
  return Object.keys(all).length === 0 ? {} : { options: all };
}

/** All that there is to choose from, for the end of --help: searches with those of their options that have no flag, scores, prunings. */
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

/** The flag of an option on the command line, or how it is set. */
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

/** The flags of all in a list, each once. */
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

/** The help of an option with its default, where that is one for all who have it commander shows it. */
function withDefault({ help, default: value }: DescribedOption): string {
  return value === undefined || typeof value === "boolean" ? help : `${help} (default: ${value})`;
}

/** What it means to whom; whose it is goes without saying where it is everybody's. */
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

/** An option that more than so many have is everybody's. */
const mostNamed = 4;

function flagOf(described: DescribedOption, help: string, isOfRun: boolean): Option {
  const { flag, schema, default: value, orWord } = described;
  const option = new Option(flag!, help);
  // A flag whose value may be left out means the automatic one then.
  if (flag!.endsWith("]")) option.preset("auto");
  if (Array.isArray(schema.enum)) option.choices(schema.enum.map(String));
  else if (schema.type === "integer") option.argParser(whole);
  else if (schema.type === "number") option.argParser((text) => (text === orWord ? text : number(text)));
  else if (schema.type === "array") option.argParser(namesList);
  // Of options of every run commander shows the defaults.
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

/** name=value added to what was set before; a number or true or false is taken as such. */
function setting(
  text: string,
  before: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const [, name, value] = /^(\w+)=(.+)$/.exec(text) ?? [];
  check(name !== undefined, `discover: --set takes name=value, as in --set batch=32, got ${text}`);
  const parsed = value === "true" || value === "false" ? value === "true" : Number(value);
  return { ...before, [name]: Number.isNaN(parsed) ? value : parsed };
}
