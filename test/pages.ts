// A report of one small run, and ways to read its sections, for the tests of the report's parts.

import { simulate } from "../src/core/data/simulate/simulate.ts";
import { reportHtml } from "../src/core/report/report.ts";
import { type Discovery, discovery, type Outcome } from "../src/core/run/discovery/discovery.ts";
import type { RunResult } from "../src/core/run/result.ts";

export function outcomeOf(input: Omit<Discovery, "now">): Outcome {
  const running = discovery({
    name: "table.csv",
    hash: "abc123",
    versions: { wherefore: "1.2.3" },
    now: () => 0,
    ...input,
  });
  for (;;) {
    const { value, done } = running.next();
    if (done) return value;
  }
}

export const { table, truth } = simulate({ graph: "bernoulli", nodes: 6, samples: 800, seed: 4 });

export const proven = outcomeOf({ table, truth, options: { penaltyWeight: 1 } });

export const command = "wherefore discover table.csv";

export function page(outcome: Outcome, changes: Partial<RunResult> = {}, svg = "<svg></svg>"): string {
  return reportHtml({ ...outcome, result: { ...outcome.result, ...changes }, svg, command });
}

/** What a reader reads in a part of the page. */
export function textOf(markup: string): string {
  const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return markup
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => named[name])
    .replace(/\s+/g, " ")
    .trim();
}

export function answer(html: string): string {
  return textOf(/<p class="answer">(.*?)<\/p>/s.exec(html)?.[1] ?? "");
}

/** What the search and the score say for the answer, and what it rests on. */
export function detail(html: string): string {
  return textOf(/<p class="answer">.*?<\/p>\n<p>(.*?)<\/p>/s.exec(html)?.[1] ?? "");
}

export function section(html: string, id: string): string {
  return new RegExp(`<section id="${id}">.*?</section>`, "s").exec(html)?.[0] ?? "";
}

export function rowsOf(markup: string): string[][] {
  return [...markup.matchAll(/<tr class="[^"]*">(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => textOf(cell)),
  );
}

export function renamed({ result, certificate }: Outcome, names: readonly string[]): Outcome {
  const to = (text: string): string => names[table.names.indexOf(text)] ?? text;
  const deep = (value: unknown): unknown => {
    if (typeof value === "string") return to(value);
    if (Array.isArray(value)) return value.map(deep);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deep(inner)]));
  };
  return { result: deep(result) as RunResult, certificate };
}

export function missingOf({ truth: known, edges, undirected }: RunResult): [string, string][] {
  const joined = new Set(
    [...edges, ...undirected].flatMap(([a, b]) => [JSON.stringify([a, b]), JSON.stringify([b, a])]),
  );
  return known!.edges.filter((edge) => !joined.has(JSON.stringify(edge))).map(([a, b]) => [a, b]);
}

export function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Elements left open, or closed in the wrong order; empty for a page that is whole. */
export function openElements(html: string): string[] {
  const alone = new Set(["meta", "input", "rect", "path", "!doctype"]);
  const open: string[] = [];
  const body = html.replace(/<style>.*?<\/style>/s, "<style></style>");
  for (const [, slash, name] of body.matchAll(/<(\/?)([a-z!][a-z0-9]*)/gi)) {
    if (alone.has(name.toLowerCase())) continue;
    if (slash === "") open.push(name);
    else if (open.at(-1) === name) open.pop();
    else return [...open, `/${name}`];
  }
  return open;
}
