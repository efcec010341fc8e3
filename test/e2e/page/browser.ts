// Chromium for the tests of the page, the built page as plain files, and a window in it whose complaints are kept.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect } from "vitest";
import { type FileServer, type FileServerOptions, fileServer } from "../browser/file-server.ts";
import { findChromium } from "../browser/find.js";

export const root = fileURLToPath(new URL("../../..", import.meta.url));
const web = join(root, "dist/web");
const probes = fileURLToPath(new URL("probes.js", import.meta.url));

export interface WindowOptions {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "light" | "dark";
}

export interface Window {
  readonly page: Page;
  /** What must not be: errors of the page, of its console and of its security policy, dialogs, requests that fail or leave. */
  readonly complaints: string[];
  readonly close: () => Promise<void>;
}

/** Tests with a browser, which is opened once for all of them; skipped, and shown as such, where there is none. */
export function describeInChromium(name: string, tests: (open: OpenWindow) => void): void {
  const executablePath = findChromium();
  describe.skipIf(executablePath === undefined)(`${name} (in Chromium; skipped where there is none)`, () => {
    let browser: Browser;
    const windows = new Set<Window>();
    beforeAll(async () => {
      browser = await launched(executablePath!);
    });
    afterEach(async ({ task }) => {
      if (task.result?.state === "fail") for (const window of windows) await describeWindow(window);
    });
    afterAll(() => browser?.close());
    tests(async (url, options) => {
      const window = await openWindow(browser, url, options);
      windows.add(window);
      window.page.once("close", () => windows.delete(window));
      return window;
    });
  });
}

/** For the log of a test that failed: what a person would have seen. */
async function describeWindow({ page, complaints }: Window): Promise<void> {
  const kept = await page.evaluate("JSON.stringify(localStorage)").catch(String);
  const text = await page.innerText("body", { timeout: 10_000 }).catch(String);
  console.error([page.url(), `complaints: ${complaints.join("; ")}`, `kept: ${kept}`, text].join("\n"));
}

export type OpenWindow = (url: string, options?: WindowOptions) => Promise<Window>;

/** What only a hang takes, also on a slow and busy machine. */
export const hangMs = 300_000;

/** No network but this machine's, and no graphics card. */
export function launched(executablePath: string): Promise<Browser> {
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--renderer-process-limit=1",
  ];
  return chromium.launch({ executablePath, args, timeout: hangMs });
}

export async function openWindow(
  browser: Browser,
  url: string,
  options: WindowOptions = {},
): Promise<Window> {
  const { width = 1280, height = 900, scheme = "light" } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    acceptDownloads: true,
  });
  context.setDefaultTimeout(hangMs);
  await context.addInitScript({ path: probes });
  const page = await context.newPage();
  const complaints: string[] = [];
  const { origin } = new URL(url);
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // Answers that refuse are shown by the page, and written to the console by the browser.
    if (message.type() === "error" && !/Failed to load resource/.test(message.text()))
      complaints.push(`console: ${message.text()}`);
  });
  context.on("dialog", async (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  context.on("request", (request) => {
    if (!request.url().startsWith(origin) && !/^(data|blob|about):/.test(request.url()))
      complaints.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  return { page, complaints, close: () => context.close() };
}

/** dist/web as any file server would serve it. */
export function staticFiles(options: FileServerOptions = {}): Promise<FileServer> {
  return fileServer(web, { under: "/site/", ...options });
}

/** The text of what a click downloads, and the name it is saved by. */
export async function downloaded(
  page: Page,
  click: () => Promise<void>,
): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString() };
}

/** Drops files (or folders) of the disk, as the system would, on what stands in the middle of this. */
export async function dropped(page: Page, on: Locator, paths: readonly string[]): Promise<void> {
  await on.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await on.boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", { type, x: x + width / 2, y: y + height / 2, data });
  await session.detach();
}

export function expectNoComplaints({ complaints }: Window): void {
  expect(complaints).toEqual([]);
}
