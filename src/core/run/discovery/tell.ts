// Stage 10, tell: the result as plain JSON, with the names of the user's columns, and the certificate of what was proven.

import { columnFacts } from "../../data/column-facts.ts";
import { kindsByName } from "../../data/column-kind.ts";
import type { LoadedTable } from "../../data/columns.ts";
import { rowsUsed, sampleSize, type Table } from "../../data/table.ts";
import { certificateOf, scoringOf } from "../certificate/certificate.ts";
import { knowledgeLines } from "../dates-first.ts";
import { filledBy } from "../filled.ts";
import { methodsOf } from "../methods.ts";
import { namedEdges, namedTests } from "../problem.ts";
import type { RowFacts, RunResult, SensitivityFacts } from "../result.ts";
import { sensitivityWarnings } from "../sensitivity-facts.ts";
import type { RunSpec } from "../spec.ts";
import type { Confidence } from "./confidence.ts";
import type { Outcome } from "./discovery.ts";
import type { Judged } from "./judge.ts";
import { outliersNote, skippedNotes, unitNotes, verdictNotes } from "./notes.ts";
import type { Prepared } from "./prepare.ts";

export interface AllResults extends Judged {
  readonly confident: Confidence | null;
  readonly sensitive: SensitivityFacts | null;
}

export function tell(run: Prepared, judged: AllResults, started: number): Outcome {
  const { input, spec, scoreReason, table, search, choice, sorted, findings, problem, pulse, skips } = run;
  const { outcome, proven, finished, facts, panel, ranking, warnings, strengths, confident, sensitive } =
    judged;
  const { name = "table", hash = "", versions = {}, secondsBefore = 0, now, sha256 } = input;
  const { score } = problem;
  const { evidence } = run;
  const { step, stopped, isCut } = outcome;
  const agent = step.kind === "agent" ? step : null;
  const { rawEdges, score: rawScore, finalScore } = facts;
  const digested = JSON.stringify([
    namedEdges(finished.final, sorted),
    rawEdges,
    facts.polished,
    rawScore,
    finalScore,
  ]);
  const kinds = input.table.kinds && kindsByName(input.table.kinds);
  const weights = isCut ? undefined : agent?.weights();
  const body: Omit<RunResult, "methods"> = {
    format: "wherefore-result/2",
    table: { name, hash, rows: rowsUsed(table), columns: table.names },
    spec,
    ...(kinds && { kinds }),
    columns: columnFacts(table),
    rows: rowFacts(input.table, table, spec),
    scoring: {
      ...scoringOf(spec),
      reason: scoreReason,
      isEquivalent: score.isEquivalent,
      ...(evidence.logEvidence !== undefined && { logEvidence: evidence.logEvidence }),
    },
    search: search.name,
    choice,
    ...facts,
    warnings: [...warnings, ...sensitivityWarnings(sensitive)],
    strengths,
    ...(confident && { confidence: confident.facts }),
    sensitivity: sensitive,
    claim: proven.claim,
    tests: step.kind === "tests" ? namedTests(step, sorted) : null,
    iterations: agent?.iteration ?? null,
    restarts: agent?.restarts ?? [],
    ...ranking,
    panel,
    findings,
    knowledge: knowledgeLines({ spec, kinds, table: { columns: table.names } }, sorted.table.names),
    notes: [
      ...(sorted.outliers ? [outliersNote(sorted.outliers)] : []),
      ...outcome.notes,
      ...(spec.search === "auto" && (spec.restarts ?? 1) > 1 && search.restarts === undefined
        ? [`the number of restarts had no effect: the search ${search.name} has none`]
        : []),
      ...proven.notes,
      ...stepNotes(run, judged),
      ...(score.isEquivalentButForChance && facts.undirected.length > 0
        ? [
            `${score.name} may score the graphs of this class differently, by the shape of distributions or by chance; no direction is read from that`,
          ]
        : []),
      ...skippedNotes(skips),
      ...(confident?.failures ?? []),
      ...verdictNotes(score, { ...facts, claim: proven.claim }, panel, search.uses === "rows"),
    ],
    stopped: stopped ?? (skips.length > 0 ? pulse.wish()! : null),
    seed: spec.seed,
    digest: sha256?.([digested, weights ?? new Uint8Array(0)]) ?? null,
    seconds: secondsBefore + (now() - started) / 1000,
    versions,
  };
  const result: RunResult = { ...body, methods: methodsOf(body) };
  const { exact } = proven;
  const certificate =
    exact && certificateOf(exact, { score, spec, hash, versions, rows: rowsUsed(table), ...sorted });
  return { result, certificate, shares: confident?.shares };
}

function rowFacts(loaded: LoadedTable, table: Table, spec: RunSpec): RowFacts {
  const { missing } = spec;
  const { rowsRead: read = rowsUsed(loaded) } = loaded;
  const used = rowsUsed(table);
  const n = sampleSize(table);
  const filled = filledBy(missing);
  const counted = (loaded.weights || n < used) && { counted: filled === null ? n : Math.round(n) };
  // All rows have the same weight, of which each completed copy of a row has its share.
  const least = missing === "impute" && table.weights?.reduce((p, q) => Math.min(p, q));
  const imputed = least && { imputations: Math.round(n / used / least) };
  return {
    read,
    used,
    how: filled ?? (used === read ? "all" : "drop"),
    ...(missing === "em" && { errors: "observed information" as const }),
    ...counted,
    ...imputed,
  };
}

/** The search's notes on how it ended; none if it was stopped before it had a graph. */
function stepNotes({ search, sorted }: Prepared, { outcome }: Judged): readonly string[] {
  const { step, stopped, isCut, raw } = outcome;
  if (stopped !== null && step.graph === null) return [];
  // What the last step computes only on request is lost if the search was abandoned in the middle of the next step.
  const last = isCut && step.kind === "agent" ? { ...step, proposition: undefined } : step;
  const { names } = sorted.table;
  return [...(search.notes?.(last, names) ?? []), ...(search.hasUnits ? unitNotes(sorted.table, raw) : [])];
}
