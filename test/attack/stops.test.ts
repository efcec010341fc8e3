// Scores that take long, and one that never answers: Ctrl-C and the time limit end every search, what it had goes on to the
// same bytes, and errors come out of the thread that searches as what they are.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { simulate } from "../../src/core/index.ts";
import { pause, programIn, until } from "../e2e/program.ts";
import { served } from "../e2e/served.ts";
import { amount, isWhole, tally } from "./attack.ts";

const { folder, started, putTable } = programIn("stops");
putTable("data.csv", simulate({ nodes: 5, samples: 80, seed: 5 }).table);
putTable("wide.csv", simulate({ nodes: 14, samples: 200, seed: 1 }).table);

/** A term takes 200 ms of work, until there is a file called fast. */
writeFileSync(
  join(folder, "slow.mjs"),
  `import { existsSync } from "node:fs";
const ms = existsSync(new URL("fast", import.meta.url)) ? 0 : 200;
export default ({ X: { rows: n, cols: d, data } }) => ({
  term: (node, parents) => {
    for (const end = performance.now() + ms; performance.now() < end; );
    let sum = 0;
    for (let i = 0; i < n; i++) {
      let rest = data[i * d + node];
      for (const p of parents) rest -= data[i * d + p] / (2 + p);
      sum += rest * rest;
    }
    return -n * Math.log(sum) - 8 * parents.length;
  },
});
`,
);
writeFileSync(join(folder, "endless.mjs"), "export default () => ({ term: () => { for (;;); } });\n");
writeFileSync(
  join(folder, "broken.mjs"),
  `export default () => ({ term: () => { throw new Error("no such luck"); } });\n`,
);

const agent = ["--prune", "none", "--iterations", "3"];
const searches: readonly (readonly string[])[] = [
  ["order", "--polish"],
  ["exact"],
  ["hill-climb", "--prune", "greedy"],
  ["ges", "--best", "3"],
  ["rl", ...agent],
  ["both", "--iterations", "3"],
  ["rl-order", "--iterations", "3"],
  ["corl", ...agent],
];

const ends = tally("runs with scores that take long, stopped");

/** The command, and what it has said so far. */
function begun(...args: string[]) {
  const { child, ended } = started(...args);
  let said = "";
  child.stderr.on("data", (text) => {
    said += text;
  });
  /** Sends a signal once it has said this; the end, and the seconds from the signal to it. */
  const stopAfter = async (words: RegExp) => {
    await Promise.race([until(() => words.test(said)), ended]);
    const at = performance.now();
    child.kill("SIGINT");
    return { ...(await ended), seconds: (performance.now() - at) / 1000 };
  };
  return { ended, stopAfter };
}

/** One after the other where seconds are measured, otherwise together. */
async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  if (isWhole) for (const one of all) await work(one);
  else await Promise.all(all.map(work));
}

const ofSlow = (search: readonly string[], out: string) => [
  "discover",
  "data.csv",
  "--score",
  "./slow.mjs",
  "--search",
  ...search,
  "--restarts",
  "1",
  "--out",
  out,
];
const digestOf = (run: string) =>
  JSON.parse(readFileSync(join(folder, run, "result.json"), "utf8")).digest as string;

it("ends with the best so far a moment after Ctrl-C, and goes on to the same bytes", async () => {
  const asked = searches.slice(0, amount(1, searches.length));
  await each(asked, async (search) => {
    const [name] = search;
    const { code, out, err, seconds } = await begun(...ofSlow(search, name)).stopAfter(/terms of the score/);
    expect(err).toContain("stopping with the best so far");
    expect([code, err.includes(" bug "), out.includes("stopped: interrupted")]).toEqual([130, false, true]);
    if (isWhole) expect(seconds).toBeLessThan(5);
    ends.add("by Ctrl-C");
  });
  if (!isWhole) return; // test/contract/stops.test.ts has it for every search
  writeFileSync(join(folder, "fast"), "");
  await each(asked, async (search) => {
    const [name] = search;
    const whole = await begun(...ofSlow(search, `${name}-whole`)).ended;
    const resumed = await begun("resume", name).ended;
    expect([whole.code, resumed.code, resumed.err]).toEqual([0, 0, whole.err]);
    expect(digestOf(name)).toBe(digestOf(`${name}-whole`));
    ends.add("resumed to the same digest");
  });
});

it("a score that never answers ends with Ctrl-C and with the time limit, and says so", async () => {
  const endless = ["discover", "data.csv", "--score", "./endless.mjs", "--search", "order"];
  const [asked, late] = [
    begun(...endless, "--out", "asked"),
    begun(...endless, "--out", "late", "--time-limit", "1"),
  ];
  await until(() => existsSync(join(folder, "asked/spec.json")));
  const stopped = await asked.stopAfter(/^/);
  expect(stopped.code).toBe(130);
  expect(stopped.err).toMatch(/the score gave no answer for \d+ seconds when it was told to stop/);
  expect(stopped.err).toContain("wherefore resume asked");
  if (isWhole) expect(stopped.seconds).toBeLessThan(4);
  const { code, err } = await late.ended;
  expect(code).toBe(2);
  expect(err).toMatch(/the score gave no answer for \d+ seconds at its time limit/);
  expect(existsSync(join(folder, "late/spec.json"))).toBe(true);
  ends.add("ended: the score did not answer");
  ends.add("ended: the score did not answer");
});

if (isWhole)
  it("a run of the server is paused in the middle of a step, goes on, and is cancelled", async () => {
    const server = await served(started("serve", "--port", "0", "--no-open", "--folder", "served"));
    const shown = async (id: string): Promise<string> =>
      (await server.ask("GET", `/api/runs/${id}`)).body.progress?.doing ?? "";
    try {
      const wide = readFileSync(join(folder, "wide.csv"), "utf8");
      const { body: table } = await server.ask("POST", "/api/tables?name=wide.csv", wide);
      const options = { search: "order", score: "gp", optimum: "never" };
      const { body: run } = await server.ask("POST", "/api/runs", { table: table.id, options });
      while (!/terms? of the score/.test(await shown(run.id))) await pause(20);
      const at = performance.now();
      await server.ask("POST", `/api/runs/${run.id}/pause`);
      const { outcome } = await server.when(run.id, "paused");
      if (isWhole) expect((performance.now() - at) / 1000).toBeLessThan(5);
      expect(outcome.stopped).toBe("interrupted");
      await server.ask("POST", `/api/runs/${run.id}/resume`);
      while (!/terms? of the score/.test(await shown(run.id))) await pause(20);
      expect((await server.ask("POST", `/api/runs/${run.id}/cancel`)).body.status).toBe("cancelled");
      ends.add("paused on the server");
    } finally {
      server.child.kill("SIGKILL");
    }
  });

if (isWhole)
  it("what a score throws comes out as a sentence, and a second Ctrl-C leaves at once", async () => {
    const broken = await begun("discover", "data.csv", "--score", "./broken.mjs", "--no-out").ended;
    expect(broken.code).toBe(2);
    expect(broken.err).toMatch(/^score: .*broken\.mjs threw at .*no such luck; fix it\n$/);
    const { child, ended } = started("discover", "data.csv", "--score", "./endless.mjs", "--out", "twice");
    await until(() => existsSync(join(folder, "twice/spec.json")));
    child.kill("SIGINT");
    let said = "";
    child.stderr.on("data", (text) => {
      said += text;
    });
    await until(() => said.includes("press Ctrl-C again") || child.exitCode !== null);
    child.kill("SIGINT");
    expect((await ended).code).toBe(130);
    expect(said).not.toContain("the score gave no answer");
  });
