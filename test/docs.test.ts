// The documentation is correct as far as a machine can check: pages have their headings, links resolve, options exist, every
// entry of the registries is described, and every snippet runs.

import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { curves, head, sizeCells, sizes } from "../bench/scale-grid.js";
import { scores } from "../src/core/score/scores.ts";
import { prunings } from "../src/core/search/prune/prune.ts";
import { searches } from "../src/core/search/searches.ts";
import { commandsIn } from "./e2e/command-line.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const main = join(root, "dist/node/cli/main.js");
const run = promisify(execFile);
const headings = ["Idea", "Paper", "Use", "What the steps report", "Where we differ", "Evidence"];

interface Page {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

const docs = pagesUnder("docs");
const pages = [
  ...docs,
  ...["README.md", "CHANGELOG.md"].filter((path) => existsSync(join(root, path))).map(pageAt),
];

describe("the documentation", () => {
  it("has pages, and its index links each of them", () => {
    const index = pageAt("docs/README.md");
    const linked = new Set(linksOf(index).map((link) => resolve(root, "docs", link.split("#")[0])));
    const others = docs.filter(({ path }) => path !== index.path);
    expect(others.length).toBeGreaterThan(10);
    for (const { path } of others)
      expect(linked.has(join(root, path)), `${path} is not in the index`).toBe(true);
  });

  it("has the six headings, in order, on every page about an algorithm or a score", () => {
    const fixed = docs.filter(({ path }) => /^docs\/(algorithms|scores)\//.test(path));
    expect(fixed.length).toBeGreaterThan(8);
    for (const { path, text } of fixed) {
      const found = [...withoutBlocks(text).matchAll(/^## (.+)$/gm)].map((m) => m[1]);
      expect(found, path).toEqual(headings);
    }
  });

  it("links only to files and headings that exist", () => {
    for (const page of pages) {
      for (const link of linksOf(page)) {
        const [file, anchor] = link.split("#");
        const target = file === "" ? join(root, page.path) : resolve(root, dirname(page.path), file);
        expect(existsSync(target), `${page.path} links to ${link}`).toBe(true);
        if (anchor !== undefined)
          expect(anchorsOf(readFileSync(target, "utf8")), `${page.path} links to ${link}`).toContain(anchor);
      }
    }
  });

  it("names every search, score and rule of pruning", () => {
    const all = docs.map(({ text }) => text).join("\n");
    for (const name of [searches, scores, prunings].flatMap((registry) => Object.keys(registry)))
      expect(all.includes(`\`${name}\``), `no page names \`${name}\``).toBe(true);
  });

  it("has the options of every search, score and pruning on its page, as its definition has them", async () => {
    await expect(run(process.execPath, [join(root, "docs/tables.js")])).resolves.toBeDefined();
  });
});

describe("the table of costs", () => {
  const { text } = pageAt("docs/scale.md");
  const rows = [...text.matchAll(/^\| (.*) \|$/gm)].map(([, cells]) => cells.split(" | "));
  const at = rows.findIndex((row) => row.join() === head.join());

  it("has a row for every size that bench/scale.js measures, in its order, with seconds and memory", () => {
    expect(at).toBeGreaterThanOrEqual(0);
    const costs = rows.slice(at + 2).filter((row) => row.length === head.length);
    const told = costs.map((row) => row.slice(0, 4).join());
    expect(told).toEqual(sizes.map((size) => sizeCells(size).join()));
    for (const [, , , , seconds, memory] of costs) {
      expect(seconds).toMatch(/^\d+(\.\d+)?$/);
      expect(Number(memory)).toBeGreaterThan(50);
    }
  });

  it("is told what each method is in the words of the bench", () => {
    for (const [method, { what }] of Object.entries(curves))
      expect(text).toContain(`- \`${method}\`: ${what}.`);
  });
});

describe("the documentation's options", () => {
  const { wherefore } = commandsIn("docs");
  const help = new Map<string, string>();
  let list = "";
  beforeAll(async () => {
    list = (await wherefore("--help")).out;
    const commands = [...list.matchAll(/^ {2}([a-z]+) .*$/gm)]
      .map((m) => m[1])
      .filter((name) => name !== "help" && name !== "wherefore");
    expect(commands.length).toBeGreaterThan(6);
    for (const name of commands) help.set(name, (await wherefore(name, "--help", "all")).out);
  });

  it("are in the help of every command, which has examples and says what each of them does", () => {
    for (const text of help.values()) {
      const [, usage] = /^Usage: wherefore (.*)\n/.exec(text)!;
      expect(list).toContain(`\n  ${usage}  `);
      expect(text).toContain("Examples:");
      for (const line of text.split("\n").filter((each) => /^ {2}--/.test(each)))
        expect(line).toMatch(/^ {2}--\S+.*\s{2,}\S|^ {2}--\S+( <\w+>)?$/);
    }
  });

  it("are those of the command that they are shown with", () => {
    let seen = 0;
    for (const { path, text } of pages) {
      for (const { command, options, line } of commandsOf(text)) {
        const known = help.get(command);
        expect(known, `${path}: no command called "${command}" (${line})`).toBeDefined();
        for (const option of options) {
          seen++;
          expect(hasOption(known ?? "", option), `${path}: ${command} has no ${option} (${line})`).toBe(true);
        }
      }
    }
    expect(seen).toBeGreaterThan(50);
  });

  it("exist in some command where the text alone mentions them", () => {
    const all = [...help.values()].join("\n");
    for (const { path, text } of pages) {
      const prose = text.replace(/^\s*(node|npx|npm) .*$/gm, "").replace(/`(node|npx|npm) [^`]*`/g, "");
      for (const [option] of prose.matchAll(/(?<![\w-])--[a-z][a-z-]*/g))
        expect(hasOption(all, option), `${path}: no command has ${option}`).toBe(true);
    }
  });
});

describe("the documentation's snippets", () => {
  const folder = mkdtempSync(join(tmpdir(), "wherefore-docs-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("run, on the data that the index says to make", async () => {
    const made = ["simulate", "--nodes", "12", "--samples", "2000", "--seed", "1", "--out", "made"];
    expect(pageAt("docs/README.md").text).toContain(`wherefore ${made.join(" ")}`);
    await run(process.execPath, [main, ...made], { cwd: folder });

    const at = (path: string) => pathToFileURL(join(root, "dist", path)).href;
    const entries = {
      wherefore: at("node/index.js"),
      "wherefore/dense": at("core/math/dense/dense.js"),
      "wherefore/net": at("core/net/index.js"),
    };
    const files = docs.flatMap(({ path, text }) =>
      [...text.matchAll(/^```js\n(import [\s\S]*?)^```$/gm)].map(([, code], k) => {
        const file = `${path.replaceAll("/", "-")}-${k + 1}.mjs`;
        const imported = Object.entries(entries).reduce(
          (text, [name, path]) => text.replaceAll(JSON.stringify(name), JSON.stringify(path)),
          code,
        );
        writeFileSync(join(folder, file), imported);
        return file;
      }),
    );
    expect(files.length).toBeGreaterThan(10);
    // One process for all, because loading the library takes longer than most snippets.
    const all = files.map((file) => `await import("./${file}").catch((e) => console.error("${file}:", e));`);
    writeFileSync(join(folder, "all.mjs"), all.join("\n"));
    const { stdout, stderr } = await run(process.execPath, ["all.mjs"], { cwd: folder });
    expect(stderr).toBe("");
    expect(stdout).not.toMatch(/NaN|undefined/);
  });
});

function pageAt(path: string): Page {
  return { path, text: readFileSync(join(root, path), "utf8") };
}

function pagesUnder(folder: string): Page[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .filter(({ parentPath }) => !/node_modules|\.vitepress/.test(relative(root, parentPath)))
    .map((entry) => pageAt(relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/")))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function withoutBlocks(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, "");
}

/** Targets of links and pictures that are not on the web. */
function linksOf({ text }: Page): string[] {
  return [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map((m) => m[1])
    .filter((link) => !/^[a-z]+:/.test(link));
}

/** The anchors that GitHub gives to headings. */
function anchorsOf(text: string): string[] {
  return [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map((m) =>
    m[1]
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** What follows `wherefore COMMAND` on a line of a block, or in a piece of code in the text. */
function commandsOf(text: string): { command: string; options: string[]; line: string }[] {
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].flatMap((m) => m[1].split("\n"));
  const inline = [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map((m) => m[1]);
  return [...blocks, ...inline].flatMap((line) => {
    const [, command, rest] = /^(?:\$ )?(?:npx )?wherefore ([a-z]+)\b(.*)$/.exec(line) ?? [];
    if (command === undefined) return [];
    return [{ command, options: rest.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? [], line }];
  });
}

function hasOption(help: string, option: string): boolean {
  return new RegExp(`(^|\\s)${option}(?![\\w-])`, "m").test(help);
}
