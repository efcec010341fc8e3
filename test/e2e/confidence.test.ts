// Shares of resamples are the same for any number of threads, and for a run that was killed during the resampling.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { isLong, trials } from "../long.ts";
import { type Ended, example, pause, programIn, until } from "./program.ts";

const { folder, started, wherefore } = programIn("confidence");
const asked = [example("twelve").data, "--confidence", "bootstrap", "--resamples", "300", "--seed", "2"];

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");

function told({ code, out, err }: Ended) {
  expect(code, err).toBe(0);
  return JSON.parse(out);
}

describe("how sure each edge is", () => {
  let whole: { readonly confidence: unknown; readonly digest: string };
  beforeAll(async () => {
    whole = told(await wherefore("discover", ...asked, "--threads", "1", "--no-out", "--json", "--quiet"));
  });

  it.each(isLong ? [2, 3, 8] : [3])("is the same with %i threads", async (threads) => {
    const args = ["--threads", `${threads}`, "--no-out", "--json", "--quiet"];
    expect(told(await wherefore("discover", ...asked, ...args)).confidence).toEqual(whole.confidence);
  });

  it.each(Array.from({ length: trials(1, 10) }, (_, k) => k))(
    "is the same when the run was killed while it counted, and resumed (%i)",
    async (k) => {
      const out = `killed-${k}`;
      const { child, ended } = started("discover", ...asked, "--out", out, "--quiet");
      const hasCounted = () => textOf(join(folder, out, "checkpoint.bin")).includes('"confidence":');
      await until(() => hasCounted() || child.exitCode !== null);
      await pause(20 * k);
      child.kill("SIGKILL");
      await ended;
      expect(told(await wherefore("resume", out, "--json", "--quiet"))).toMatchObject({
        confidence: whole.confidence,
        digest: whole.digest,
      });
    },
  );

  it("keeps what was counted when it is stopped", async () => {
    const { child, ended } = started("discover", ...asked, "--out", "stopped", "--json");
    let err = "";
    child.stderr.on("data", (text) => {
      err += text;
    });
    while (!/resample/.test(err) && child.exitCode === null) await pause(20);
    child.kill("SIGINT");
    const { code, out } = await ended;
    if (code === 0) return; // it had come to its end
    expect(code).toBe(130);
    const { confidence, stopped, notes } = JSON.parse(out);
    expect(stopped).toBe("interrupted");
    expect(confidence === undefined || confidence.resamples < 300).toBe(true);
    expect(notes.join()).toMatch(/resamples/);
    expect(told(await wherefore("resume", "stopped", "--json", "--quiet")).confidence).toEqual(
      whole.confidence,
    );
  });
});
