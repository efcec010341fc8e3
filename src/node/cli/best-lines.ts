// The k best graphs or classes as text: one per line, with its posterior share if any, and sentences about the shares.

import { numbers, type RunResult, words } from "../../core/index.ts";

export function bestTitle({ alternatives, best }: RunResult): string {
  return `${alternatives.length} ${best?.of ?? "graphs"}`;
}

export function bestLines(result: RunResult): string[] {
  const lines = result.alternatives.map(({ score, share, edges, undirected = [], members }, k) => {
    const marks = [...edges.map(([a, b]) => `${a}→${b}`), ...undirected.map(([a, b]) => `${a}—${b}`)];
    const size = result.best?.of === "classes" ? `, ${members} ${members === "1" ? "DAG" : "DAGs"}` : "";
    const shareText = typeof share === "number" ? `, ${numbers.shareOf(share)}` : "";
    return `${k + 1}. ${score.toFixed(6)}${shareText}${size}, ${marks.length} edges: ${marks.join(" ")}`;
  });
  return [...lines, ...words.bestShareSentences(result)].map((line) => `          ${line}`);
}
