// Tables taken in and examined, in a worker: what the server does in a process (node/server/table-process.ts).

import {
  type Cells,
  categoriesFor,
  cellsExamination,
  correlations,
  csvHead,
  jsonHead,
  runSpec,
  soundColumns,
  tableProfile,
  type wire,
} from "../../core/index.ts";
import type { ExamineAsked, Jobs } from "../client/engine-work.ts";
import { drive } from "./drive.ts";
import { readCells, type TableText, tableText, unpacked } from "./table-reading.ts";

export async function addedTable(
  { file, name, limits }: Jobs["addTable"]["asked"],
  onProgress: (share: number) => void,
): Promise<Jobs["addTable"]["answer"]> {
  const bytes = await unpacked(file, limits);
  const text = await tableText({ bytes, name }, limits);
  onProgress(0.2);
  const plain = readCells(text, {});
  onProgress(0.4);
  const found = await examinedCells(plain, text, { score: "bic", missing: "fail" }, (share) =>
    onProgress(0.4 + 0.5 * share),
  );
  const hasText = plain.facts.some((column) => column.text !== undefined);
  const cells = hasText ? readCells(text, { categorical: "text" }) : plain;
  const head = text.format === "json" ? jsonHead(text.text, name) : csvHead(text.text, text.delimiter);
  const shown = {
    ...found,
    bytes: bytes.size,
    head,
    profile: tableProfile(cells),
    correlations: correlations(cells),
  };
  return { shown: shown as Jobs["addTable"]["answer"]["shown"], bytes };
}

export async function examinedTable(
  { table, options }: Jobs["examine"]["asked"],
  onProgress: (share: number) => void,
): Promise<wire.Findings> {
  const { score, columns, categorical: named } = options;
  runSpec({ score, categorical: named && [...named] }); // a name that is none is refused before the file is read
  const text = await tableText(table);
  const cells = readCells(text, { columns, categorical: categoriesFor([score], named) });
  return examinedCells(cells, text, options, onProgress);
}

async function examinedCells(
  cells: Cells,
  text: TableText,
  asked: ExamineAsked,
  onProgress: (share: number) => void,
): Promise<wire.Findings> {
  const categorical = categoriesFor([asked.score], asked.categorical);
  const sound = soundColumns(cells, asked);
  const left =
    sound.length === cells.names.length
      ? cells
      : sound.length < 2
        ? null
        : readCells(text, { categorical, columns: sound });
  const { rows, names, findings } = await drive(cellsExamination(cells, left, asked), {
    onEvent: onProgress,
  });
  return { rows, columns: [...names], findings: [...findings] } as wire.Findings;
}
