// The first rows of a table's file, cell by cell as text, for display.

import { type HeaderChoice, InputError } from "../../core/index.ts";
import { isMixedLineEnds, withDuckDb } from "./duck-db.ts";
import { openTableFile, type TableFileOptions } from "./table-file.ts";
import { readingError, tableQuery } from "./table-query.ts";

export interface TableHead {
  readonly names: readonly string[];
  /** Null for a missing value. */
  readonly rows: readonly (readonly (string | null)[])[];
}

export interface TableHeadOptions extends TableFileOptions {
  /** Whether the first row of CSV holds the column names. */
  readonly header?: HeaderChoice | undefined;
  readonly rows?: number;
  /** Maximum number of columns; further ones are omitted. */
  readonly columns?: number;
}

export async function tableHead(
  path: string,
  { rows: most = 20, columns = 200, header, ...options }: TableHeadOptions = {},
): Promise<TableHead> {
  const file = await openTableFile(path, options);
  try {
    return await withDuckDb(file, async (connection, plain) => {
      const { names: all, from } = await tableQuery(connection, plain, { header });
      const names = all.slice(0, columns);
      if (names.length === 0) return { names, rows: [] };
      const cells = names.map((_, k) => `CAST(c${k} AS VARCHAR)`).join(", ");
      const result = await connection.runAndReadAll(`SELECT ${cells} FROM ${from} LIMIT ${Math.trunc(most)}`);
      return { names, rows: result.getRows() as (string | null)[][] };
    });
  } catch (error) {
    throw error instanceof InputError || isMixedLineEnds(error) ? error : readingError(error, file);
  } finally {
    await file.close();
  }
}
