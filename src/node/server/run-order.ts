// From what was asked of the server to what a run's process is told.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { type StoredRequest, shellWord, verifyCommand } from "../../core/index.ts";
import type { DataFolder } from "./data-folder.ts";
import type { Limits } from "./limits.ts";
import type { RunOrder } from "./run-process.ts";
import type { Tables } from "./tables.ts";

export interface OrderPlace {
  readonly folder: DataFolder;
  readonly tables: Tables;
  readonly limits: Limits;
  /** The beginning of a command that asks the server, for the one that repeats the run. */
  readonly curl: string;
}

/** What a run's process is told to do. */
export function runOrder({ id, request, tableName }: StoredRequest, place: OrderPlace): RunOrder {
  const { folder, tables, limits, curl } = place;
  const { table, columns, missing, threads } = request;
  const { header } = tables.facts(table);
  const [path, home] = [tables.path(table), folder.of("runs", id)];
  const own = `../../tables/${table}/${path.split(/[/\\]/).at(-1)}`;
  const truth = request.truth === undefined ? undefined : `../../requests/${id}/truth.csv`;
  return {
    table: { path, name: tableName, header },
    request,
    folder: home,
    requestFolder: folder.of("requests", id),
    temporary: folder.of("temporary", id),
    limits,
    isBegun: existsSync(join(home, "spec.json")),
    source: { table: own, truth, columns, missing, header, maxColumns: limits.columns, threads },
    command: `${curl}/api/runs --json ${shellWord(JSON.stringify(request))}`,
    verify: verifyCommand(request.options, {
      certificate: join(home, "certificate.json"),
      table: path,
      columns,
      missing,
      header,
    }),
  };
}
