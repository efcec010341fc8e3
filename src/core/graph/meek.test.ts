import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphFromText, pdagFromText } from "../../../test/golden/graph-theory.ts";
import { createRng } from "../math/rng.ts";
import { cpdagOf, dagOf } from "./equivalence.ts";
import { completeGraph, type Graph } from "./graph.ts";
import { directInto, draftOf, meekClosure, undoInto } from "./meek.ts";
import type { Pdag } from "./pdag.ts";

const dag = (max: number): fc.Arbitrary<Graph> =>
  fc
    .integer({ min: 2, max })
    .chain((d) => fc.array(fc.integer({ min: 0, max: 2 }), { minLength: d * d, maxLength: d * d }))
    .map((cells) => {
      const d = Math.sqrt(cells.length);
      return { d, edges: Uint8Array.from(cells, (c, k) => (c > 0 && k % d > Math.floor(k / d) ? 1 : 0)) };
    });

/** The four rules as in the paper, applied to all quadruples until nothing changes: a slow reference. */
function sweep({ d, directed, undirected }: Pdag): Pdag {
  const to = Array.from({ length: d }, (_, i) =>
    Array.from({ length: d }, (_, j) => directed[i * d + j] === 1),
  );
  const open = Array.from({ length: d }, (_, i) =>
    Array.from({ length: d }, (_, j) => undirected[i * d + j] === 1),
  );
  const near = (i: number, j: number): boolean => to[i][j] || to[j][i] || open[i][j];
  const all = Array.from({ length: d }, (_, i) => i);
  const follows = (a: number, b: number): boolean =>
    all.some((c) => to[c][a] && c !== b && !near(c, b)) ||
    all.some((c) => to[a][c] && to[c][b]) ||
    all.some((c) =>
      all.some((e) => c !== e && open[a][c] && open[a][e] && to[c][b] && to[e][b] && !near(c, e)),
    ) ||
    all.some((c) =>
      all.some((e) => c !== b && open[a][c] && to[c][e] && to[e][b] && !near(c, b) && near(a, e)),
    );
  for (let changed = true; changed; ) {
    changed = false;
    for (const a of all) {
      for (const b of all) {
        if (!open[a][b] || !follows(a, b)) continue;
        open[a][b] = open[b][a] = false;
        to[a][b] = changed = true;
      }
    }
  }
  return {
    d,
    directed: Uint8Array.from(to.flat(), Number),
    undirected: Uint8Array.from(open.flat(), Number),
  };
}

describe("meekClosure", () => {
  it.each([
    ["rule 1", 3, "0>1 1-2", "0>1 1>2"],
    ["rule 2", 3, "0>1 1>2 0-2", "0>1 1>2 0>2"],
    ["rule 3", 4, "1>3 2>3 0-1 0-2 0-3", "1>3 2>3 0-1 0-2 0>3"],
    ["rule 4", 4, "1>2 2>3 0-1 0-2 0-3", "1>2 2>3 0-1 0-2 0>3"],
    ["nothing to conclude in a triangle", 3, "0>1 1-2 0-2", "0>1 1-2 0-2"],
  ])("%s", (_, d, before, after) => {
    expect(meekClosure(pdagFromText(d, before))).toEqual(pdagFromText(d, after));
  });

  it("equals the rules applied everywhere until nothing changes, also with directions from background knowledge", () => {
    fc.assert(
      fc.property(dag(8), fc.array(fc.nat(63), { maxLength: 6 }), (graph, extra) => {
        const { d } = graph;
        // The class of a DAG with a few more of its edges directed as in the DAG: an extension exists by construction.
        const { directed, undirected } = cpdagOf(graph);
        for (const pick of extra) {
          const k = pick % (d * d);
          if (graph.edges[k] === 0) continue;
          directed[k] = 1;
          undirected[k] = undirected[(k % d) * d + Math.floor(k / d)] = 0;
        }
        const pdag = { d, directed, undirected };
        const closed = meekClosure(pdag);
        expect(closed).toEqual(sweep(pdag));
        expect(meekClosure(closed)).toEqual(closed);
        expect(dagOf(closed)).not.toBeNull();
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it("equals them for more variables than a word has bits", () => {
    const rng = createRng(1);
    for (const density of [0.1, 0.5, 0.9]) {
      const full = completeGraph(rng.permutation(40));
      const graph = { d: 40, edges: full.edges.map((e) => (e === 1 && rng.uniform() < density ? 1 : 0)) };
      const { d, directed, undirected } = cpdagOf(graph);
      // One more edge in five is directed as in the DAG.
      const clique = cpdagOf(full);
      for (const pdag of [{ d, directed, undirected }, clique]) {
        graph.edges.forEach((e, k) => {
          if (e === 0 || pdag.undirected[k] === 0 || rng.uniform() < 0.8) return;
          pdag.directed[k] = 1;
          pdag.undirected[k] = pdag.undirected[(k % 40) * 40 + Math.floor(k / 40)] = 0;
        });
        expect(meekClosure(pdag)).toEqual(sweep(pdag));
      }
    }
  });

  it("leaves its argument unchanged", () => {
    const before = pdagFromText(3, "0>1 1-2");
    meekClosure(before);
    expect(before).toEqual(pdagFromText(3, "0>1 1-2"));
  });
});

describe("undoInto", () => {
  it("undoes a direction and all that followed from it", () => {
    const chain = cpdagOf(graphFromText(4, "0>1 1>2 2>3"));
    const draft = draftOf(chain);
    directInto(draft, 0 * 4 + 1);
    expect(draft.directed).toEqual(graphFromText(4, "0>1 1>2 2>3").edges);
    undoInto(draft, 0);
    expect(draft.directed).toEqual(chain.directed);
    expect(draft.undirected).toEqual(chain.undirected);
  });
});
