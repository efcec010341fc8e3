// From what was asked of the server to what a run's process is told: checked as far as that can be done at once.

import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  check,
  chosenColumns,
  isOwnScore,
  knowledgeOf,
  type RunOptions,
  runSpec,
  scores,
  type wire,
} from "../../core/index.ts";
import { truthOn } from "../runs/truth.ts";
import type { DataFolder } from "./data-folder.ts";
import type { Limits } from "./limits.ts";
import type { RunOrder } from "./run-process.ts";
import type { StoredRequest } from "./run-state.ts";
import type { Tables } from "./tables.ts";

/** Refuses at once what can be known at once, in the sentences of the command line. */
export function checkRequest({ options, truth, columns }: wire.RunRequest, names: readonly string[]): void {
  const { score } = options as RunOptions;
  check(
    typeof score !== "string" || !isOwnScore(score),
    `discover: a score of one's own is a program and cannot be named here, got "${score}"; use one of ${Object.keys(scores).join(", ")}`,
  );
  const spec = runSpec(options as RunOptions);
  const used = chosenColumns(names, columns).map((k) => names[k]);
  knowledgeOf(spec.knowledge, used);
  if (truth !== undefined) truthOn(used, truth);
}

export interface OrderPlace {
  readonly folder: DataFolder;
  readonly tables: Tables;
  readonly limits: Limits;
  /** Of the server, for the command that repeats the run. */
  readonly address: string;
}

/** What a run's process is told to do. */
export function runOrder({ id, request, tableName }: StoredRequest, place: OrderPlace): RunOrder {
  const { folder, tables, limits, address } = place;
  const { table, columns, missing, threads } = request;
  const [path, home] = [tables.path(table), folder.of("runs", id)];
  const own = `../../tables/${table}/${path.split(/[/\\]/).at(-1)}`;
  const truth = request.truth === undefined ? undefined : `../../requests/${id}/truth.csv`;
  return {
    table: { path, name: tableName },
    request,
    folder: home,
    requestFolder: folder.of("requests", id),
    temporary: folder.of("temporary", id),
    limits,
    isBegun: existsSync(join(home, "spec.json")),
    source: { table: own, truth, columns, missing, threads },
    command: `curl ${address}/api/runs --json ${quoted(JSON.stringify(request))}`,
    verify: [
      `wherefore verify ${quoted(join(home, "certificate.json"))} ${quoted(path)}`,
      ...(columns ? [`--columns ${quoted(columns.map(listed).join())}`] : []),
      ...(missing === "drop" ? ["--missing drop"] : []),
    ].join(" "),
  };
}

/** A column's name in a list of names. */
function listed(name: string): string {
  return /[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

function quoted(text: string): string {
  return /^[\w./:=,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
