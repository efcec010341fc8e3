// What the disk tells of a run.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { detailsOf, type RunState, readRequest, readResult, restingState, wire } from "../../core/index.ts";
import { type DataFolder, intact, isDamaged, storedText } from "./data-folder.ts";

/**
 * The state of a run that does not go on: of its request.json and result.json. Refuses a request that is damaged; a damaged
 * result is as good as none, and the run can go on to make it again.
 */
export async function storedState(folder: DataFolder, id: string): Promise<RunState | undefined> {
  const asked = await storedText(join(folder.of("requests", id), "request.json"));
  if (asked === undefined) return undefined;
  const stored = readRequest(asked, `requests/${id}/request.json`);
  const found = await storedText(join(folder.of("runs", id), "result.json"));
  if (found === undefined) return restingState(stored, null);
  const result = await intact(async () => readResult(found, `runs/${id}/result.json`));
  if (isDamaged(result)) return restingState({ ...stored, error: result.damage }, null);
  return restingState(stored, result);
}

/** With the files that its folder has. */
export function detailsIn(folder: DataFolder, state: RunState): wire.RunDetails {
  const home = folder.of("runs", state.stored.id);
  return detailsOf(
    state,
    wire.fileNames.filter((name) => existsSync(join(home, name))),
  );
}
