// Prints the edges of a result as text.

import { type EdgeStrength, numbers, type RunResult, words } from "../../core/index.ts";
import { textTable } from "./text-table.ts";

/** The heading of the list of edges: the meaning of its columns, and the edges before polish and pruning. */
export function edgesLine(result: RunResult): string {
  const { rawEdges, spec, strengths, confidence, knowledge } = result;
  const steps = [
    ...(spec.polish ? ["polish"] : []),
    ...(spec.prune === "none" ? [] : [`pruning by ${spec.prune}`]),
  ];
  const pruned = steps.length === 0 ? [] : [`${rawEdges.length} before ${steps.join(" and ")}`];
  const has = (name: keyof EdgeStrength) => strengths.some((strength) => strength[name] != null);
  const gaps = words.intervalGaps(result);
  const interval = `95 % interval given this graph${gaps ? `, ${gaps.aside}` : ""}`;
  const isUnknown = words.withoutInterval(result) !== null && !has("interval");
  const isOverAll = strengths.some(({ lossOver }) => lossOver === "all graphs");
  const asides = [
    words.scaleWords(result),
    ...(isOverAll && knowledge.length > 0 ? ["given the prior knowledge"] : []),
  ];
  const aside = asides.filter((part) => part !== "").join(", ");
  const loss = isOverAll
    ? `how much lower${words.isShort(result) ? " than the optimum" : ""} the best graph without the link scores`
    : "what the score loses without the link";
  const columns = [
    ...(confidence ? words.shareTitles(confidence) : []),
    ...(has("loss") ? [aside === "" ? loss : `${loss} (${aside})`] : []),
    ...(has("evidence") ? ["the evidence for the link"] : []),
    ...(has("reversal") ? ["direction: the same without the arrow (reversed or left out)"] : []),
    ...(has("coefficient") && !isUnknown ? [`coefficient (${interval})`] : []),
    ...(isUnknown ? ["coefficient (with too many missing values for an interval)"] : []),
    ...(has("partialCorrelation")
      ? ["r: where the direction is open, correlation given the directed causes of both"]
      : []),
    ...(has("information") ? ["mutual information in nats"] : []),
  ];
  return [...pruned, columns.length === 0 ? "" : `strongest first: ${columns.join(", ")}`]
    .filter((part) => part !== "")
    .join("; ");
}

/** "direction", what the score loses without the arrow, and the evidence for it. */
function directionCells(strength: EdgeStrength | null): readonly string[] {
  const { reversal, directionEvidence } = strength ?? {};
  return typeof reversal === "number"
    ? ["direction", numbers.significant(reversal), directionEvidence ?? ""]
    : ["", "", ""];
}

/** With more edges than the first number, only the second number are listed: the strongest, if strengths were computed. */
const [mostEdges, listedEdges] = [200, 100];

export function edgeLines(result: RunResult): string[] {
  const rows = words.edgeRows(result).filter(({ verdict }) => verdict !== "missing");
  const cells = rows.map(({ cause, effect, isDirected, strength, shares, source, verdict }) => {
    const number = (value: number | null | undefined, write = numbers.significant) =>
      value === null || value === undefined ? "" : write(value);
    const fitted =
      strength?.partialCorrelation != null
        ? `r = ${numbers.significant(strength.partialCorrelation)}`
        : strength?.coefficient != null
          ? `${numbers.significant(strength.coefficient)}${strength.interval ? ` (${words.intervalOf(strength)})` : ""}`
          : number(strength?.information);
    return [
      cause,
      isDirected ? "→" : "—",
      effect,
      ...(shares === undefined ? [] : words.edgeShares(shares, isDirected)),
      number(strength?.loss),
      strength?.evidence ?? "",
      ...directionCells(strength),
      fitted,
      source === "knowledge" ? "by knowledge" : "",
      verdict ?? "",
    ];
  });
  const listed = cells.length > mostEdges ? cells.slice(0, listedEdges) : cells;
  const used = listed[0]?.map((_, k) => listed.some((row) => row[k] !== "")) ?? [];
  const visible = listed.map((row) => row.filter((_, k) => used[k]));
  const more = cells.length - listed.length;
  return [
    ...(visible.length === 0 ? [] : textTable(visible)),
    ...(more === 0 ? [] : [`and ${more} more, listed in graph.csv, the report and --json`]),
  ].map((line) => `          ${line}`);
}
