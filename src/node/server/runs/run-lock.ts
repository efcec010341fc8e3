// The lock of a run folder, as the server sees it: held by a process of its own, by one that a killed server left behind, or
// by one of the command line.

import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import { runHolder } from "../../runs/run-folder.ts";
import { refusal } from "../refusal.ts";

/** What processes of the server hold locks for. */
export const serverPurpose = "wherefore serve";

const betweenLooksMs = 20;

/**
 * Ends the process of a killed server that still writes this folder; refuses where somebody else does. Only one server has
 * the data folder, so that a process which is not this server's own is nobody's any more; its checkpoint stays.
 */
export async function freedRun(folder: string): Promise<void> {
  for (let holder = runHolder(folder); holder !== null; holder = runHolder(folder)) {
    const { pid, host, for: purpose } = holder;
    if (purpose !== serverPurpose || host !== hostname())
      throw refusal(
        409,
        `runs: the run's folder is in use by ${purpose} (process ${pid} on ${host}); wait until it ends, or stop it`,
      );
    end(pid);
    await setTimeout(betweenLooksMs);
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}
