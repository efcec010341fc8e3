// The flags of prior knowledge: a file, single statements, and lists of names for the most common ones.

import type { Command } from "commander";
import {
  check,
  commaList,
  documentOf,
  isRestricting,
  type KnowledgeStatement,
  knowledgeIn,
  knowledgeStatements,
  type LoadedTable,
  leftOutNames,
  type RunOptions,
} from "../../core/index.ts";
import { readText } from "../files/read-text.ts";
import { collected, namesList, tiersList, whole } from "./option-values.ts";
import type { TableSettings } from "./settings.ts";

export interface KnowledgeSettings {
  readonly knowledge?: string;
  readonly know?: readonly string[];
  readonly roots?: readonly string[];
  readonly leaves?: readonly string[];
  readonly tiers?: readonly (readonly string[])[];
  readonly maxParents?: number;
}

export function withKnowledge(command: Command): Command {
  return command
    .option("--roots <names>", "variables without causes among the others, such as age,sex", namesList)
    .option("--leaves <names>", "variables without effects among the others, such as the outcome", namesList)
    .option(
      "--tiers <names/names/...>",
      "groups in the order of time; later ones cannot cause earlier ones: age,sex/school/income",
      tiersList,
    )
    .option("--knowledge <file>", "prior knowledge: required and forbidden edges, tiers, roots, leaves")
    .option("--know <statement>", 'one statement of prior knowledge; repeatable: "root: age"', collected)
    .option("--max-parents <count>", "maximum number of parents of a variable", whole);
}

/** The knowledge from all knowledge options, by name, in the form of a spec; undefined if it restricts nothing. */
export async function openKnowledge(
  settings: KnowledgeSettings & Pick<TableSettings, "exclude">,
  table: LoadedTable,
): Promise<RunOptions["knowledge"]> {
  const { knowledge, maxParents: limit, exclude = [] } = settings;
  check(limit === undefined || limit >= 0, `--max-parents must be 0 or more, got ${limit}`);
  const text = knowledge === undefined ? "" : await readText(knowledge, "knowledge");
  const stated = [...knowledgeStatements(text, "knowledge"), ...flagged(settings)];
  // Of several limits the smallest applies, unless two in the file contradict each other.
  const isLoose = (s: KnowledgeStatement): boolean => s.kind === "maxParents" && s.limit > (limit ?? s.limit);
  const isTighter = stated.some((s) => s.kind === "maxParents" && s.limit < (limit ?? 0));
  const statements = [
    ...stated.filter((s) => !isLoose(s)),
    ...(limit === undefined || isTighter
      ? []
      : [{ kind: "maxParents" as const, limit, place: "--max-parents", text: String(limit) }]),
  ];
  const remedies = [{ act: "remove it from one of the two" }];
  const excluded = exclude.map((name) => ({ name, reason: "is listed in --exclude", remedies }));
  const leftOut = [...excluded, ...leftOutNames(table)];
  const isAny = isRestricting(knowledgeIn(statements, table.names, { leftOut }));
  return isAny ? documentOf(statements) : undefined;
}

/** The statements of the flags; each is called by its flag. */
function flagged({ know = [], roots, leaves, tiers = [] }: KnowledgeSettings): KnowledgeStatement[] {
  const members = (names: readonly string[], place: string) => ({
    members: names,
    place,
    text: commaList(names),
  });
  return [
    ...know.flatMap((line) => knowledgeStatements(line, "knowledge", () => "--know")),
    ...(roots ? [{ kind: "root" as const, ...members(roots, "--roots") }] : []),
    ...(leaves ? [{ kind: "leaf" as const, ...members(leaves, "--leaves") }] : []),
    ...tiers.map((names, k) => ({
      kind: "tier" as const,
      tier: k + 1,
      isClosed: false,
      ...members(names, "--tiers"),
    })),
  ];
}
