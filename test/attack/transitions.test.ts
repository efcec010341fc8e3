// Hundreds of resumes, pauses, cancels and deletes of the same runs at once: every one is answered with what is true, and
// no process is left behind.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRng } from "../../src/core/index.ts";
import { programIn, until } from "../e2e/program.ts";
import { served } from "../e2e/served.ts";
import { randomTable } from "../problems.ts";
import { amount, isWhole, tally } from "./attack.ts";

const { folder, started, putTable } = programIn("transitions");
const told = tally("transitions of runs at once");
const serve = () => served(started("serve", "--folder", "data", "--port", "0", "--max-runs", "3"));
let server: Awaited<ReturnType<typeof serve>>;
let table = "";
/** Long enough to go on while it is fought over. */
const rl = { iterations: 1_000_000, stop: "never" };

beforeAll(async () => {
  putTable("data.csv", randomTable(createRng("transitions"), 5, 200));
  server = await serve();
  const bytes = readFileSync(join(folder, "data.csv"), "utf8");
  table = (await server.ask("POST", "/api/tables?name=data.csv", bytes)).body.id;
});
afterAll(async () => {
  server.child.kill("SIGKILL");
  await server.ended;
});

const start = async (): Promise<string> => {
  const asked = { table, options: { search: "rl", options: rl }, threads: 1 };
  const { status, body } = await server.ask("POST", "/api/runs", asked);
  expect([status, body.error]).toEqual([201, null]);
  return body.id;
};

/** Processes of runs of this server's folder that are alive, by their locks. */
function writers(): number[] {
  const runs = join(folder, "data/runs");
  return readdirSync(runs).flatMap((run) =>
    readdirSync(join(runs, run))
      .filter((name) => name.endsWith(".lock"))
      .map((name) => JSON.parse(readFileSync(join(runs, run, name), "utf8")).pid as number)
      .filter(isAlive),
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

it(`${amount(10, 200)} at once, over several runs, never end in a 500 or with two processes for one run`, async () => {
  const rng = createRng("transitions");
  const each = 10;
  for (let round = 0; round < amount(1, 20); round++) {
    const id = await start();
    await until(() => existsSync(join(folder, "data/runs", id, "checkpoint.bin")));
    const asked = Array.from({ length: each }, () => {
      const u = rng.uniform();
      if (u < 0.4) return ["POST", `/api/runs/${id}/resume`];
      if (u < 0.6) return ["POST", `/api/runs/${id}/pause`];
      return u < 0.85 ? ["POST", `/api/runs/${id}/cancel`] : ["DELETE", `/api/runs/${id}`];
    });
    const answers = await Promise.all(asked.map(([method, url]) => server.ask(method, url)));
    for (const { status, body } of answers) {
      expect([202, 204, 404, 409, 429], JSON.stringify(body)).toContain(status);
      told.add(`answered ${status}`);
    }
    const { status } = await server.ask("DELETE", `/api/runs/${id}`);
    expect([204, 404]).toContain(status);
    expect(writers()).toEqual([]);
    expect(existsSync(join(folder, "data/runs", id))).toBe(false);
  }
});

it("of many resumes at once one begins, and cancel ends it", async () => {
  const id = await start();
  await until(() => existsSync(join(folder, "data/runs", id, "checkpoint.bin")));
  await server.ask("POST", `/api/runs/${id}/pause`);
  await server.when(id, "paused");
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => server.ask("POST", `/api/runs/${id}/resume`)),
  );
  const errors = answers.map(({ body }) => body.error).join("\n");
  expect(answers.map(({ status }) => status).sort(), errors).toEqual([202, ...Array(7).fill(409)]);
  await until(() => writers().length === 1);
  // The command line keeps away from what the server writes.
  const other = await started("resume", join("data/runs", id), "--quiet").ended;
  expect([other.code, other.err]).toEqual([
    2,
    expect.stringMatching(/^run: .* is in use by wherefore serve/),
  ]);
  expect((await server.ask("POST", `/api/runs/${id}/cancel`)).body.status).toBe("cancelled");
  expect(writers()).toEqual([]);
  for (const { status } of answers) told.add(`answered ${status}`);
});

if (isWhole)
  it("a server that was killed leaves no process that writes beside the next one's", async () => {
    const id = await start();
    await until(() => existsSync(join(folder, "data/runs", id, "checkpoint.bin")));
    const [left] = writers();
    server.child.kill("SIGKILL");
    await server.ended;
    server = await serve();
    await until(() => writers().length === 1 && writers()[0] !== left);
    expect(isAlive(left)).toBe(false);
    await server.ask("DELETE", `/api/runs/${id}`);
    expect(writers()).toEqual([]);
    told.add("taken over after a kill");
  });
