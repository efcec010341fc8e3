// What the disk tells of a run.

import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  detailsOf,
  InputError,
  type RunState,
  readRequest,
  readResult,
  restingState,
  wire,
} from "../../../core/index.ts";
import { type DataFolder, storedText } from "../data-folder/data-folder.ts";

/**
 * A run that no process works on, by its request.json and result.json; undefined where there is none. Refuses a request that
 * is damaged; a damaged result is as good as none, and the run can be resumed to make it again.
 */
export async function storedRun(folder: DataFolder, id: string): Promise<RunState | undefined> {
  const request = await storedText(join(folder.of("requests", id), "request.json"));
  if (request === undefined) return undefined;
  const stored = readRequest(request, `requests/${id}/request.json`);
  const text = await storedText(join(folder.of("runs", id), "result.json"));
  if (text === undefined) return restingState(stored, null);
  try {
    return restingState(stored, readResult(text, `runs/${id}/result.json`));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return restingState({ ...stored, error: error.message }, null);
  }
}

/** With the files that its folder has. */
export function detailsIn(folder: DataFolder, state: RunState): wire.RunDetails {
  const home = folder.of("runs", state.stored.id);
  return detailsOf(
    state,
    wire.fileNames.filter((name) => existsSync(join(home, name))),
  );
}
