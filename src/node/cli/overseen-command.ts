// Runs a command in its own thread, so that this one always responds to Ctrl-C.
//
// The first Ctrl-C (or SIGTERM) ends a search with the best so far, the second ends the program, and so does the first if no
// search has started. A search that does not respond to the request or to its time limit, because a score does not return, is
// terminated; its folder is left as it is.

import { type Ending, oversee } from "../threads/overseen.ts";
import { bugText } from "./bug-text.ts";
import { type CommandData, type CommandNews, complain, terminal } from "./terminal.ts";

/** Runs the command with these arguments and returns its exit code. */
export async function overseenCommand(argv: readonly string[]): Promise<number> {
  const { isTTY = false, columns } = process.stderr;
  let folder: string | null = null;
  const work = oversee<CommandNews>(new URL("program-thread.js", import.meta.url), {
    data: { isTTY, columns } satisfies CommandData,
    argv,
    onNews: (news) => {
      if ("text" in news) terminal().write(news.text);
      else folder = news.folder;
    },
  });
  let isAsked = false;
  const deafen = (): void => {
    process.off("SIGINT", ask);
    process.off("SIGTERM", ask);
  };
  const ask = (signal: NodeJS.Signals): void => {
    if (isAsked) process.exit(130);
    if (!work.hasBegun()) {
      // Without these listeners the signal has its default action.
      deafen();
      process.kill(process.pid, signal);
      return;
    }
    isAsked = true;
    complain(["", "stopping with the best so far; press Ctrl-C again to exit at once"]);
    work.stop();
  };
  process.on("SIGINT", ask);
  process.on("SIGTERM", ask);
  const ending = await work.ended;
  deafen();
  return await exitCodeOf(ending, folder);
}

async function exitCodeOf(ending: Ending, folder: string | null): Promise<number> {
  if (ending.kind === "done") return ending.code;
  if (ending.kind === "broken") {
    complain(bugText(ending.error).trimEnd().split("\n"));
    return 1;
  }
  const { reason, seconds } = ending;
  const { shellLine } = await import("./shell-line.ts"); // loads all of core, which nothing else here needs
  const when = reason === "time limit" ? "at its time limit" : "when it was told to stop";
  const way =
    folder === null
      ? "check why the score takes so long"
      : `resume it with ${shellLine(["wherefore", "resume", folder])}`;
  complain([
    "",
    `discover: the score gave no answer for ${Math.round(seconds)} seconds ${when}, so the run was ended; ${way}`,
  ]);
  return reason === "time limit" ? 2 : 130;
}
