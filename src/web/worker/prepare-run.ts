// Prepares a discovery in this browser: reads the table as the request specifies and sets up kernels, threads and stored scores.

import {
  type Discovery,
  dataHash,
  type LoadedTable,
  machineNeeds,
  networkBuild,
  requestOptions,
  requestReading,
  requestTruth,
  type SetTables,
  sha256,
  type wire,
} from "../../core/index.ts";
import type { NamedBytes } from "../client/engine-work.ts";
import type { Store } from "../client/store.ts";
import { createCrew } from "./crew.ts";
import { canShareSets, createSetWorkers } from "./set-workers.ts";
import { readTable } from "./table-reading.ts";

export interface PreparedRun {
  readonly input: Discovery & { readonly hash: string };
  /** Stops the workers; call it when the run is over. */
  readonly release: () => void;
}

/** The version goes into the record. If a store is given, values of slow scores are read from it and saved to it. */
export async function prepareRun(
  file: NamedBytes,
  request: wire.RunRequest,
  { version, store }: { readonly version: string; readonly store?: Store },
): Promise<PreparedRun> {
  const options = requestOptions(request);
  const table = await runTable(file, request);
  const truth = requestTruth(request, table.names);
  // Leave one core for the page.
  const most = Math.max(1, navigator.hardwareConcurrency - 1);
  const variables = table.names.length;
  const needs = machineNeeds(options, { threads: request.threads, most, variables });
  const { hasNetwork, isStrict, agent, hasSweeps, isSlow, threads } = needs;
  const tables = isSlow && store ? await storedTables(store, request.table) : undefined;
  const isShared = isSlow && threads > 1 && canShareSets();
  const workers = isShared ? await createSetWorkers(threads, { table, options }) : undefined;
  const build = hasNetwork ? networkBuild({ strict: isStrict }) : "strict";
  // Threads share memory, for which the page must be cross-origin isolated; otherwise there is only one (crew.ts).
  const crew = hasNetwork || agent || hasSweeps ? await createCrew(needs.crew) : undefined;
  const input = {
    table,
    options,
    truth,
    name: file.name,
    hash: dataHash(table),
    memoryBytes: memoryAtHand(),
    machine: crew && { build, crew },
    scoring: { tables, workers },
    versions: { wherefore: version, browser: browserName(), kernels: build },
    sha256,
    now: () => performance.now(),
  };
  const release = () => {
    crew?.stop();
    workers?.stop();
  };
  return { input, release };
}

/** The table of a run, read as its request specifies. */
export function runTable(
  file: NamedBytes,
  request: Pick<wire.RunRequest, "columns" | "exclude" | "kinds">,
): Promise<LoadedTable> {
  return readTable(file, requestReading(request));
}

/** Values of slow scores: all read in advance, since the search cannot await, and saved at intervals while they grow. */
async function storedTables(store: Store, table: string): Promise<SetTables> {
  const stored = await store.scores(table);
  let writtenAt = performance.now();
  return {
    read: (key) => stored.get(key),
    write: (key, value, isLast) => {
      if (!isLast && performance.now() - writtenAt < 2000) return;
      writtenAt = performance.now();
      // Full storage must not end the run: saving these values is optional.
      store.putScores(table, key, value).catch(() => {});
    },
  };
}

/** Bytes that a search may allocate: a quarter of the machine's memory, of which browsers report at most 8 GB, if anything. */
function memoryAtHand(): number {
  const { deviceMemory = 4 } = navigator as { deviceMemory?: number };
  return 0.25 * deviceMemory * 2 ** 30;
}

/** Such as "Chrome 140". */
function browserName(): string {
  const name = /(Firefox|Edg|Chrome|Version)\/(\d+)/.exec(navigator.userAgent);
  if (name === null) return "unknown";
  return `${{ Edg: "Edge", Version: "Safari" }[name[1]] ?? name[1]} ${name[2]}`;
}
