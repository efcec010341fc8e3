// An S3-compatible store, against moto's server (from PyPI, in an environment under node_modules): in `npm run test:long`.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { AwsClient } from "aws4fetch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../../src/node/batch/store.ts";
import { isLong } from "../long.ts";
import { freePort } from "./free-port.ts";
import { example, pause, programIn } from "./program.ts";

const environment = fileURLToPath(new URL("../../node_modules/.cache/moto", import.meta.url));
const { wherefore } = programIn("s3");

describe.skipIf(!isLong)("a store in S3", () => {
  let server: ChildProcess;
  const keys = { AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: "secret", AWS_REGION: "us-east-1" };
  beforeAll(async () => {
    if (!existsSync(`${environment}/bin/moto_server`)) {
      execFileSync("python3", ["-m", "venv", environment]);
      execFileSync(`${environment}/bin/pip`, ["-q", "install", "moto[server]"]);
    }
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    server = spawn(`${environment}/bin/moto_server`, ["-H", "127.0.0.1", "-p", `${port}`], {
      stdio: "ignore",
    });
    Object.assign(process.env, keys, { AWS_ENDPOINT_URL: address });
    while (!(await fetch(address).catch(() => null))) await pause(100);
    const client = new AwsClient({
      accessKeyId: "key",
      secretAccessKey: "secret",
      service: "s3",
      region: "us-east-1",
    });
    expect((await client.fetch(`${address}/bucket`, { method: "PUT" })).status).toBe(200);
  });
  afterAll(() => void server?.kill());

  it("gives what was put there, keeps what came first, and lists more than a thousand names", async () => {
    const store = await openStore("s3://bucket/some/prefix");
    const name = "ab".repeat(32);
    expect(await store.get("results", name)).toBeUndefined();
    await store.put("results", name, Buffer.from("first"));
    await store.put("results", name, Buffer.from("second"));
    expect(Buffer.from((await store.get("results", name))!).toString()).toBe("first");
    const many = Array.from({ length: 1005 }, (_, k) => k.toString(16).padStart(64, "0"));
    for (const each of many) await store.put("tables", each, Buffer.from("t"));
    expect(await store.names("tables")).toEqual(many);
    expect(await store.names("results")).toEqual([name]);
    const missing = await openStore("s3://nobody");
    await expect(missing.put("results", name, Buffer.from("x"))).rejects.toThrow(/there is no bucket nobody/);
  });

  it("gives the answer of threads", async () => {
    const asked = [example("twelve").data, "--confidence", "bootstrap", "--resamples", "20"];
    const place = ["--store", "s3://bucket/batches"];
    const told = async (...args: string[]) => {
      const { code, out, err } = await wherefore(...args, "--json");
      expect(code, err).toBe(0);
      return JSON.parse(out);
    };
    const threads = await told("discover", ...asked, "--no-out", "--quiet");
    await told("batch", "plan", ...asked, ...place);
    await told("batch", "work", ...place, "--quiet");
    expect((await told("batch", "merge", ...place, "--quiet")).confidence).toEqual(threads.confidence);
  });
});
