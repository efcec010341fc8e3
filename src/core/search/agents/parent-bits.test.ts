import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parentBits } from "../../../../test/parent-bits.ts";
import { parentsOf, sameGraph } from "../../graph/graph.ts";
import { createRng } from "../../math/rng.ts";
import { bitCount, graphAt, membersAt, wordsFor } from "./parent-bits.ts";

describe("parents as bits", () => {
  it("hold the graphs of a batch and give them back, also beyond 32 and 64 variables", () => {
    const rng = createRng("parent-bits");
    for (const d of [1, 5, 31, 32, 33, 64, 70]) {
      const graphs = Array.from({ length: 3 }, () => ({
        d,
        edges: Uint8Array.from({ length: d * d }, (_, k) =>
          k % (d + 1) !== 0 && rng.uniform() < 0.5 ? 1 : 0,
        ),
      }));
      const bits = parentBits(graphs);
      const words = wordsFor(d);
      expect(bits.length).toBe(3 * d * words);
      graphs.forEach((graph, b) => {
        expect(sameGraph(graphAt(bits, b, d), graph)).toBe(true);
        expect(membersAt(bits, (b * d + d - 1) * words, words)).toEqual(parentsOf(graph, d - 1));
      });
    }
  });

  it("are counted as the ones of the binary number", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (x) => {
        expect(bitCount(x)).toBe([...x.toString(2)].filter((c) => c === "1").length);
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});
