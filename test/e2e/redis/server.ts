// A Redis server of a test's own, on a free port, ended with the test file.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, describe } from "vitest";
import { freePort } from "../free-port.ts";
import { findRedis } from "./find.js";

/** Where there is a server the tests run, elsewhere they are counted as skipped. */
export const describeWithRedis: typeof describe | typeof describe.skip =
  findRedis() === undefined ? describe.skip : describe;

export async function redisServer() {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "redis-"));
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const settings = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "yes"];
    child = spawn(findRedis()!, [...settings, "--dir", folder], { stdio: "ignore" });
    const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
    client.on("error", () => {});
    await client.ping();
    client.disconnect();
  };
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child?.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  };
  afterAll(async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  });
  await start();
  return {
    url,
    client: () => new Redis(url),
    /** Kills it, and starts it with what it had written down. */
    restartKept: async () => {
      await kill();
      await start();
    },
    /** Kills it, and starts it with nothing in it. */
    restartEmpty: async () => {
      await kill();
      rmSync(join(folder, "appendonlydir"), { recursive: true, force: true });
      await start();
    },
  };
}
