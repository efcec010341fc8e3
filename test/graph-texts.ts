// Graphs with hostile names, and assertions for the tests of the graph formats.

import fc from "fast-check";
import { InputError } from "../src/core/check.ts";
import type { FormatName, NamedGraph } from "../src/core/graph/formats/formats.ts";
import { namedEdges } from "../src/core/graph/formats/named-graph.ts";

export const odd = [
  ..." \"',;:|&<>[](){}#%\\/-=+*.`~^$@!?_0123abcXYZnNt\n\t",
  "->",
  "--",
  "-->",
  "---",
  "é",
  "年",
  "𝜃",
  "&amp;",
  "#35;",
  "\\N",
  "\\n",
  "end",
  "//",
  "%%",
  "graph",
];

export const plain = fc.stringMatching(/^[A-Za-z]\w{0,6}$/);

export const hostile = fc
  .array(fc.constantFrom(...odd), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(""));
export const anyName = fc.oneof(
  hostile,
  plain,
  fc.constantFrom("node", "graph", "n0", "n1", "0", "1", "cause", "end", "Graph Edges:", "1. a --> b"),
);

/** One name list and for each pair no edge, an arrow one way or the other, or a line; weights on all arrows or none. */
export function graphs(name: fc.Arbitrary<string>): fc.Arbitrary<NamedGraph> {
  return fc
    .uniqueArray(name, { minLength: 1, maxLength: 6 })
    .chain((names) =>
      fc.record({
        names: fc.constant(names),
        kinds: fc.array(fc.nat(3), { minLength: 36, maxLength: 36 }),
        weights: fc.option(
          fc.array(
            fc.double({ noNaN: true, noDefaultInfinity: true }).filter((w) => w !== 0 && w !== 1),
            { minLength: 36, maxLength: 36 },
          ),
        ),
      }),
    )
    .map(({ names, kinds, weights }) => {
      const d = names.length;
      const directed = new Uint8Array(d * d);
      const undirected = new Uint8Array(d * d);
      const W = new Float64Array(d * d);
      for (let i = 0; i < d; i++) {
        for (let j = i + 1; j < d; j++) {
          const kind = kinds[i * d + j];
          const at = kind === 1 ? i * d + j : j * d + i;
          if (kind === 3) undirected[i * d + j] = undirected[j * d + i] = 1;
          if (kind === 1 || kind === 2) {
            directed[at] = 1;
            W[at] = weights?.[at] ?? 0;
          }
        }
      }
      const graph = { d, directed, undirected };
      return W.some((w) => w !== 0) ? { names, graph, weights: W } : { names, graph };
    });
}

export function edgesOf(named: NamedGraph): string[] {
  return namedEdges(named).map(
    ({ from, to, mark, weight }) => `${from} ${mark} ${to}${weight === undefined ? "" : ` ${weight}`}`,
  );
}

export function complaint(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return "";
}

/** What the header of the format says it cannot hold. */
export const cannotHold: Partial<Record<FormatName, RegExp>> = { dagitty: /[\n\t]|\\$/ };
