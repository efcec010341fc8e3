// Bits turned and ends cut off in everything that is stored: what is damaged is refused with a sentence, or changes nothing.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRng, type Rng, requestText, sealed } from "../../src/core/index.ts";
import { openDataFolder } from "../../src/node/server/data-folder/data-folder.ts";
import { openStorage } from "../../src/node/server/data-folder/storage.ts";
import { defaultLimits } from "../../src/node/server/limits.ts";
import { openRuns } from "../../src/node/server/runs/runs.ts";
import { openTables } from "../../src/node/server/tables/tables.ts";
import { programIn } from "../e2e/program.ts";
import { randomTable } from "../problems.ts";
import { amount, tally } from "./attack.ts";

const { folder, started, putTable } = programIn("stored");
const told = tally("flips and truncations of stored files");
const quiet = ["--json", "--quiet"];

/** The file with something wrong: a bit turned, some bytes overwritten, or its end cut off. */
function damaged(bytes: Buffer, rng: Rng): Buffer {
  const at = Math.floor(rng.uniform() * bytes.length);
  const kind = rng.uniform();
  if (kind < 0.15) return bytes.subarray(0, at);
  const out = Buffer.from(bytes);
  const length = kind < 0.3 ? 1 + Math.floor(8 * rng.uniform()) : 1;
  for (let k = 0; k < length && at + k < out.length; k++)
    out[at + k] ^= length === 1 ? 1 << Math.floor(8 * rng.uniform()) : 1 + Math.floor(255 * rng.uniform());
  return out;
}

/** Runs the program on a copy of a folder with one file damaged; it must refuse with a sentence or give the digest. */
async function attacked(copy: string, file: string, rng: Rng, args: readonly string[], digest: string) {
  const path = join(folder, copy, file);
  writeFileSync(path, damaged(readFileSync(path), rng));
  const { code, out, err } = await started(...args).ended;
  expect(err, `${file}: ${err}`).not.toMatch(/\n\s+at |bug in wherefore|Error:/);
  if (code === 0) {
    expect(JSON.parse(out).digest, `${file} gives another result`).toBe(digest);
    told.add("the same digest");
  } else {
    expect([code, err]).toEqual([2, expect.stringMatching(/^(note: .*\n)*[\w./-]+: .+\n$/)]);
    told.add("refused");
  }
}

const digests: Record<string, string> = {};
const digestOf = async (...args: string[]): Promise<string> => {
  const { code, out, err } = await started(...args, ...quiet).ended;
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out).digest as string;
};

beforeAll(async () => {
  putTable("data.csv", randomTable(createRng("stored"), 6, 200));
  putTable("small.csv", randomTable(createRng("small"), 4, 60));
  digests.finished = await digestOf("discover", "data.csv", "--out", "finished");
  digests.stopped = await digestOf("discover", "data.csv", "--search", "hill-climb", "--no-out");
  digests.scored = await digestOf("discover", "small.csv", "--score", "gp", "--out", "siblings/scored");
  // A run that was stopped by its time limit at once has its checkpoint, and no result worth keeping.
  const limit = ["--search", "hill-climb", "--time-limit", "0.000001"];
  const stopped = await started("discover", "data.csv", ...limit, "--out", "stopped", ...quiet).ended;
  expect(stopped.code).toBe(0);
  const { checksum: _, ...spec } = JSON.parse(readFileSync(join(folder, "stopped/spec.json"), "utf8"));
  const { timeLimit: __, ...unlimited } = spec.spec;
  writeFileSync(
    join(folder, "stopped/spec.json"),
    JSON.stringify(sealed({ ...spec, spec: unlimited }), null, 2),
  );
  expect(readdirSync(join(folder, "stopped"))).toContain("checkpoint.bin");
});

describe("a damaged file of a run folder", () => {
  const rng = createRng("stored files");
  const cases = [
    { of: "stopped", files: ["checkpoint.bin", "spec.json", "result.json"], share: 0.5 },
    { of: "finished", files: ["result.json", "spec.json", "certificate.json"], share: 0.2 },
  ] as const;
  for (const { of, files, share } of cases) {
    const count = Math.ceil(share * amount(4, 520));
    it(`never gives another result (${of}, ${count} times)`, async () => {
      for (let k = 0; k < count; k++) {
        rmSync(join(folder, "copy"), { recursive: true, force: true });
        cpSync(join(folder, of), join(folder, "copy"), { recursive: true });
        const file = files[k % files.length];
        await attacked("copy", file, rng.fork(`${of}/${k}`), ["resume", "copy", ...quiet], digests[of]);
      }
    });
  }

  const count = Math.ceil(0.3 * amount(1, 520));
  it(`never gives another result (scores.bin of the folder beside it, ${count} times)`, async () => {
    for (let k = 0; k < count; k++) {
      rmSync(join(folder, "beside"), { recursive: true, force: true });
      mkdirSync(join(folder, "beside/first"), { recursive: true });
      cpSync(join(folder, "siblings/scored/scores.bin"), join(folder, "beside/first/scores.bin"));
      const asked = ["discover", "small.csv", "--score", "gp", "--out", "beside/second", ...quiet];
      await attacked("beside/first", "scores.bin", rng.fork(`scores/${k}`), asked, digests.scored);
    }
  });
});

describe("a damaged file of the server", () => {
  const home = mkdtempSync(join(tmpdir(), "stored-server-"));
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const id = (k: number) => k.toString(16).padStart(16, "0");
  const facts = {
    name: "t.csv",
    bytes: 10,
    uploaded: "2026-01-01T00:00:00.000Z",
    rows: 3,
    columns: ["a", "b"],
  };
  const table = { ...facts, head: [["1", "2"]], profile: [], correlations: null, findings: [], truth: null };
  const request = { table: id(0), options: { seed: 3 }, missing: "fail" as const };

  it("is listed as damaged or means the same, and keeps nothing else from being listed", async () => {
    const count = amount(200, 2000);
    const rng = createRng("server files");
    const format = "wherefore-request/1" as const;
    const stored = (k: number) => ({ format, id: id(k), created: "2026-01-01", tableName: "t.csv", request });
    for (let k = 0; k < count; k++) {
      const [at, asked] = [join(home, "tables", id(k)), join(home, "requests", id(k))];
      for (const path of [at, asked]) mkdirSync(path, { recursive: true });
      const text = JSON.stringify(sealed({ format: "wherefore-table/1", id: id(k), ...table }));
      writeFileSync(join(at, "table.csv"), "a,b\n1,2\n");
      writeFileSync(join(at, "table.json"), k === 0 ? text : damaged(Buffer.from(text), rng.fork(`t/${k}`)));
      const whole = requestText(stored(k));
      writeFileSync(
        join(asked, "request.json"),
        k === 0 ? whole : damaged(Buffer.from(whole), rng.fork(`r/${k}`)),
      );
    }
    const data = await openDataFolder(home);
    const storage = await openStorage(data, defaultLimits.storageBytes);
    const tables = await openTables(data, defaultLimits, storage);
    const runs = await openRuns(data, tables, { limits: defaultLimits, storage, curl: () => "curl" });
    const [list, bad] = [tables.list(), tables.damaged()];
    expect(list.length + bad.length).toBe(count);
    for (const { id: _, ...each } of list) expect(each).toEqual(facts);
    const [bodies, badRuns] = [runs.list(), runs.damaged()];
    expect(bodies.length + badRuns.length).toBe(count);
    for (const { seed, table: used } of bodies)
      expect([seed, used]).toEqual([3, { id: id(0), name: "t.csv" }]);
    for (const { error } of [...bad, ...badRuns]) {
      expect(error).toMatch(/^(tables|requests)\/[0-9a-f]{16}\/\w+\.json: .*(; delete|: delete)/);
      told.add("listed as damaged");
    }
    for (const _ of [...list, ...bodies]) told.add("meant the same");
    expect(list.map((each) => each.id)).toContain(id(0));
    for (const { id: each } of bad.slice(0, 5)) await tables.remove(each);
    expect(tables.damaged()).toHaveLength(bad.length - Math.min(5, bad.length));
    data.close();
  });
});
