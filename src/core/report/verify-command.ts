// The command that verifies the certificate of a run against the run's own request: it exits with code 0 if the claim holds.
// Knowledge that is not in a file cannot be given to the command, and is reported as a condition.

import type { HeaderChoice } from "../data/text/text.ts";
import { statedKnowledge } from "../run/knowledge-option.ts";
import { type RunOptions, runSpec } from "../run/spec.ts";
import { shellWord } from "./shell-word.ts";

export interface VerifyPlace {
  readonly certificate: string;
  readonly table: string;
  /** How the table was read. */
  readonly columns?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly kinds?: Readonly<Record<string, string>> | undefined;
  readonly where?: string | undefined;
  readonly header?: HeaderChoice | undefined;
  /** Of a workbook. */
  readonly sheet?: string | undefined;
  readonly rows?: number | undefined;
  /** The file of the run's knowledge, if it came from one. */
  readonly knowledge?: string | undefined;
}

export function verifyCommand(options: RunOptions, place: VerifyPlace): string {
  const {
    certificate,
    table,
    columns,
    exclude,
    kinds,
    where,
    header = "auto",
    sheet,
    rows,
    knowledge,
  } = place;
  const plain = runSpec();
  const { score = plain.score, categorical, standardise = false, dropOutliers } = options;
  const maxParents = statedKnowledge(options).knowledge?.maxParents;
  const unlessPlain = (flag: string, name: "penalty" | "penaltyWeight" | "equivalentSampleSize") =>
    options[name] === undefined || options[name] === plain[name] ? [] : [flag, String(options[name])];
  const words = [
    "wherefore",
    "verify",
    certificate,
    table,
    ...(columns ? ["--columns", commaList(columns)] : []),
    ...(exclude ? ["--exclude", commaList(exclude)] : []),
    ...(kinds ? ["--kinds", kindsText(kinds)] : []),
    ...(where ? ["--where", where] : []),
    ...(header === "auto" ? [] : ["--header", header]),
    ...(sheet === undefined ? [] : ["--sheet", sheet]),
    ...(rows === undefined ? [] : ["--rows", String(rows)]),
    "--score",
    score,
    ...unlessPlain("--penalty", "penalty"),
    ...unlessPlain("--penalty-weight", "penaltyWeight"),
    ...unlessPlain("--equivalent-sample-size", "equivalentSampleSize"),
    ...(categorical ? ["--categorical", commaList(categorical)] : []),
    ...(standardise ? ["--standardise"] : []),
    ...(dropOutliers === undefined ? [] : ["--drop-outliers", String(dropOutliers)]),
    ...(knowledge === undefined ? [] : ["--knowledge", knowledge]),
    ...(options.dates === "any" ? ["--dates", "any"] : []),
    ...(maxParents === undefined ? [] : ["--max-parents", String(maxParents)]),
  ];
  return words.map(shellWord).join(" ");
}

/** name=kind, separated by commas. */
export function kindsText(kinds: Readonly<Record<string, unknown>>): string {
  return Object.entries(kinds)
    .map(([name, kind]) => `${/[",=]/.test(name) ? quotedName(name) : name}=${kind}`)
    .join();
}

/** Names separated by commas; a name with a comma or a quote is quoted. */
export function commaList(names: readonly string[]): string {
  return names.map((name) => (/[",]/.test(name) ? quotedName(name) : name)).join();
}

function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
