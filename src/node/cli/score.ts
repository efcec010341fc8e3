// wherefore score TABLE GRAPH

import { type Command, Option } from "commander";
import {
  type Checking,
  check,
  checkedProof,
  claimFor,
  dagOf,
  edgeCount,
  exactSearch,
  findCycle,
  type Graph,
  isBetter,
  isProofCheap,
  isScoreFile,
  type NamedEdge,
  namedEdges,
  paperScore,
  rowsUsed,
  scoreOf,
  sortedProblem,
  specFor,
  tableFor,
} from "../../core/index.ts";
import { drive } from "../runs/drive.ts";
import { loadScore } from "../runs/load-score.ts";
import { memoryAtHand } from "../runs/machine.ts";
import { createSweepCrew } from "../threads/crew.ts";
import { createProgress, type Progress } from "./progress.ts";
import { flaggedOptions, scoreGroups, scoresHelp, withRunFlags } from "./run-flags.ts";
import {
  type OutputSettings,
  openGraph,
  openTable,
  type TableSettings,
  tableCommand,
  withOutputOptions,
  withTableOptions,
} from "./settings.ts";
import { say, sayJson } from "./terminal.ts";

interface Settings extends TableSettings, OutputSettings {
  readonly score: string;
  readonly penalty: "equation" | "runs";
  readonly penaltyWeight: number;
  readonly equivalentSampleSize: number;
  readonly categorical?: string[];
  readonly standardise: boolean;
  readonly dropOutliers?: number;
  readonly optimum: "auto" | "always" | "never";
}

export function command(): Command {
  const score = tableCommand("score").argument(
    "<graph>",
    "a directed graph, in any format that `wherefore formats` lists",
  );
  return withOutputOptions(withRunFlags(withTableOptions(score), { groups: scoreGroups }))
    .addOption(
      new Option(
        "--optimum <when>",
        "compute the proven optimum and the gap to it: for up to 16 columns, always, or never",
      )
        .choices(["auto", "always", "never"])
        .default("auto"),
    )
    .addHelpText(
      "after",
      `
Examples:
  wherefore score data.csv truth.csv
  wherefore score data.csv graph.dot --score bic-equal-variance --penalty runs --json
  wherefore score survey.csv graph.dot --score bdeu --equivalent-sample-size 10

${scoresHelp()}`,
    )
    .action(async (tablePath: string, graphPath: string, settings: Settings) => {
      const progress = createProgress(settings);
      const table = await openTable(tablePath, settings, progress);
      const { graph: pdag, names } = await openGraph(graphPath, "graph", table.names);
      const cycle = findCycle({ d: pdag.d, edges: pdag.directed });
      check(
        cycle === null,
        () =>
          `graph: ${graphPath} must have no cycle, got ${[...cycle!, cycle![0]].map((i) => names[i]).join(" → ")}`,
      );

      // Members of a class have the same score if the score is score-equivalent; otherwise a class is rejected below.
      const graph = dagOf(pdag);
      check(
        graph !== null,
        `graph: ${graphPath} must be a DAG or a class of DAGs, and no DAG has these edges`,
      );

      const { spec } = specFor(table, flaggedOptions({ ...settings, optimum: undefined }));
      const { score: name } = spec;
      const problem = sortedProblem(tableFor(table, spec), spec, { truth: graph });
      const userScore = isScoreFile(name) ? await loadScore(name) : undefined;
      const score = scoreOf(problem.table, spec, userScore);
      check(
        score.isEquivalent || !pdag.undirected.includes(1),
        `graph: ${graphPath} must have directed edges only to be scored by ${name}, which tells the members of a class apart; score one of them (member.csv in the folder of a run)`,
      );
      const value = score.ofGraph(problem.truth!);
      const checking = { ...problem, score, spec, userScore };
      const { optimum, notes } = await optimumOf(checking, settings.optimum, progress);
      const facts: ScoreFacts = {
        score: value,
        name,
        edges: edgeCount(graph),
        paperScore: score.bounds ? paperScore(score.bounds, problem.truth!) : null,
        optimum: optimum?.score ?? null,
        gap: optimum === null ? null : isBetter(optimum.score, value) ? optimum.score - value : 0,
        bestEdges: optimum === null ? null : namedEdges(optimum.graph, problem),
        claim:
          optimum === null
            ? null
            : claimFor(spec, {
                rows: rowsUsed(problem.table),
                columns: table.names,
                isWeighted: table.weights !== undefined,
              }).sentence,
        notes,
      };
      if (settings.json) sayJson(facts);
      else say(scoreLines(facts));
    });
}

/** The proven optimum, if requested and proven, with notes on the proof. */
async function optimumOf(
  checking: Checking,
  when: Settings["optimum"],
  progress: Progress,
): Promise<{ optimum: { score: number; graph: Graph } | null; notes: readonly string[] }> {
  const { score } = checking;
  const memoryBytes = memoryAtHand();
  const unknown = { optimum: null, notes: [] };
  if (when === "never") return unknown;
  if (when === "auto") {
    // Computing all terms of a slow score would take too long by default.
    if (score.exactVariables !== undefined || !isProofCheap(score, memoryBytes)) return unknown;
  }
  const crew = await createSweepCrew(score.d);
  const last = await drive(exactSearch({ score }, {}, { memoryBytes, crew }), {
    onEvent: ({ doing, progress: share }) => progress.show({ stage: "proof", doing, share }),
  });
  await crew.stop();
  progress.clear();
  const { exact, notes } = await drive(checkedProof(last, checking));
  return { optimum: exact && { score: exact.score, graph: exact.graph! }, notes };
}

interface ScoreFacts {
  readonly score: number;
  readonly name: string;
  readonly edges: number;
  readonly paperScore: number | null;
  readonly optimum: number | null;
  readonly gap: number | null;
  readonly bestEdges: readonly NamedEdge[] | null;
  readonly claim: string | null;
  readonly notes: readonly string[];
}

function scoreLines({ name, score, edges, paperScore: scaled, optimum, gap, claim, notes }: ScoreFacts) {
  return [
    `score     ${name} ${score.toFixed(6)} with ${edges} edges${scaled === null ? "" : ` (${scaled.toFixed(6)} on the paper's scale, lower is better)`}`,
    optimum === null
      ? "optimum   unknown"
      : gap === 0
        ? `optimum   attained; proven: ${claim}`
        : `optimum   ${optimum.toFixed(6)}: the best graph scores ${gap!.toPrecision(6)} more; proven: ${claim}`,
    ...notes.map((note) => `note      ${note}`),
  ];
}
