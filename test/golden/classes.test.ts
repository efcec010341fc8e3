// Classes of random DAGs, with and without knowledge, as causal-learn has them (bench/peers/golden-classes.py, which also
// says how a line of classes.json is read).

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { cpdagOf, membersOf, obeyingClass } from "../../src/core/graph/equivalence.ts";
import { noKnowledge, violations } from "../../src/core/graph/knowledge.ts";
import type { Pdag } from "../../src/core/graph/pdag.ts";

const { classes }: { classes: readonly string[] } = JSON.parse(
  readFileSync(new URL("./classes.json", import.meta.url), "utf8"),
);
const cases = classes.map((line) => {
  const [d, dag, cpdag, known, oriented] = line.split(" ");
  return { d: Number(d), dag, cpdag, known, oriented };
});

/** The pairs i < j with a mark. */
function* marked(d: number, text: string): Generator<readonly [mark: string, i: number, j: number]> {
  let k = 0;
  for (let i = 0; i < d; i++) for (let j = i + 1; j < d; j++) yield [text[k++], i, j];
}

function pdagOf(d: number, text: string): Pdag {
  const pdag = { d, directed: new Uint8Array(d * d), undirected: new Uint8Array(d * d) };
  for (const [mark, i, j] of marked(d, text)) {
    if (mark === ">") pdag.directed[i * d + j] = 1;
    if (mark === "<") pdag.directed[j * d + i] = 1;
    if (mark === "-") pdag.undirected[i * d + j] = pdag.undirected[j * d + i] = 1;
  }
  return pdag;
}

function knowledgeOf(d: number, text: string) {
  const knowledge = noKnowledge(d);
  for (const [mark, i, j] of marked(d, text)) {
    if (mark === ">") knowledge.required[i * d + j] = 1;
    if (mark === "<") knowledge.required[j * d + i] = 1;
    if (mark === ")") knowledge.forbidden[i * d + j] = 1;
    if (mark === "(") knowledge.forbidden[j * d + i] = 1;
  }
  return knowledge;
}

it("has causal-learn's class of each of 500 DAGs", () => {
  expect(cases).toHaveLength(500);
  for (const { d, dag, cpdag } of cases)
    expect(cpdagOf({ d, edges: pdagOf(d, dag).directed })).toEqual(pdagOf(d, cpdag));
});

it("has causal-learn's class under knowledge, and where it directs more, every member that obeys agrees", () => {
  let same = 0;
  let more = 0;
  for (const { d, cpdag, known, oriented } of cases) {
    if (oriented === undefined) continue;
    const knowledge = knowledgeOf(d, known);
    const [ours, theirs] = [obeyingClass(pdagOf(d, cpdag), knowledge)!, pdagOf(d, oriented)];
    expect(theirs.directed.every((e, k) => e <= ours.directed[k])).toBe(true);
    if (ours.directed.every((e, k) => e === theirs.directed[k])) {
      expect(ours).toEqual(theirs);
      same++;
      continue;
    }
    more++; // Meek's fourth rule, which causal-learn leaves out
    const names = Array.from({ length: d }, (_, i) => String(i));
    const { members, complete } = membersOf(pdagOf(d, cpdag), { limit: 50_000 });
    const obeying = members.filter((member) => violations(member, knowledge, names).length === 0);
    expect(complete && obeying.length > 0).toBe(true);
    for (const { edges } of obeying) expect(ours.directed.every((e, k) => e <= edges[k])).toBe(true);
  }
  expect([same > 150, more > 0]).toEqual([true, true]);
});
