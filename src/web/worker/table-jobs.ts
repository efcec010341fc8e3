// Adds and examines tables in a worker: the counterpart of the server's node/server/tables/table-process.ts.

import {
  type Cells,
  columnKinds,
  columnStatistics,
  correlations,
  csvHead,
  type ExamineOptions,
  jsonHead,
  tableExamination,
  type wire,
} from "../../core/index.ts";
import type { Jobs } from "../client/engine-work.ts";
import { drive } from "./drive.ts";
import { cellsIn, tableText, unpacked } from "./table-reading.ts";

export async function addTable(
  { file, name, sheet, limits }: Jobs["addTable"]["question"],
  onProgress: (share: number) => void,
): Promise<Jobs["addTable"]["answer"]> {
  const bytes = await unpacked(file, limits);
  const text = await tableText({ bytes, name, sheet }, limits);
  onProgress(0.2);
  const cells = cellsIn(text);
  onProgress(0.4);
  const examined = await findings(cells, {}, (share) => onProgress(0.4 + 0.5 * share));
  const columns = columnKinds(cells);
  const head = text.format === "json" ? jsonHead(text.text, name) : csvHead(text.text, text.delimiter);
  const facts = {
    ...examined,
    bytes: bytes.size,
    head,
    statistics: columnStatistics(columns),
    correlations: correlations(columns),
    ...(text.workbook && { workbook: text.workbook }),
  };
  return { facts: facts as Jobs["addTable"]["answer"]["facts"], bytes };
}

export async function examineTable(
  { table, options }: Jobs["examine"]["question"],
  onProgress: (share: number) => void,
): Promise<wire.Findings> {
  return findings(cellsIn(await tableText(table)), options, onProgress);
}

async function findings(
  cells: Cells,
  options: ExamineOptions,
  onProgress: (share: number) => void,
): Promise<wire.Findings> {
  const { names, ...examined } = await drive(tableExamination(cells, options), { onEvent: onProgress });
  return { ...examined, columns: names } as wire.Findings;
}
