// The engine in the browser, from static files: the same bytes as in Node, through pauses and reloads. A long file, because
// all tests share one browser and the reference results of Node.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  csvOf,
  graphFormats,
  type RunResult,
  resultDrawing,
  resultGraph,
  simulate,
  tableFromCsv,
  truthOn,
  wire,
} from "../../src/core/index.ts";
import { svgOf } from "../../src/node/files/picture.ts";
import { allowRelaxedSimd, discover, readTable } from "../../src/node/index.ts";
import { discovered } from "../../src/node/runs/discover.ts";
import type { Client, News } from "../../src/web/client/client.ts";
import { isLong } from "../long.ts";
import { badFiles, previewOf } from "./browser/bad-files.ts";
import { clientSite } from "./browser/client-site.ts";
import { type FileServer, fileServer } from "./browser/file-server.ts";
import { findChromium } from "./browser/find.js";
import { hangMs, launched } from "./page/browser.ts";
import { example } from "./program.ts";

allowRelaxedSimd();
const executablePath = findChromium();
const [twelve, asia] = [example("twelve"), example("asia")];
/** From a first logit of −2 on some of its first graphs have no cycle. */
const strict = { strict: true, iterations: 24, stop: "never", logitBias: -2 };
const fused = { iterations: 10 };
const options = { search: "rl", score: "bic-equal-variance", seed: 4, options: strict };

/** The command line says these two always, and fields of a spec stand in the order in which they are said. */
const asTyped = { prune: undefined, polish: undefined };

declare const client: Client;
/** Steps of a search that the page was told of. */
declare let told: number;

describe.skipIf(executablePath === undefined)("in Chromium, from files (skipped where there is none)", () => {
  const folder = mkdtempSync(join(tmpdir(), "wherefore-static-"));
  let browser: Browser;
  let servers: FileServer[];
  /** By build. */
  let ours: { readonly strict: RunResult; readonly fused: RunResult | undefined };

  beforeAll(async () => {
    await clientSite(folder);
    servers = await Promise.all([
      fileServer(folder),
      fileServer(folder, { isIsolated: true }),
      fileServer(folder, { isHoldable: true }),
    ]);
    browser = await launched(executablePath!);
    const table = await readTable(twelve.data);
    const truth = truthOn(table.names, readFileSync(twelve.truth, "utf8"));
    const asked = { ...asTyped, truth, name: "twelve.csv" };
    ours = {
      strict: (await discovered(table, { ...asked, ...options })).result,
      fused: isLong ? (await discovered(table, { ...asked, ...options, options: fused })).result : undefined,
    };
  });

  afterAll(async () => {
    await browser?.close();
    for (const { close } of servers ?? []) close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function opened(isIsolated: boolean, { address } = servers[isIsolated ? 1 : 0]): Promise<Page> {
    const context = await browser.newContext();
    context.setDefaultTimeout(hangMs);
    const page = await context.newPage();
    await page.goto(`${address}client.html`);
    return page;
  }

  for (const [build, isIsolated] of [
    ["strict", false],
    ["fused", true],
  ] as const)
    it.skipIf(!isLong && isIsolated)(
      `the twelve example ends in the bytes of Node, ${isIsolated ? "with" : "without"} shared memory, ${build}`,
      async () => {
        const page = await opened(isIsolated);
        const own = ours[build]!;
        const rl = isIsolated ? fused : strict;
        const found = await page.evaluate(
          async (asked) => {
            const { id: table, truth } = await client.addExample("twelve");
            const { id } = await client.start({ table, options: asked, truth: truth! });
            const news: News[] = [];
            await new Promise<void>((resolve) =>
              client.watch(id, (one) => {
                news.push(one);
                if (one.type === "state" && one.run.status !== "running") resolve();
              }),
            );
            const text = async (name: wire.FileName) => (await client.file(id, name)).text();
            const result = await text("result.json");
            const [edge] = (JSON.parse(result) as RunResult).member.edges;
            return {
              isIsolated: (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated,
              news,
              preview: await client.table(table),
              details: await client.run(id),
              result,
              graph: await text("graph.csv"),
              events: await text("events.ndjson"),
              png: (await client.file(id, "graph.png")).size,
              report: await text("report.html"),
              svg: await text("graph.svg"),
              edge: await client.edge(id, edge),
              estimate: await client.estimate({ table, options: { search: "exact" } }),
              findings: await client.examine(table, { missing: "drop" }),
              compared: await client.compare(id, id),
            };
          },
          { ...options, options: rl },
        );
        expect(found.isIsolated).toBe(isIsolated);
        const result = JSON.parse(found.result) as RunResult;
        expect(result.versions.kernels).toBe(own.versions.kernels);
        expect(result.digest).toBe(own.digest);
        expect(withoutTimes(result)).toBe(withoutTimes(own));
        expect(found.graph).toBe(graphFormats.csv.write(resultGraph(own)));
        expect(wire.tablePreview.parse(found.preview)).toMatchObject(
          await previewOf(twelve.data, "twelve.csv"),
        );
        expect(wire.runDetails.parse(found.details).status).toBe("finished");
        // All directions are told: there is no class to have a member.
        expect(found.details.files).toEqual(
          wire.fileNames.filter((name) => !["member.csv", "confidence.npy"].includes(name)),
        );
        expect(found.png).toBeGreaterThan(10_000);
        expect(found.svg).toBe(await svgOf(resultDrawing(own)));
        expect(found.report).toContain("<svg");
        expect(wire.edgeDetails.parse(found.edge).contribution).toBeGreaterThan(0);
        expect(wire.estimate.parse(found.estimate).search).toBe("exact");
        expect(wire.findings.parse(found.findings).rows).toBe(1000);
        expect(wire.comparison.parse(found.compared).counts.onlyA).toBe(0);

        // Everything that happened is in the record, and some of it was told.
        const record = found.events.trimEnd().split("\n");
        const steps = found.news.filter(({ type }) => type === "step");
        expect(record.length).toBeGreaterThan(result.iterations!);
        expect(steps.length).toBeGreaterThan(5);
        expect(steps.length).toBeLessThan(record.length);
        expect(found.news.some(({ type }) => type === "probabilities")).toBe(true);
        const best = found.news.findLast((news) => news.type === "best");
        // Ten iterations find no graph without cycles.
        if (build === "strict") expect(best?.edges.length).toBeGreaterThan(0);
        expect(found.news.at(-1)).toMatchObject({ type: "state", run: { status: "finished" } });
        await page.context().close();
      },
    );

  it("the asia example, of categories, ends in the bytes of Node", async () => {
    const page = await opened(false);
    const found = await page.evaluate(async () => {
      const { id: table, truth } = await client.addExample("asia");
      const { id } = await client.start({ table, options: { score: "bdeu" }, truth: truth! });
      const isOver = async () => (await client.run(id)).status === "finished";
      while (!(await isOver())) await new Promise((go) => setTimeout(go, 20));
      return client.result(id);
    });
    const table = await readTable(asia.data);
    const truth = truthOn(table.names, readFileSync(asia.truth, "utf8"));
    const own = await discover(table, { ...asTyped, score: "bdeu", truth, name: "asia.csv" });
    expect(withoutTimes(found)).toBe(withoutTimes(own));
    await page.context().close();
  });

  it("a slow score, shared by three workers, ends in the bytes of Node", async () => {
    const page = await opened(true);
    const { table } = simulate({ graph: "bernoulli", nodes: 4, samples: 40, seed: 3 });
    const asked = { score: "gp", search: "exact" };
    const found = await page.evaluate(
      async ([text, given]) => {
        const { id: table } = await client.addTable(new File([text], "gp.csv"));
        const { id } = await client.start({ table, options: given, threads: 3 });
        const isGoing = async () => (await client.run(id)).status === "running";
        while (await isGoing()) await new Promise((go) => setTimeout(go, 20));
        return { run: await client.run(id), result: await client.result(id) };
      },
      [csvOf(table), asked] as const,
    );
    expect(found.run.error).toBeNull();
    const { result: own } = await discovered(tableFromCsv(csvOf(table)), {
      ...asTyped,
      ...asked,
      name: "gp.csv",
    });
    expect(withoutTimes(found.result)).toBe(withoutTimes(own));
    await page.context().close();
  });

  // page-static.test.ts has it on the page.
  it.skipIf(!isLong)(
    "a run that is paused, and one whose page is reloaded, go on to the same digest",
    async () => {
      const site = servers[2];
      const page = await opened(false, site);
      /** Counts what is told of the search. */
      const watch = (run: string) =>
        page.evaluate((id) => {
          Object.assign(globalThis, { told: 0 });
          client.watch(id, (news) => {
            if (news.type === "step" && news.stage === "search") told++;
          });
        }, run);
      const hasTold = (steps: number) => () =>
        page.evaluate((least) => told >= least, steps).catch(() => false);
      const status = (run: string, ...ends: string[]) =>
        page.evaluate(
          async ([id, wanted]) => {
            while (!wanted.includes((await client.run(id)).status))
              await new Promise((go) => setTimeout(go, 20));
            return client.run(id);
          },
          [run, ends] as const,
        );

      await page.evaluate(() => void Object.assign(globalThis, { told: 0 }));
      const begun = site.hold(hasTold(5));
      const id = await page.evaluate(async (asked) => {
        const { id: table, truth } = await client.addExample("twelve");
        return (await client.start({ table, options: asked, truth: truth! })).id;
      }, options);
      await watch(id);
      await begun;
      await page.evaluate((run) => void client.pause(run), id);
      site.release();
      const paused = await status(id, "paused", "finished");
      expect(paused).toMatchObject({
        status: "paused",
        isResumable: true,
        outcome: { stopped: "interrupted" },
      });

      await watch(id);
      const resumed = site.hold(hasTold(10));
      await page.evaluate((run) => client.resume(run), id);
      await resumed;
      await page.reload();
      site.release();
      const after = await page.evaluate((run) => client.run(run), id);
      // The result of the pause is still there.
      expect(after).toMatchObject({
        status: "interrupted",
        isResumable: true,
        outcome: { stopped: "interrupted" },
      });
      await page.evaluate((run) => client.resume(run), id);
      await status(id, "finished");
      const digest = await page.evaluate(async (run) => (await client.result(run)).digest, id);
      expect(digest).toBe(ours.strict.digest);
      await page.context().close();
    },
  );

  it("a run of another tab is seen, paused and not started twice; a third run is refused", async () => {
    const page = await opened(false);
    const other = await page.context().newPage();
    await other.goto(page.url());
    const { table, id } = await page.evaluate(async (asked) => {
      const { id: table } = await client.addExample("twelve");
      const { id } = await client.start({ table, options: asked });
      return { table, id };
    }, slow);
    const seen = await other.evaluate(
      async ([run, ofTable]) => {
        const refused = (work: Promise<unknown>) => work.then(String, (error: Error) => error.message);
        const news: string[] = [];
        const close = client.watch(run, ({ type }) => void news.push(type));
        const { status } = await client.run(run);
        const again = await refused(client.resume(run));
        const removed = await refused(client.removeTable(ofTable));
        while (!news.includes("step")) await new Promise((go) => setTimeout(go, 20));
        const second = await client.start({ table: ofTable, options: { search: "rl", seed: 5 } });
        const third = await refused(client.start({ table: ofTable }));
        await client.cancel(second.id);
        const cancelled = (await client.run(second.id)).status;
        await client.pause(run);
        while ((await client.run(run)).status !== "paused") await new Promise((go) => setTimeout(go, 20));
        close();
        return { status, again, removed, third, cancelled, list: await client.runs() };
      },
      [id, table] as const,
    );
    expect(seen).toMatchObject({
      status: "running",
      again: "runs: a run that is running cannot be resumed",
      removed: `tables: the run ${id}, which is running, needs the table; cancel or delete the run first`,
      third: "runs: at most 2 runs can be active at once, and 2 are; wait for one to end, or pause one",
      cancelled: "cancelled",
    });
    expect(wire.runs.parse({ runs: seen.list, damaged: [] }).runs.map(({ status }) => status)).toEqual([
      "cancelled",
      "paused",
    ]);
    const left = await page.evaluate(async () => {
      for (const { id } of await client.runs()) await client.removeRun(id);
      for (const { id } of await client.tables()) await client.removeTable(id);
      return [await client.runs(), await client.tables()];
    });
    expect(left).toEqual([[], []]);
    await page.context().close();
  });

  it("each bad file is refused in the sentence of Node", async () => {
    const page = await opened(false);
    for (const [name, content] of Object.entries(badFiles)) {
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      const path = join(folder, name);
      writeFileSync(path, bytes);
      const theirs = await page.evaluate(
        async ([shown, base64]) => {
          const raw = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          return client.addTable(new File([raw], shown)).then(
            ({ findings, head, kinds, statistics, workbook }) => ({
              ...{ findings, head, kinds, statistics },
              ...(workbook && { workbook }),
            }),
            (error: Error) => error.message,
          );
        },
        [name, bytes.toString("base64")] as const,
      );
      const own = await previewOf(path, name).catch((error: Error) => error.message);
      if (name.endsWith(".gz")) expect(theirs).toMatch(/^table: it must be a whole gzip file/);
      else if (typeof own === "string") expect(theirs).toBe(own);
      else expect(own, name).toMatchObject(theirs as object);
    }
    expect(await page.evaluate(() => client.tables())).toHaveLength(
      Object.keys(badFiles).filter((name) => name.startsWith("found")).length,
    );
    await page.context().close();
  });
});

/** Long enough for another tab to look at. */
const slow = {
  search: "rl",
  score: "bic",
  seed: 4,
  options: { strict: true, iterations: 20_000, stop: "never" },
};

function withoutTimes({
  seconds: _,
  versions: __,
  checksum: ___,
  ...rest
}: RunResult & { checksum?: string }) {
  // The methods paragraph and its references name the version, which the test's site has not.
  return JSON.stringify(rest, null, 1).replace(/(Wherefore|version) \d+\.\d+\.\d+/g, "$1");
}
