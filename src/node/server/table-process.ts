// A process that reads one table: for its preview, or for the data doctor.

import {
  type Correlations,
  correlations,
  type Examined,
  InputError,
  type RefusedBody,
  refusedBody,
  tableProfile,
} from "../../core/index.ts";
import { readCells } from "../files/read-table.ts";
import { type TableHead, tableHead } from "../files/table-head.ts";
import { type ExaminedFileOptions, examinedFile } from "../runs/examined-file.ts";
import { serverLine } from "./processes.ts";

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

export type TableNews = { readonly answer: TableAnswer } | { readonly refused: RefusedBody };

const tell = serverLine<TableOrder, TableNews>((order) => {
  examined(order)
    .catch((error: unknown): TableNews => {
      if (error instanceof InputError) return { refused: refusedBody(error) };
      throw error;
    })
    .then((news) => tell(news, () => process.exit(0)));
});

async function examined({ path, isNew, options }: TableOrder): Promise<TableNews> {
  // The doctor first: it refuses what is too large.
  const found = await examinedFile(path, options);
  if (!isNew) return { answer: found };
  const { shown, temporaryIn, limits, header } = options;
  const { rows: head } = await tableHead(path, { shown, temporaryIn, header });
  const cells = await readCells(path, { shown, temporaryIn, limits, header, categorical: "text" });
  const preview = { head, profile: tableProfile(cells), correlations: correlations(cells) };
  return { answer: { ...found, preview } };
}
