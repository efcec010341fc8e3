// wherefore compare TABLE

import { basename } from "node:path";
import { Command } from "commander";
import type { RunResult } from "../../core/index.ts";
import { searches } from "../../core/index.ts";
import { recordedDiscovery } from "../runs/recorded.ts";
import {
  commandLine,
  onInterrupt,
  runOptions,
  type SearchSettings,
  tableStem,
  verifyLine,
} from "./discover.ts";
import { metricCells, metricHeads, textTable } from "./print.ts";
import { createProgress } from "./progress.ts";
import {
  categoriesFor,
  namesList,
  openTable,
  openTruth,
  searchChoices,
  withScoreOptions,
  withSearchOptions,
  withTableOptions,
} from "./settings.ts";

interface Settings extends SearchSettings {
  readonly searches: string[];
  readonly scores?: string[];
  readonly truth?: string;
  readonly out: string | boolean | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
}

export function compareCommand(): Command {
  const command = new Command("compare")
    .description("run several searches, under one or several scores, on one table")
    .argument("<table>", "CSV, TSV, Parquet, JSON or NDJSON, also gzipped")
    .option("--searches <names>", `separated by commas. ${searchChoices}`, namesList, Object.keys(searches))
    .option("--scores <names>", "separated by commas; instead of --score", namesList);
  return withSearchOptions(withScoreOptions(withTableOptions(command)))
    .option("--truth <file>", "the true graph, to compare with")
    .option(
      "--out <folder>",
      "where the runs are written, a folder each (default: ./runs/<table>-compare-<seed>)",
    )
    .option("--no-out", "write no folders")
    .option("--json", "print one JSON document on standard output", false)
    .option("--quiet", "no progress", false)
    .addHelpText(
      "after",
      `
Examples:
  wherefore compare data.csv --truth truth.csv
  wherefore compare data.csv --searches exact,order --scores bic,bic-equal-variance,bge --prune threshold
  wherefore compare survey.csv --scores bdeu,bic-discrete --searches exact`,
    )
    .action(async (path: string, settings: Settings) => {
      const progress = createProgress(settings);
      const categorical = categoriesFor(settings.scores ?? [settings.score], settings.categorical);
      const table = await openTable(path, { ...settings, categorical }, progress);
      const truth = settings.truth === undefined ? undefined : await openTruth(settings.truth, table.names);
      const { out } = settings;
      const top = typeof out === "string" ? out : `runs/${tableStem(path)}-compare-${settings.seed}`;
      const interrupt = onInterrupt();
      const results: RunResult[] = [];
      for (const score of settings.scores ?? [settings.score]) {
        for (const search of settings.searches) {
          if (interrupt.reason()) break;
          const options = await runOptions({ ...settings, score }, table.names, { search });
          const { result } = await recordedDiscovery(table, options, {
            truth,
            name: basename(path),
            stop: interrupt.reason,
            onEvent: (event) => {
              if (event.type !== "step") return;
              const stage = `${search}, ${score}: ${event.stage}`;
              progress.show({ stage, doing: event.doing, share: event.progress });
            },
            command: commandLine(),
            verify: (at) => verifyLine(at, path, { ...settings, score }),
            folderFor: () => (out === false ? null : `${top}/${search}-${basename(score)}`),
            onWriting: () => progress.say("writing  graph, picture and report"),
          });
          progress.clear();
          results.push(result);
        }
      }
      interrupt.done();
      process.stdout.write(settings.json ? `${JSON.stringify({ results })}\n` : `${comparison(results)}\n`);
      if (!settings.json && out !== false) process.stdout.write(`folders   ${top}\n`);
      if (interrupt.reason()) process.exitCode = 130;
    });
}

function comparison(results: readonly RunResult[]): string {
  const hasTruth = results.some((r) => r.metrics !== null);
  const head = ["search", "score", "value", "gap", "edges", ...(hasTruth ? metricHeads : []), "seconds"];
  const rows = results.map((r) => [
    r.search,
    r.spec.score,
    r.score.toFixed(4),
    r.gap === null ? "–" : r.gap === 0 ? "0" : r.gap.toPrecision(3),
    String(r.edges.length),
    ...(r.metrics ? metricCells(r.metrics) : []),
    r.seconds.toFixed(2),
  ]);
  const baselines = (results[0]?.panel?.baselines ?? []).map((b) => [
    b.name,
    results[0].spec.score,
    b.score.toFixed(4),
    "–",
    String(b.edges.length),
    ...(b.metrics ? metricCells(b.metrics) : []),
    "–",
  ]);
  const notes = [...new Set(results.flatMap((r) => r.notes.map((n) => `note      ${r.spec.score}: ${n}`)))];
  return [...textTable([head, ...rows, ...baselines]), ...notes].join("\n");
}
