// Tables added and examined, in a worker: what the server does in a process (node/server/tables/table-process.ts).

import {
  correlations,
  csvHead,
  type ExamineOptions,
  jsonHead,
  tableExamination,
  tableProfile,
  type wire,
} from "../../core/index.ts";
import type { Jobs } from "../client/engine-work.ts";
import { drive } from "./drive.ts";
import { readCells, type TableText, tableText, unpacked } from "./table-reading.ts";

export async function addTable(
  { file, name, limits }: Jobs["addTable"]["question"],
  onProgress: (share: number) => void,
): Promise<Jobs["addTable"]["answer"]> {
  const bytes = await unpacked(file, limits);
  const text = await tableText({ bytes, name }, limits);
  onProgress(0.2);
  const plain = readCells(text, {});
  onProgress(0.4);
  const read: Read = ({ columns, ...how }) => (columns ? readCells(text, { columns, ...how }) : plain);
  const examined = await findings(read, { score: "bic" }, (share) => onProgress(0.4 + 0.5 * share));
  const hasText = plain.facts.some((column) => column.text !== undefined);
  const cells = hasText ? readCells(text, { categorical: "text" }) : plain;
  const head = text.format === "json" ? jsonHead(text.text, name) : csvHead(text.text, text.delimiter);
  const shown = {
    ...examined,
    bytes: bytes.size,
    head,
    profile: tableProfile(cells),
    correlations: correlations(cells),
  };
  return { shown: shown as Jobs["addTable"]["answer"]["shown"], bytes };
}

export async function examineTable(
  { table, options }: Jobs["examine"]["question"],
  onProgress: (share: number) => void,
): Promise<wire.Findings> {
  let text: TableText | undefined;
  const read: Read = async (how) => {
    text ??= await tableText(table);
    return readCells(text, how);
  };
  return findings(read, options, onProgress);
}

type Read = Parameters<typeof tableExamination>[0];

async function findings(
  read: Read,
  options: ExamineOptions,
  onProgress: (share: number) => void,
): Promise<wire.Findings> {
  const { rows, names, findings } = await drive(await tableExamination(read, options), {
    onEvent: onProgress,
  });
  return { rows, columns: [...names], findings: [...findings] } as wire.Findings;
}
