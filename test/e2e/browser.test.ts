// The engine in headless Chromium, bundled as a user would: the same bytes as in Node.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { build as bundle } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { networkBuild } from "../../src/core/index.ts";
import { allowRelaxedSimd } from "../../src/node/index.ts";
import { elementaryBits, exactBits, runBits } from "../engine-bits.ts";
import { trained } from "../training-steps.ts";
import { findChromium } from "./browser/find.js";
import { hangMs, launched } from "./page/browser.ts";

allowRelaxedSimd();
const executablePath = findChromium();

describe.skipIf(executablePath === undefined)("in Chromium (skipped where there is none)", () => {
  let browser: Browser;
  let server: Server;
  let code: string;

  beforeAll(async () => {
    const built = await bundle({
      configFile: false,
      logLevel: "error",
      build: {
        write: false,
        target: "es2022",
        lib: { entry: fileURLToPath(new URL("browser/worker.ts", import.meta.url)), formats: ["es"] },
      },
    });
    code = (built as { output: { code: string }[] }[])[0].output[0].code;
    server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
      if (searchParams.has("isolated") || pathname === "/worker.js") {
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
      }
      const isCode = pathname === "/worker.js";
      response.setHeader("Content-Type", isCode ? "text/javascript" : "text/html");
      response.end(isCode ? code : "<title>engine</title>");
    }).listen(0, "127.0.0.1");
    browser = await launched(executablePath!);
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  async function answers(query: string): Promise<Record<string, string>> {
    const page = await browser.newPage();
    page.setDefaultTimeout(hangMs);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${query}`);
    const result = await page.evaluate(
      `new Promise((resolve) => {
        const worker = new Worker("/worker.js", { type: "module" });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => resolve({ error: message });
      })`,
    );
    await page.close();
    return result as Record<string, string>;
  }

  it("ten steps and a proof end in the bytes of Node, on 1, 2 and 3 threads, and small runs of other searches too", async () => {
    const found = await answers("?isolated");
    const proof = exactBits();
    const builds = new Set([networkBuild({ strict: true }), networkBuild()]);
    const expected: Record<string, string> = {};
    for (const build of builds) {
      const ours = await trained({ build, steps: 10 });
      for (const threads of [1, 2, 3]) expected[`${build}, ${threads} of ${threads} threads`] = ours;
    }
    for (const threads of [1, 2, 3]) expected[`exact, ${threads} of ${threads} threads`] = proof;
    const { "elementary functions": bits, "small runs": runs, ...steps } = found;
    expect(steps).toEqual(expected);
    expect(bits).toBe(String(elementaryBits()));
    expect(runs.split("\n")).toEqual(runBits().split("\n"));
  });

  it("a page that may not share memory gets the same from one thread", async () => {
    const found = await answers("");
    const runs = Object.keys(found).filter((key) => key.includes("threads"));
    expect(runs.every((key) => key.includes("1 of"))).toBe(true);
    expect(found["strict, 1 of 3 threads"]).toBe(await trained({ build: "strict", steps: 10 }));
    expect(found["exact, 1 of 3 threads"]).toBe(exactBits());
  });
});
