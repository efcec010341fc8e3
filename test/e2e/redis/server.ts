// A Redis server of a test's own, on a free port, ended with the test file.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, describe } from "vitest";
import { freePort } from "../free-port.ts";
import { findRedis } from "./find.js";

/** How the servers of this file's tests are ended: a hook that is asked for while a test runs would never be called. */
const ends: (() => Promise<void>)[] = [];

/** Where there is a server the tests run, elsewhere they are counted as skipped. */
export function describeWithRedis(name: string, tests: () => void): void {
  describe.skipIf(findRedis() === undefined)(name, () => {
    afterAll(async () => {
      for (const end of ends.splice(0)) await end();
    });
    tests();
  });
}

export interface RedisOptions {
  readonly password?: string;
  /** Files of a certificate for 127.0.0.1 and its key: it speaks TLS then, and nothing else. */
  readonly tls?: { readonly certificate: string; readonly key: string };
}

export async function redisServer({ password, tls }: RedisOptions = {}) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "redis-"));
  const url = `redis${tls ? "s" : ""}://${password ? `:${password}@` : ""}127.0.0.1:${port}`;
  const listening = tls
    ? ["--port", "0", "--tls-port", `${port}`, "--tls-cert-file", tls.certificate, "--tls-key-file", tls.key]
    : ["--port", `${port}`];
  const guarded = [
    ...(tls ? ["--tls-auth-clients", "no"] : []),
    ...(password ? ["--requirepass", password] : []),
  ];
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const settings = [...listening, ...guarded, "--bind", "127.0.0.1", "--save", "", "--appendonly", "yes"];
    child = spawn(findRedis()!, [...settings, "--dir", folder], { stdio: "ignore" });
    const ca = tls && readFileSync(tls.certificate);
    const client = new Redis(url, {
      maxRetriesPerRequest: null,
      retryStrategy: () => 50,
      ...(ca && { tls: { ca } }),
    });
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
  ends.push(async () => {
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
