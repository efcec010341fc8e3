// What the disk tells of a run.

import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  detailsOf,
  type RunResult,
  type RunState,
  restingState,
  type StoredRequest,
  wire,
} from "../../core/index.ts";
import { type DataFolder, readJson } from "./data-folder.ts";

/** The state of a run that does not go on: of its request.json and result.json. */
export async function storedState(folder: DataFolder, id: string): Promise<RunState | undefined> {
  const stored = await readJson<StoredRequest>(join(folder.of("requests", id), "request.json"));
  if (stored === undefined) return undefined;
  const result = await readJson<RunResult>(join(folder.of("runs", id), "result.json"));
  return restingState(stored, result ?? null);
}

/** With the files that its folder has. */
export function detailsIn(folder: DataFolder, state: RunState): wire.RunDetails {
  const home = folder.of("runs", state.stored.id);
  return detailsOf(
    state,
    wire.fileNames.filter((name) => existsSync(join(home, name))),
  );
}
