// The page as static files, from a folder of any file server: the browser is the engine, with the same bytes as Node.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { simulate } from "../../src/core/index.ts";
import { isLong } from "../long.ts";
import { describeInChromium, downloaded, expectNoComplaints, root, staticFiles } from "./page/browser.ts";
import {
  atResult,
  chooseAgent,
  heading,
  iterations,
  listedEdges,
  start,
  takeExample,
  takeFile,
  toSearch,
} from "./page/screens.ts";
import { programIn } from "./program.ts";
import { comparable } from "./served.ts";

const { folder, started, putTable } = programIn("page-static");
const sites: Awaited<ReturnType<typeof staticFiles>>[] = [];
const example = join(root, "examples/twelve");

beforeAll(async () => {
  putTable("small.csv", simulate({ nodes: 6, samples: 100, seed: 1 }).table);
  sites.push(
    await staticFiles({ isHoldable: true }),
    await staticFiles({ isHoldable: true, isIsolated: true }),
  );
});

afterAll(() => {
  for (const { close } of sites) close();
});

/** The folder that the command line writes for the same. */
async function byCommand(out: string, ...args: readonly string[]): Promise<(file: string) => string> {
  const { code, err } = await started("discover", ...args, "--out", out, "--quiet").ended;
  expect([code, err]).toEqual([0, ""]);
  return (file) => readFileSync(join(folder, out, file), "utf8");
}

const agent = ["--search", "rl", "--iterations", "20", "--stop", "never", "--strict", "--threads", "1"];
/** What that gives, once for all tests. */
let byNode: ReturnType<typeof byCommand> | undefined;

describeInChromium("the page without a server", (open) => {
  it("finishes the example of twelve variables with the graph of Node, picture and report included", async () => {
    const command = byCommand("exact", join(example, "data.csv"), "--truth", join(example, "truth.csv"));
    const shown = await open(sites[0].address);
    const { page } = shown;
    await page.getByText("your table is not sent anywhere").waitFor();
    await takeExample(page);
    await toSearch(page);
    await start(page);
    await atResult(page);
    const file = await command;
    await page.getByText("Download", { exact: true }).click();
    const download = (name: string) =>
      downloaded(page, () => page.getByRole("button", { name: `Download ${name}`, exact: true }).click());
    expect((await download("csv")).text).toBe(file("graph.csv"));
    expect((await download("dot")).text).toBe(file("graph.dot"));
    expect((await download("graph.svg")).text).toBe(file("graph.svg"));
    const ours = comparable((await download("result.json")).text).replaceAll("twelve.csv", "data.csv");
    expect(JSON.parse(ours).digest).toBe(JSON.parse(file("result.json")).digest);
    expect((await download("report.html")).text).toContain("<svg");
    expectNoComplaints(shown);
    await shown.close();
  });

  for (const [k, what] of ["without shared memory", "with shared memory"].entries())
    it.skipIf(!isLong && k === 1)(
      `runs an agent, pauses, is reloaded, goes on, and ends in the digest of Node (${what})`,
      async () => {
        byNode ??= byCommand("agent", "small.csv", ...agent);
        const command = byNode;
        const site = sites[k];
        const shown = await open(site.address);
        const { page } = shown;
        const shows = (count: number) => async () => (await iterations(page)) >= count;
        await takeFile(page, join(folder, "small.csv"));
        await toSearch(page);
        await chooseAgent(page, 20);
        const begun = site.hold(shows(5));
        await start(page);
        await begun;
        await page.getByRole("button", { name: "Pause" }).click();
        site.release();
        await page.getByText("Paused: it can be resumed").waitFor();
        const at = await iterations(page);
        await page.reload();
        await page.getByText("Paused: it can be resumed").waitFor();
        const resumed = site.hold(shows(at + 5));
        await page.getByRole("button", { name: "Resume" }).click();
        await resumed;
        // A window that is closed in the midst of it.
        const address = page.url();
        await page.goto("about:blank");
        site.release();
        await page.goto(address);
        await page.getByRole("button", { name: "Resume" }).click();
        await atResult(page);
        const file = await command;
        const graph = file("graph.csv").trim().split("\n").slice(1);
        const marks = graph.map((line) => {
          const [cause, effect, mark] = line.split(",");
          return `${cause} ${mark === "---" ? "—" : "→"} ${effect}`;
        });
        expect((await listedEdges(page)).toSorted()).toEqual(marks.toSorted());
        await page.getByText("Download", { exact: true }).click();
        const result = await downloaded(page, () =>
          page.getByRole("button", { name: "Download result.json", exact: true }).click(),
        );
        expect(JSON.parse(result.text).digest).toBe(JSON.parse(file("result.json")).digest);
        await page.getByRole("link", { name: "Runs" }).click();
        await heading(page, "Runs").waitFor();
        expectNoComplaints(shown);
        await shown.close();
      },
    );
});
