// wherefore serve

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { Command } from "commander";
import { check } from "../../core/index.ts";
import { isLoopback } from "../server/guard.ts";
import { defaultLimits, unpacking } from "../server/limits.ts";
import { startServer } from "../server/server.ts";
import { number, whole } from "./settings.ts";
import { complain, say } from "./terminal.ts";

interface Settings {
  readonly port: number;
  readonly host: string;
  readonly token?: string;
  readonly folder: string;
  readonly maxRuns: number;
  readonly maxUpload: number;
  readonly maxRows: number;
  readonly maxColumns: number;
  readonly open: boolean;
  readonly resume: boolean;
}

export function serveCommand(): Command {
  return new Command("serve")
    .description(
      "open the page: drop a table, watch the search, read the answer; and answer programs over HTTP",
    )
    .option("--port <number>", "where to listen; 0 chooses a free one", whole, 4100)
    .option("--host <address>", "beyond this machine (0.0.0.0, …) everybody needs the token", "127.0.0.1")
    .option("--token <text>", "what requests must know (default beyond this machine: made and printed)")
    .option("--folder <path>", "where tables and runs are kept", "wherefore-data")
    .option("--max-runs <count>", "runs at once", whole, defaultLimits.runs)
    .option("--max-upload <megabytes>", "size of an upload", number, defaultLimits.uploadBytes / 1e6)
    .option("--max-rows <count>", "rows of a table", whole, defaultLimits.rows)
    .option("--max-columns <count>", "columns of a table", whole, defaultLimits.columns)
    .option("--no-resume", "only list the runs that were cut off when the server was killed")
    .option("--no-open", "do not open the page in the browser (it is opened only from a terminal)")
    .addHelpText(
      "after",
      `
Ctrl-C pauses the runs that go on; a server started again in the same folder lists them, and they can be resumed. Runs
that were cut off because the server was killed go on by themselves.

Examples:
  wherefore serve
  wherefore serve --no-open
  wherefore serve --port 8080 --folder ~/causes --max-runs 4
  wherefore serve --host 0.0.0.0 --token "$(openssl rand -hex 16)"

  curl --data-binary @table.csv "http://127.0.0.1:4100/api/tables?name=table.csv"
  curl http://127.0.0.1:4100/api/runs --json '{"table": "ID"}'`,
    )
    .action(async (settings: Settings) => {
      process.exitCode = await serve(settings);
    });
}

async function serve(settings: Settings): Promise<number> {
  const { port, host, folder, maxRuns, maxUpload, maxRows, maxColumns } = settings;
  check(port >= 0 && port < 65536, `--port must be from 0 to 65535, got ${port}`);
  check(maxRuns >= 1, `--max-runs must be 1 or more, got ${maxRuns}`);
  check(maxUpload > 0, `--max-upload must be more than 0, got ${maxUpload}`);
  check(settings.token !== "", "--token must not be empty; leave it out to have one made");
  const token = settings.token ?? (isLoopback(host) ? undefined : randomBytes(16).toString("hex"));
  const { address, close } = await startServer({
    port,
    host,
    token,
    folder,
    resumes: settings.resume,
    limits: {
      runs: maxRuns,
      uploadBytes: 1e6 * maxUpload,
      unpackedBytes: 1e6 * maxUpload * unpacking,
      rows: maxRows,
      columns: maxColumns,
    },
    onBug: (error) => complain(String(error instanceof Error ? error.stack : error).split("\n")),
  }).catch((error: NodeJS.ErrnoException) => {
    check(error.code !== "EADDRINUSE", `serve: the port ${port} is taken; choose another with --port`);
    check(
      error.code !== "EADDRNOTAVAIL" && error.code !== "ENOTFOUND" && error.code !== "EACCES",
      `serve: ${host} port ${port} cannot be listened on (${error.code}); choose others with --host and --port`,
    );
    throw error;
  });
  const entry = token === undefined ? `${address}/` : `${address}/?token=${encodeURIComponent(token)}`;
  say([`wherefore is at ${entry}`, `its tables and runs are in ${folder}; Ctrl-C ends it`]);
  if (settings.open && process.stdout.isTTY) openBrowser(entry);
  await interrupted();
  complain(["", "pausing the runs; press Ctrl-C again to leave at once"]);
  await close();
  return 0;
}

/** The first Ctrl-C (or SIGTERM); the second ends the program. */
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

/** Where there is no browser the address is printed anyway. */
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
