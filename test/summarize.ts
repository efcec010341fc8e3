// What DuckDB says of each column of a file: its SUMMARIZE, with exact quartiles.

import { DuckDBInstance } from "@duckdb/node-api";

export interface Summary {
  readonly column_name: string;
  readonly count: number;
  readonly absent: number;
  readonly min: string;
  readonly max: string;
  readonly avg: string;
  readonly std: string;
  /** By `quantile_cont`: those of SUMMARIZE are approximate. Null for text and dates. */
  readonly quartiles: readonly number[] | null;
}

export async function summarized(path: string): Promise<Summary[]> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
  try {
    await connection.run(`CREATE TABLE t AS FROM '${path}'`);
    const summary = await rows("SUMMARIZE t");
    return await Promise.all(
      summary.map(async (row) => {
        const column = `"${row.column_name}"`;
        const isNumber = /INT|DOUBLE|DECIMAL/.test(String(row.column_type));
        const quartiles = isNumber ? `quantile_cont(${column}::DOUBLE, [0.25, 0.5, 0.75])` : "NULL";
        // Penguins has one "." among its labels, the mark of SAS and Stata for a missing value.
        const present = `count(nullif(${column}::VARCHAR, '.'))`;
        const [exact] = await rows(
          `SELECT count(*) - ${present} AS absent, ${quartiles} AS quartiles FROM t`,
        );
        return {
          ...(row as unknown as Summary),
          ...{ count: Number(row.count), absent: Number(exact.absent) },
          quartiles: exact.quartiles as Summary["quartiles"],
        };
      }),
    );
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
