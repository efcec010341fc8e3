// The built site: its pages, served from disk by a file server, and what a browser finds in each.

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { root } from "./page/browser.ts";

export const siteFolder = join(root, "docs/.vitepress/dist");

/** Installed where it is not, and built. */
export function buildSite(): void {
  const inDocs = { cwd: join(root, "docs"), stdio: "pipe", shell: process.platform === "win32" } as const;
  if (!existsSync(join(root, "docs/node_modules"))) execFileSync("npm", ["ci"], inDocs);
  execFileSync("npm", ["run", "build"], inDocs);
}

export function sitePages(): string[] {
  return readdirSync(siteFolder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".html") && path !== "404.html")
    .sort();
}

export interface PageFacts {
  /** The levels of its headings, in order. */
  readonly headings: readonly number[];
  /** Addresses within the site, with their anchors. */
  readonly links: readonly string[];
  readonly anchors: readonly string[];
  /** Texts whose contrast is too low, with the ratio. */
  readonly faint: readonly string[];
  /** Pixels by which the page is wider than the window. */
  readonly overflow: number;
  /** Controls and pictures without a name. */
  readonly nameless: readonly string[];
}

const reading = readFileSync(fileURLToPath(new URL("page/site-facts.js", import.meta.url)), "utf8");

/** What the script beside finds in the page that is open. */
export function factsOf(page: Page): Promise<PageFacts> {
  return page.evaluate(`(() => {${reading}\nreturn siteFacts();})()`);
}
