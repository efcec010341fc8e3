// Checks that a text is one SQL condition and nothing more.
//
// The condition is placed in parentheses in a larger statement, and a text that closes them could add clauses: UNION ALL would
// add rows, LIMIT or a sample drop some. So DuckDB's parser first parses the statement with the condition in it, and with
// `true` in its place: apart from the condition itself, the two must be the same.

import type { DuckDBConnection } from "@duckdb/node-api";
import { InputError } from "../../core/index.ts";
import { literal } from "./table-query.ts";

/** Maximum number of characters of a condition. */
const mostLength = 100_000;

/** Rejects a text that is not a single condition; throws DuckDB's error if it is not SQL. */
export async function checkCondition(connection: DuckDBConnection, where: string): Promise<void> {
  const refused = (got: string, way: string) =>
    new InputError(`table: --where must be one SQL condition on the columns, got ${got}; ${way}`);
  if (where.length > mostLength)
    throw refused(`${where.length} characters, more than ${mostLength}`, "shorten it");
  if (where.trim() === "") throw refused("nothing", 'write one, such as "age > 30"');
  const frame = await parsed(connection, "true");
  const statement = await parsed(connection, where);
  if (withoutCondition(statement) !== withoutCondition(frame))
    throw refused(where, "leave out what is not part of it, and close only parentheses that it opens");
}

interface Parsed {
  readonly error: boolean;
  readonly error_message?: string;
  readonly statements?: readonly { readonly node: Readonly<Record<string, unknown>> }[];
}

async function parsed(connection: DuckDBConnection, where: string): Promise<Parsed> {
  const sql = `SELECT * FROM the_table WHERE (${where}\n)`;
  const result = await connection.runAndReadAll(`SELECT json_serialize_sql(${literal(sql)})`);
  const read = JSON.parse(String(result.getRows()[0][0])) as Parsed;
  if (read.error) throw new Error(read.error_message);
  return read;
}

/** The statement as text, without its condition and without the source positions, which depend on it. */
function withoutCondition({ statements = [] }: Parsed): string {
  const frames = statements.map(({ node: { where_clause: _, ...node }, ...rest }) => ({ ...rest, node }));
  return JSON.stringify(frames, (key, value) => (key === "query_location" ? undefined : value));
}
