// The site's computations for its pictures, compared with the searches of the library; and its transformation of the pages.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
// @ts-expect-error The site is JavaScript.
import { isRunnable } from "../docs/.vitepress/markdown.js";
// @ts-expect-error The site is JavaScript.
import { sidebarOf } from "../docs/.vitepress/sidebar.js";
// @ts-expect-error The site is JavaScript.
import { agentCourse } from "../docs/.vitepress/theme/engine/agent-course.js";
// @ts-expect-error The site is JavaScript.
import { csvOfRecords, listedEdges } from "../docs/.vitepress/theme/engine/answer.js";
// @ts-expect-error The site is JavaScript.
import { exactCourse } from "../docs/.vitepress/theme/engine/exact-course.js";
// @ts-expect-error The site is JavaScript.
import { hullCourse } from "../docs/.vitepress/theme/engine/hull-course.js";
// @ts-expect-error The site is JavaScript.
import { runCode } from "../docs/.vitepress/theme/engine/run-code.js";
import * as library from "../src/web/index.ts";

const page = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../docs/${name}`, import.meta.url)), "utf8");

it("the sets of the picture end in the graph that exact search proves, or one that ties", () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { steps, edges, score, provenScore, provenEdges } = exactCourse(library, { seed });
    expect(steps.length).toBe(15);
    expect(score).toBeCloseTo(provenScore, 8);
    const graph = (pairs: [number, number][]) => library.graphFromEdges(4, pairs);
    expect(library.areEquivalent(graph(edges), graph(provenEdges))).toBe(true);
  }
});

it("the passes of the picture leave no graph of the 543 that scores higher", () => {
  for (const seed of [1, 2, 3]) {
    const { points, passes, score, bound, bestScore } = hullCourse(library, { seed });
    expect(points.length).toBe(543);
    expect(bestScore).toBeCloseTo(score, 8);
    expect(bound).toBeGreaterThanOrEqual(score);
    for (const { multiplier, value } of passes.filter((pass: { multiplier: number }) =>
      Number.isFinite(pass.multiplier),
    ))
      for (const { r, e } of points) expect(r + multiplier * e).toBeGreaterThan(value * (1 - 1e-9));
  }
});

it("the agent of the picture settles on the optimum", async () => {
  const heard: { start?: object; step?: { best: number[][]; probabilities: number[] } }[] = [];
  const { gap } = await agentCourse(library, {}, (news: object) => void heard.push(news));
  const { optimal } = heard[0].start as { optimal: [number, number][] };
  const { best, probabilities } = heard.at(-1)!.step!;
  expect(gap).toBeCloseTo(0, 6);
  expect(best).toEqual(optimal);
  for (const [i, j] of optimal) {
    expect(probabilities[i * 6 + j]).toBeGreaterThan(0.9);
    expect(probabilities[j * 6 + i]).toBeLessThan(0.1);
  }
});

it("code of the pages runs as it stands, where the library of browsers has what it imports", async () => {
  const [, code] = /^```js\n([\s\S]*?)^```$/m.exec(page("index.md"))!;
  expect(isRunnable(code)).toBe(true);
  expect(isRunnable(code.replace("discover,", "readTable,"))).toBe(false);
  expect(isRunnable('import fs from "node:fs";')).toBe(false);
  const lines: string[] = [];
  await runCode(library, { code }, (line: string) => lines.push(line));
  expect(lines.at(-1)).toMatch(/^proven optimal SHD \d+$/);
});

it("the sidebar has the sections of the index, and their pages", () => {
  const groups = sidebarOf(page("README.md")) as { text: string; items: { link: string }[] }[];
  expect(groups.map(({ text }) => text)).toEqual([
    "Tutorials and guides",
    "How it works",
    "Algorithms",
    "Scores",
    "Reference",
  ]);
  for (const { link } of groups.flatMap(({ items }) => items))
    expect(page(`${link.slice(1)}.md`)).toMatch(/^# /);
});

it("edges are listed with their marks, and records become a table", async () => {
  const records = [
    { a: 1, b: 'x "y", z' },
    { a: null, b: "w" },
  ];
  expect(csvOfRecords(records)).toBe('"a","b"\n"1","x ""y"", z"\n,"w"');
  const { table } = library.simulate({ nodes: 5, samples: 200, seed: 2 });
  const result = await library.discover(table);
  const texts = listedEdges(result).map(({ text }: { text: string }) => text);
  expect(texts.filter((text: string) => text.includes("—")).length).toBe(result.undirected.length);
  expect(texts.length).toBe(result.edges.length + result.undirected.length);
});
