// The table of a run, read as its request says.

import {
  type HeaderChoice,
  type LoadedTable,
  requestReading,
  type TableLimits,
  type wire,
} from "../../core/index.ts";
import { readTable } from "../files/read-table.ts";

export interface RunTable {
  /** The table's file, and what it is called. */
  readonly table: {
    readonly path: string;
    readonly name: string;
    /** What was said of its first row. */
    readonly header?: HeaderChoice | undefined;
  };
  readonly request: Pick<wire.RunRequest, "options" | "columns" | "exclude" | "kinds">;
  readonly temporary: string;
  readonly limits: TableLimits;
}

export function readRunTable({ table, request, temporary, limits }: RunTable): Promise<LoadedTable> {
  return readTable(table.path, {
    ...requestReading(request),
    shown: table.name,
    header: table.header,
    temporaryIn: temporary,
    limits,
  });
}
