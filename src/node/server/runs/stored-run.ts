// The state of a run from its files.

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
 * An inactive run, from its request.json and result.json; undefined if there is none. Throws if the request is damaged; a
 * damaged result counts as missing, and the run can be resumed to recompute it.
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

/** The run's details, with the names of the files in its folder. */
export function detailsIn(folder: DataFolder, state: RunState): wire.RunDetails {
  const home = folder.of("runs", state.stored.id);
  return detailsOf(
    state,
    wire.fileNames.filter((name) => existsSync(join(home, name))),
  );
}
