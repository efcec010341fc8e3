// A process that reads one table: for its preview, or for the data doctor.

import { type Correlations, correlations, type Examined, tableProfile } from "../../../core/index.ts";
import { readCells } from "../../files/read-table.ts";
import { type TableHead, tableHead } from "../../files/table-head.ts";
import { type ExaminedFileOptions, examinedFile } from "../../runs/examined-file.ts";
import { answerOrder } from "../processes.ts";

export interface TableOrder {
  readonly path: string;
  /** With a preview. */
  readonly isNew: boolean;
  readonly options: Omit<ExaminedFileOptions, "onProgress" | "onExamining">;
}

export interface TableAnswer extends Examined {
  readonly preview?: {
    readonly head: TableHead["rows"];
    readonly profile: ReturnType<typeof tableProfile>;
    readonly correlations: Correlations | null;
  };
}

answerOrder(async ({ path, isNew, options }: TableOrder): Promise<TableAnswer> => {
  // The doctor first: it refuses what is too large.
  const examined = await examinedFile(path, options);
  if (!isNew) return examined;
  const { shown, temporaryIn, limits, header } = options;
  const { rows: head } = await tableHead(path, { shown, temporaryIn, header });
  const cells = await readCells(path, { shown, temporaryIn, limits, header, categorical: "text" });
  return { ...examined, preview: { head, profile: tableProfile(cells), correlations: correlations(cells) } };
});
