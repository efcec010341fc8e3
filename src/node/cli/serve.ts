// wherefore serve

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command, Option } from "commander";
import { check } from "../../core/index.ts";
import { isLoopback, newToken } from "../server/access/access.ts";
import { defaultLimits, unpacking } from "../server/limits.ts";
import { startServer } from "../server/server.ts";
import { number, whole } from "./option-values.ts";
import { complain, say } from "./terminal.ts";

interface Settings {
  readonly port: number;
  readonly host: string;
  /** false: no token. */
  readonly token?: string | false;
  readonly folder: string;
  readonly temporary?: boolean;
  readonly store?: string;
  readonly queue?: string;
  readonly maxRuns: number;
  readonly maxUpload: number;
  readonly maxRows: number;
  readonly maxColumns: number;
  readonly maxStorage: number;
  readonly open: boolean;
  readonly resume: boolean;
}

export function command(): Command {
  const flags = new Set<string>();
  return new Command("serve")
    .option("--port <number>", "port to listen on; 0 chooses a free one", whole, 4100)
    .option("--host <address>", "address to listen on; 0.0.0.0: all interfaces", "127.0.0.1")
    .addOption(
      new Option(
        "--token <text>",
        "token that requests must send (default: a new one, printed in the link); other users can see command lines, but not the environment",
      ).env("WHEREFORE_TOKEN"),
    )
    .option("--no-token", "require no token: answer every user and program of this machine")
    .on("option:token", () => flags.add("--token"))
    .on("option:no-token", () => flags.add("--no-token"))
    .option("--folder <path>", "where tables and runs are stored", "wherefore-data")
    .addOption(
      new Option(
        "--temporary",
        "serve the program that started it: store tables and runs in a temporary folder, and end, deleting it, when standard input ends",
      ).conflicts("folder"),
    )
    .option(
      "--store <folder>",
      "also serve this folder as the store of batches, for workers on other machines",
    )
    .option(
      "--queue <url>",
      "a Redis server whose workers compute the resamples of runs; with --store, where they store them",
    )
    .option("--max-runs <count>", "maximum number of concurrent runs", whole, defaultLimits.runs)
    .option("--max-upload <megabytes>", "maximum size of an upload", number, defaultLimits.uploadBytes / 1e6)
    .option("--max-rows <count>", "maximum number of rows of a table", whole, defaultLimits.rows)
    .option("--max-columns <count>", "maximum number of columns of a table", whole, defaultLimits.columns)
    .option(
      "--max-storage <megabytes>",
      "maximum size of all tables and runs together",
      number,
      defaultLimits.storageBytes / 1e6,
    )
    .option("--no-resume", "do not resume runs that were interrupted when the server was killed")
    .option("--no-open", "do not open the page in the browser (it is opened only from a terminal)")
    .addHelpText(
      "after",
      `
The printed link contains a token that every request needs: open it in a browser, or send the token from programs as
Authorization: Bearer TOKEN. Only the user who owns the folder can read it.

Ctrl-C pauses the active runs; a server started again in the same folder lists them, and they can be resumed. Runs that
were interrupted because the server was killed are resumed automatically.

Examples:
  wherefore serve
  wherefore serve --no-open
  wherefore serve --port 8080 --folder ~/causes --max-runs 4
  wherefore serve --host 0.0.0.0

  export WHEREFORE_TOKEN=$(openssl rand -hex 16)
  wherefore serve --no-open &
  alias ask='curl --header "Authorization: Bearer $WHEREFORE_TOKEN"'
  ask --data-binary @table.csv "http://127.0.0.1:4100/api/tables?name=table.csv"
  ask http://127.0.0.1:4100/api/runs --json '{"table": "ID"}'`,
    )
    .action(async (settings: Settings) => {
      check(flags.size < 2, "serve: --token and --no-token contradict each other; use one of them");
      process.exitCode = await (settings.temporary ? serveTemporarily(settings) : serve(settings));
    });
}

/** Serves from a temporary folder, which is deleted when the server ends. */
async function serveTemporarily(settings: Settings): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "wherefore-served-"));
  try {
    return await serve({ ...settings, folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function serve(settings: Settings): Promise<number> {
  const { port, host, folder, maxRuns, maxUpload, maxRows, maxColumns, maxStorage } = settings;
  check(port >= 0 && port < 65536, `--port must be from 0 to 65535, got ${port}`);
  check(maxRuns >= 1, `--max-runs must be 1 or more, got ${maxRuns}`);
  check(maxUpload > 0, `--max-upload must be more than 0, got ${maxUpload}`);
  check(maxStorage > 0, `--max-storage must be more than 0, got ${maxStorage}`);
  const token = tokenOf(settings);
  // Files written by the server and its processes are readable by its user only.
  process.umask(0o077);
  const { address, link, close } = await startServer({
    port,
    host,
    token,
    folder,
    store: settings.store,
    queue: settings.queue,
    resumes: settings.resume,
    limits: {
      runs: maxRuns,
      uploadBytes: 1e6 * maxUpload,
      unpackedBytes: 1e6 * maxUpload * unpacking,
      rows: maxRows,
      columns: maxColumns,
      storageBytes: 1e6 * maxStorage,
    },
    onWarning: complain,
    onBug: (error) => complain(String(error instanceof Error ? error.stack : error).split("\n")),
  }).catch((error: NodeJS.ErrnoException) => {
    check(error.code !== "EADDRINUSE", `serve: the port ${port} is taken; choose another with --port`);
    check(
      error.code !== "EADDRNOTAVAIL" && error.code !== "ENOTFOUND" && error.code !== "EACCES",
      `serve: ${host} port ${port} is not available (${error.code}); choose others with --host and --port`,
    );
    throw error;
  });
  const query = token === undefined ? "" : `?token=${encodeURIComponent(token)}`;
  say([
    `wherefore is at ${address}/${query}`,
    `tables and runs are stored in ${folder}; Ctrl-C stops the server`,
  ]);
  if (settings.open && process.stdout.isTTY) openBrowser(link());
  await Promise.race(settings.temporary ? [interrupted(), inputEnd()] : [interrupted()]);
  complain(["", "pausing the runs; press Ctrl-C again to exit at once"]);
  await close();
  return 0;
}

/** The token that requests must present; undefined: none. */
function tokenOf({ token, host }: Settings): string | undefined {
  if (token === false) {
    check(
      isLoopback(host),
      `serve: --no-token is for this machine only, got --host ${host}; leave one of them out`,
    );
    return undefined;
  }
  check(
    token === undefined || /^[\x21-\x7e]+$/.test(token),
    "--token must consist of plain letters, digits and signs, without spaces, to fit a header; leave it out to have one generated",
  );
  return token ?? newToken();
}

/** Resolves at the first Ctrl-C (or SIGTERM); the second ends the program. */
function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false;
    const ask = () => {
      if (isAsked) process.exit(130);
      isAsked = true;
      resolve();
    };
    process.on("SIGINT", ask);
    process.on("SIGTERM", ask);
  });
}

/** Resolves when the program at the other end of standard input has closed it or has exited. */
function inputEnd(): Promise<void> {
  return new Promise((resolve) => {
    // Unref, because a server ended by a signal must not wait for more input.
    process.stdin.on("end", resolve).on("error", resolve).resume();
    process.stdin.unref?.();
  });
}

/** Errors are ignored: the address is printed anyway. */
function openBrowser(address: string): void {
  const [program, ...args] =
    process.platform === "darwin"
      ? ["open", address]
      : process.platform === "win32"
        ? ["cmd", "/c", "start", "", address]
        : ["xdg-open", address];
  spawn(program, args, { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
}
