// Reads the table of a run with the options of its request.

import {
  type HeaderChoice,
  type LoadedTable,
  requestReading,
  type TableLimits,
  type wire,
} from "../../core/index.ts";
import { readTable } from "../files/read-table.ts";
import type { Limits } from "./limits.ts";

export interface RunTable {
  /** The table's file and name. */
  readonly table: {
    readonly path: string;
    readonly name: string;
    /** Whether its first row holds the column names, if specified. */
    readonly header?: HeaderChoice | undefined;
    /** Of a workbook: the sheet, if specified. */
    readonly sheet?: string | undefined;
  };
  readonly request: Pick<wire.RunRequest, "options" | "columns" | "exclude" | "kinds">;
  readonly temporary: string;
  readonly limits: TableLimits & Pick<Limits, "unpackedBytes">;
}

export function readRunTable({ table, request, temporary, limits }: RunTable): Promise<LoadedTable> {
  return readTable(table.path, {
    ...requestReading(request),
    shown: table.name,
    header: table.header,
    sheet: table.sheet,
    temporaryIn: temporary,
    limits,
    maxBytes: limits.unpackedBytes,
  });
}
