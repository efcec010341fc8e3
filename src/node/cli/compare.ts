// wherefore compare TABLE

import { basename } from "node:path";
import type { Command } from "commander";
import {
  type ComparedRun,
  check,
  comparedRows,
  comparisonHtml,
  edgeList,
  type Graph,
  InputError,
  isScoreFile,
  type LoadedTable,
  provenClaims,
  rowsUsed,
  runAgreements,
  scores,
  searches,
  specFor,
  suggestion,
} from "../../core/index.ts";
import { createFolder, numberedFolder } from "../files/folder.ts";
import { recordedDiscovery } from "../runs/recorded.ts";
import { planHelp } from "./batch-runs.ts";
import { type CompareSettings, comparedBatch, comparedFolder, comparedOptions } from "./compare-batch.ts";
import { comparison, failuresOf } from "./compare-lines.ts";
import { commandLine, commonRecording, onInterrupt, type StoppableWork, tableStem } from "./discover.ts";
import { withKnowledge } from "./knowledge-flags.ts";
import { namesList } from "./option-values.ts";
import { createProgress, type Progress } from "./progress.ts";
import { refusalText } from "./refusal-text.ts";
import { runGroups, scoresHelp, searchesHelp, withRunFlags } from "./run-flags.ts";
import {
  openTable,
  openTruth,
  tableCommand,
  withOutputOptions,
  withQueue,
  withTableOptions,
} from "./settings.ts";
import { complain, say, sayJson } from "./terminal.ts";

interface Settings extends CompareSettings {
  readonly searches: string[];
  readonly truth?: string;
  readonly out: string | boolean | undefined;
}

export function command(): Command {
  const compare = tableCommand("compare")
    .option("--searches <names>", "separated by commas, or all; listed below", namesList, ["all"])
    .option("--scores <names>", "separated by commas; instead of --score", namesList);
  const runs = withRunFlags(withTableOptions(compare), { groups: runGroups, without: ["search", "best"] });
  return withOutputOptions(withQueue(withKnowledge(runs)))
    .option("--plan", planHelp, false)
    .option("--truth <file>", "the true graph, to compare the results with")
    .option(
      "--out <folder>",
      "where the comparison and the runs are written (default: ./runs/<table>-compare-<seed>, or the next number that is free)",
    )
    .option("--no-out", "write no folders")
    .addHelpText(
      "after",
      `
A search that fails (too many variables, columns that it cannot handle) is listed with the reason; the others continue.

Examples:
  wherefore compare data.csv --truth truth.csv --searches all
  wherefore compare data.csv --searches exact,order --scores bic,bic-equal-variance,bge --prune threshold
  wherefore compare survey.csv --scores bdeu,bic-discrete --searches exact
  wherefore compare data.csv --queue redis://queue-host --store /mnt/shared/store    on other machines

${searchesHelp()}

${scoresHelp()}`,
    )
    .action(async (path: string, flags: Settings) => {
      checkNames(flags);
      const settings = withOneWeight(flags);
      const progress = createProgress(settings);
      const table = await openTable(path, settings, progress);
      const truth = settings.truth === undefined ? undefined : await openTruth(settings.truth, table.names);
      const { out } = settings;
      const top =
        out === false
          ? null
          : typeof out === "string"
            ? out
            : numberedFolder(`runs/${tableStem(path)}-compare`, settings);
      const { score } = specFor(table, { score: settings.score }).spec;
      const plan = plannedRuns({ ...settings, score });
      const runs: ComparedRun[] = [];
      const folder = top === null || settings.plan ? null : await createFolder(top);
      // Written after every run, so that a later failure loses nothing.
      const write = async () => {
        await folder?.write("compare.html", page({ path, table, truth, runs }));
        await folder?.write("compare.json", `${JSON.stringify(comparisonFile(runs), null, 1)}\n`);
      };
      const interrupt = onInterrupt();
      if (settings.store !== undefined || settings.queue !== undefined || settings.plan) {
        const batchRuns = await comparedBatch({ path, table, truth, plan, top }, settings);
        if (batchRuns === null) return;
        runs.push(...batchRuns);
        await write();
      } else
        for (const [k, { search, score }] of plan.entries()) {
          if (interrupt.reason()) break;
          const where = `${k + 1} of ${plan.length}: ${search}, ${score}`;
          const run = { search, score, path, table, truth, top, where };
          runs.push(await comparedRun(run, settings, progress, interrupt));
          await write();
        }
      const results = runs.flatMap(({ result }) => result ?? []);
      if (settings.json) sayJson({ results, failed: failuresOf(runs) });
      else {
        say(comparison(runs));
        if (top !== null) say(`report    ${top}/compare.html, with a folder for each run`);
      }
      if (interrupt.reason()) process.exitCode = 130;
      else if (results.length === 0) process.exitCode = 2;
    });
}

/** Refuses unknown searches and scores before anything runs. */
function checkNames(settings: Settings): void {
  const all = { search: Object.keys(searches), score: Object.keys(scores) };
  const checkName = (what: "search" | "score", name: string): void =>
    check(
      name === "auto" || all[what].includes(name),
      () => `compare: no ${what} called "${name}"; ${suggestion(name, all[what])}`,
    );
  for (const search of searchNames(settings)) checkName("search", search);
  for (const score of settings.scores ?? []) if (!isScoreFile(score)) checkName("score", score);
}

/** Scores are compared under the same penalty: that of agents, if an agent is among the searches. */
function withOneWeight(settings: Settings): Settings {
  const hasAgent = searchNames(settings).some((name) => searches[name]?.runs !== undefined);
  return hasAgent ? { ...settings, penaltyWeight: settings.penaltyWeight ?? 1 } : settings;
}

function searchNames({ searches: names }: Settings): string[] {
  return [...new Set(names.flatMap((name) => (name === "all" ? Object.keys(searches) : [name])))];
}

/** Every search with every score, in the requested order. */
function plannedRuns(settings: Settings): { search: string; score: string }[] {
  const { scores, score } = settings;
  return (scores ?? [score]).flatMap((each) =>
    searchNames(settings).map((search) => ({ search, score: each })),
  );
}

interface OneRun {
  readonly search: string;
  readonly score: string;
  readonly path: string;
  readonly table: LoadedTable;
  readonly truth: Graph | undefined;
  readonly top: string | null;
  /** For the progress line. */
  readonly where: string;
}

/** The result of one run, or the reason for its failure. */
async function comparedRun(
  { search, score, path, table, truth, top, where }: OneRun,
  settings: Settings,
  progress: Progress,
  interrupt: StoppableWork,
): Promise<ComparedRun> {
  try {
    const options = await comparedOptions({ search, score }, settings, table);
    interrupt.begin(options.timeLimit);
    const folderFor = () => (top === null ? null : `${top}/${comparedFolder({ search, score })}`);
    const { result, fault } = await recordedDiscovery(table, options, {
      ...commonRecording({ path, settings, folderFor, interrupt, progress }),
      truth,
      onEvent: (event) => {
        if (event.type !== "step") return;
        progress.show({ stage: `${where}, ${event.stage}`, doing: event.doing, share: event.progress });
      },
      command: commandLine(),
      purpose: "wherefore compare",
    });
    if (fault !== null) complain(`machine: the folder of ${search} is not complete: ${fault}`);
    return { search, score, result, error: null };
  } catch (error) {
    const { message } = error as Error;
    return {
      search,
      score,
      result: null,
      error: error instanceof InputError ? refusalText(error) : `an error of the program: ${message}`,
    };
  } finally {
    interrupt.end();
    progress.clear();
  }
}

interface Compared {
  readonly path: string;
  readonly table: LoadedTable;
  readonly truth: Graph | undefined;
  readonly runs: readonly ComparedRun[];
}

function page({ path, table, truth, runs }: Compared): string {
  return comparisonHtml({
    name: basename(path),
    rows: rowsUsed(table),
    columns: table.names.length,
    runs,
    truth: truth ? edgeList(truth).map(([i, j]) => [table.names[i], table.names[j]]) : null,
    linkOf: (run) => `${encodeURIComponent(comparedFolder(run))}/report.html`,
    command: commandLine(),
  });
}

/** The content of compare.json. */
function comparisonFile(runs: readonly ComparedRun[]) {
  const { runs: rows, baselines } = comparedRows(runs);
  const agreement = runAgreements(runs);
  return {
    ...{ rows, proven: provenClaims(runs), baselines, failed: failuresOf(runs) },
    ...(agreement.length === 0 ? {} : { agreement }),
  };
}
