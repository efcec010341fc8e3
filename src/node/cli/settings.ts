// Options that several commands share, defined once: their flags, their help, and what they mean.

import { type Command, InvalidArgumentError, Option } from "commander";
import {
  check,
  directedTruth,
  documentOf,
  formatOf,
  type Graph,
  type HeaderChoice,
  headerChoices,
  isRestricting,
  knowledgeStatements,
  type LoadedTable,
  type NamedGraph,
  prunings,
  type RunOptions,
  readGraph,
  readKnowledge,
  runSpec,
  scores,
  searches,
  type TableOptions,
} from "../../core/index.ts";
import { type ReadTableOptions, readTable } from "../files/read-table.ts";
import { readText } from "../files/read-text.ts";
import type { Progress } from "./progress.ts";

export const defaults = runSpec();

export interface TableSettings {
  readonly columns?: string[];
  readonly where?: string;
  readonly missing: "fail" | "drop";
  readonly header?: HeaderChoice | undefined;
  readonly maxColumns?: number | undefined;
  /** Megabytes. */
  readonly maxSize?: number | undefined;
}

/** Columns of a table, unless said: those that can be read in a quarter of a minute. */
const mostColumns = 5000;

export function withTableOptions(command: Command): Command {
  return command
    .option("--columns <names>", "use only these columns, separated by commas", namesList)
    .option("--where <condition>", 'use only rows for which this SQL condition holds, such as "age > 30"')
    .addOption(
      new Option("--missing <what>", "rows with missing values: refuse the table, or drop them")
        .choices(["fail", "drop"])
        .default("fail"),
    )
    .addOption(
      new Option(
        "--header <what>",
        "of CSV: the first row names the columns, or does not, or see for yourself",
      )
        .choices(headerChoices)
        .default("auto"),
    )
    .option("--max-columns <count>", "refuse tables with more columns", atLeastOne, mostColumns)
    .option(
      "--max-size <megabytes>",
      "refuse larger files, as they are once unpacked (default: none of a plain file, 1000 from a pipe, 50 times the size of a gzip file, or 200 where that is more)",
      number,
    );
}

/** How a table is to be read. */
export function readingOf(settings: TableSettings): Partial<ReadTableOptions> {
  const { columns, where, header, maxColumns = mostColumns, maxSize } = settings;
  check(maxSize === undefined || maxSize > 0, `--max-size must be more than 0, got ${maxSize}`);
  return {
    columns,
    where,
    header,
    limits: { columns: maxColumns },
    ...(maxSize !== undefined && { maxBytes: 1e6 * maxSize }),
  };
}

/** What only commands that choose a score can be told of the table. */
export function withCategorical(command: Command): Command {
  return command.option(
    "--categorical <names>",
    "columns of numbers that are categories, separated by commas, for scores that take those (text is one for them anyway)",
    namesList,
  );
}

/** `score` unless one is given; null: none. */
export function withScoreOptions(command: Command, score: string | null = defaults.score): Command {
  const described = `${choicesOf(scores)}, or a file of your own (./my-score.js)`;
  return withCategorical(command)
    .option("--score <name>", described, score ?? undefined)
    .addOption(
      new Option(
        "--penalty <kind>",
        "of the equal-variance scores: the paper's equation, or d times that, as its runs",
      )
        .choices(["equation", "runs"])
        .default(defaults.penalty),
    )
    .option(
      "--penalty-weight <factor>",
      "multiplies the penalty; larger is sparser",
      number,
      defaults.penaltyWeight,
    )
    .option(
      "--equivalent-sample-size <rows>",
      "of --score bdeu: how many rows its prior is worth; larger allows more edges",
      number,
      defaults.equivalentSampleSize,
    )
    .option("--standardise", "give every column mean 0 and standard deviation 1 first", defaults.standardise)
    .option(
      "--drop-outliers <share>",
      "leave this share of the rows out first, those of largest norm (the paper's, for quadratic data: 0.4)",
      number,
    );
}

export function withSearchOptions(command: Command): Command {
  return command
    .option(
      "--prune <rule>",
      `${choicesOf(prunings)} (default: "none"; with --search rl "threshold", or the rule that goes with the score; with cam and gran-dag "cam")`,
    )
    .option(
      "--threshold <size>",
      "of --prune threshold and quadratic: the smallest coefficient that stays",
      number,
      defaults.threshold,
    )
    .option("--alpha <p>", "of --prune cam: the p-value that no longer keeps an edge", number, defaults.alpha)
    .option("--tolerance <amount>", "of greedy pruning: what dropping an edge may cost", number)
    .option(
      "--polish",
      "choose every node's parents anew along the order that the search found (default for rl with the preset fast)",
    )
    .option("--no-polish", "leave the search's own graph as it is")
    .option("--knowledge <file>", "what you know: required and forbidden edges, tiers, roots, leaves")
    .option("--max-parents <count>", "the most causes that a variable may have", whole)
    .option("--seed <number>", "same seed, same answer", whole, defaults.seed)
    .option(
      "--restarts <count>",
      `starts of --search order and hill-climb (default: ${defaults.restarts}), of ica-lingam (3), runs of an agent (1)`,
      whole,
    )
    .option("--time-limit <seconds>", "stop the search after this long, with the best so far", number)
    .addOption(
      new Option(
        "--optimum <when>",
        "prove the optimum beside a search that does not, to know its gap (up to 16 columns)",
      )
        .choices(["auto", "never"])
        .default(defaults.optimum),
    )
    .addOption(
      new Option("--panel <when>", "free baselines, sortability, rescaling test: with a truth, or as said")
        .choices(["auto", "always", "never"])
        .default(defaults.panel),
    );
}

export const searchChoices = `auto: exact where memory allows, otherwise both up to 50 variables where the score is quick, or order (hill-climb for a score without terms). ${choicesOf(searches)}`;

/** The entries of a registry as a list for --help. */
export function choicesOf(registry: Readonly<Record<string, { describes: string }>>): string {
  return Object.entries(registry)
    .map(([name, { describes }]) => `${name}: ${describes}`)
    .join("; ");
}

export async function openTable(
  path: string,
  settings: TableSettings & Pick<TableOptions, "categorical">,
  progress: Progress,
): Promise<LoadedTable> {
  const { missing, categorical } = settings;
  const options = { ...readingOf(settings), missing, categorical };
  const table = await readTable(path, { ...options, onProgress: reading(progress) });
  progress.clear();
  return table;
}

/** Shows how far a table is read. */
export function reading(progress: Progress): (state: { rows: number; totalRows?: number }) => void {
  return ({ rows, totalRows }) =>
    progress.show({
      stage: "reading",
      doing: `${rows} rows`,
      share: totalRows ? rows / totalRows : null,
      rate: { count: rows, unit: "rows" },
    });
}

/** A graph file, on these columns where given. */
export async function openGraph(path: string, where: string, names?: readonly string[]): Promise<NamedGraph> {
  const text = await readText(path, where);
  return readGraph(text, formatOf(path, text), names, { where });
}

/** A truth: a file with a directed graph without cycles, on the table's columns. */
export async function openTruth(path: string, names: readonly string[]): Promise<Graph> {
  return directedTruth(await openGraph(path, "truth", names), path);
}

/** The knowledge of --knowledge and --max-parents, by name, as a spec holds it. */
export async function openKnowledge(
  { knowledge, maxParents }: { knowledge?: string; maxParents?: number },
  names: readonly string[],
): Promise<RunOptions["knowledge"]> {
  const d = names.length;
  const text = knowledge === undefined ? undefined : await readText(knowledge, "knowledge");
  const read = text === undefined ? undefined : readKnowledge(text, names);
  check(maxParents === undefined || maxParents >= 0, `--max-parents must be 0 or more, got ${maxParents}`);
  const limit = Math.min(maxParents ?? d - 1, read?.maxParents ?? d - 1);
  const base = read ?? {
    d,
    required: new Uint8Array(d * d),
    forbidden: new Uint8Array(d * d),
    maxParents: limit,
  };
  const whole = { ...base, maxParents: limit };
  for (let j = 0; j < d; j++) {
    let causes = 0;
    for (let i = 0; i < d; i++) causes += whole.required[i * d + j];
    check(
      causes <= limit,
      `knowledge: "${names[j]}" has ${causes} required causes, more than --max-parents ${limit}`,
    );
  }
  if (!isRestricting(whole)) return undefined;
  return { ...documentOf(knowledgeStatements(text ?? "", "knowledge")), maxParents: limit };
}

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

function atLeastOne(text: string): number {
  const value = whole(text);
  if (value < 1) throw new InvalidArgumentError(`must be 1 or more, got "${text}"`);
  return value;
}

/** Names separated by commas; a name that has a comma stands in double quotes. */
export function namesList(text: string): string[] {
  const out: string[] = [];
  for (const match of text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/g)) {
    const name = match[1] !== undefined ? match[1].replaceAll('""', '"') : match[2]?.trim();
    if (name) out.push(name);
  }
  if (out.length === 0) throw new InvalidArgumentError("must name at least one column");
  return out;
}
