// wherefore evaluate GRAPH TRUTH

import { Command } from "commander";
import {
  check,
  confidenceIn,
  directedPart,
  directedTruth,
  formatOf,
  type Graph,
  type GraphMetrics,
  graphMetrics,
  listedWith,
  type ShareMetrics,
  shareMetrics,
  sharesFromPairs,
} from "../../core/index.ts";
import { readText } from "../files/read-text.ts";
import { namesList } from "./option-values.ts";
import { metricsLine, shareMetricsRows } from "./print.ts";
import { isEdgeList, openGraph } from "./settings.ts";
import { complain, say, sayJson } from "./terminal.ts";
import { textTable } from "./text-table.ts";

interface Settings {
  readonly columns?: string[];
  readonly json: boolean;
}

export function command(): Command {
  return new Command("evaluate")
    .argument("<graph>", "the graph, in any format that `wherefore formats` lists")
    .argument("<truth>", "the true graph: a DAG, or a class with undirected edges")
    .option("--columns <names>", "all variables, if the files name only those with edges", namesList)
    .option("--json", "print one JSON document on standard output", false)
    .addHelpText(
      "after",
      `
Examples:
  wherefore evaluate runs/data-exact-1/graph.csv truth.csv
  wherefore evaluate runs/data-exact-1/result.json truth.csv
  wherefore evaluate tetrad.txt truth.dot --columns a,b,c,d --json

Undirected edges of the graph count as correct if the pair is adjacent in the truth, each once; if the truth is a class, either
direction of its undirected edges is correct.
If the file has shares of edges (result.json or graph.json of a run with --confidence), AUROC, AUPRC and Brier score are printed
too: for links (pairs) and for edges (ordered pairs; half of an undirected share counts for each direction).`,
    )
    .action(async (graphPath: string, truthPath: string, { columns, json }: Settings) => {
      const shares = await fileConfidence(graphPath);
      const { names, notes } = columns
        ? { names: columns, notes: [] }
        : await bothNames(graphPath, truthPath, shares?.names);
      for (const note of notes) complain(`note      ${note}`);
      const { graph } = await openGraph(graphPath, "graph", names);
      const target = await openGraph(truthPath, "truth", names);
      const truth = target.graph.undirected.includes(1) ? target.graph : directedTruth(target, truthPath);
      // Without undirected edges it is a DAG, whose class is to be computed, and not itself a class.
      const metrics = graphMetrics(truth, graph.undirected.includes(1) ? graph : directedPart(graph));
      const confidence = shares && "edges" in truth ? foretold(shares, names, truth) : undefined;
      if (json) sayJson({ variables: names, ...metrics, ...(confidence && { confidence }) });
      else say([...evaluation(metrics, names.length), ...confidenceTable(confidence)]);
    });
}

type FileConfidence = NonNullable<ReturnType<typeof confidenceIn>>;

/** The confidence of each edge, if the file has it. */
async function fileConfidence(path: string): Promise<FileConfidence | null> {
  const text = await readText(path, "graph");
  return formatOf(path, text) === "json" ? confidenceIn(text, `graph: ${path}`) : null;
}

function foretold({ pairs }: FileConfidence, names: readonly string[], truth: Graph): ShareMetrics {
  for (const name of pairs.flatMap(({ a, b }) => [a, b]))
    check(names.includes(name), `graph: "confidence" names "${name}", which --columns leaves out; add it`);
  return shareMetrics(truth, sharesFromPairs(names, pairs));
}

function confidenceTable(metrics: ShareMetrics | undefined): string[] {
  return metrics === undefined ? [] : textTable(shareMetricsRows(metrics));
}

/** The variables of both files, and notes on those in only one: a misspelt name, or a variable without edges. */
async function bothNames(
  graphPath: string,
  truthPath: string,
  more: readonly string[] = [],
): Promise<{ names: string[]; notes: string[] }> {
  const truth = await openGraph(truthPath, "truth");
  const graphNames = (await openGraph(graphPath, "graph")).names;
  const graph = { names: [...new Set([...graphNames, ...more])] };
  const only = (path: string, these: readonly string[], other: readonly string[]) => {
    const alone = these.filter((name) => !other.includes(name));
    return alone.length === 0
      ? []
      : [
          `only ${path} has ${listedWith(
            "and",
            alone.map((name) => `"${name}"`),
          )}`,
        ];
  };
  const named = graph.names.length > 0 && truth.names.length > 0;
  check(
    !named || graph.names.some((name) => truth.names.includes(name)),
    () =>
      `evaluate: both files must be about the same variables, got ${listedWith("and", graph.names)} in ${graphPath}, and ${listedWith("and", truth.names)} in ${truthPath}; give the truth of this graph`,
  );
  const areLists = (await isEdgeList(graphPath)) && (await isEdgeList(truthPath));
  return {
    names: [...new Set([...truth.names, ...graph.names])],
    notes: [
      ...only(graphPath, graph.names, truth.names),
      ...only(truthPath, truth.names, graph.names),
      ...(areLists
        ? [
            "variables without edges in either file are not counted; if there are any, give all variables with --columns",
          ]
        : []),
    ],
  };
}

function evaluation(m: GraphMetrics, d: number): string[] {
  const value = (name: keyof GraphMetrics) => {
    const v = m[name] as number | null;
    return v === null ? `not defined: ${m.reasons[name]}` : Number.isInteger(v) ? String(v) : v.toFixed(4);
  };
  const line = (label: string, name: keyof GraphMetrics) => `${label.padEnd(28)} ${value(name)}`;
  return [
    `${metricsLine(m)}`,
    `variables                    ${d}`,
    line("edges (undirected each once)", "edges"),
    line("of these undirected", "undirected"),
    line("precision", "precision"),
    line("recall", "recall"),
    line("F1", "f1"),
    line("FDR", "fdr"),
    line("TPR", "tpr"),
    line("FPR", "fpr"),
    line("SHD", "shd"),
    line("SHD between classes", "shdClass"),
    m.sid === null && m.sidLower !== null ? `${"SID".padEnd(28)} ${m.reasons.sid}` : line("SID", "sid"),
  ];
}
