// The lock of a run folder from the server's view: held by one of its processes, by one that a killed server left behind, or
// by a command.

import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import { runHolder } from "../../runs/run-folder.ts";
import { refusal } from "../refusal.ts";

/** The purpose in the locks of the server's processes. */
export const serverPurpose = "wherefore serve";

const betweenLooksMs = 20;

/**
 * Kills the process of a killed server that still writes this folder; throws if another program does. Only one server uses the
 * data folder, so a server's process that is not this server's own is orphaned; its checkpoint is kept.
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
    // It has just exited.
  }
}
