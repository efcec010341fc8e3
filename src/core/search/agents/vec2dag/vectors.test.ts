import { describe, expect, it } from "vitest";
import { allDags, columnNames, randomKnowledge } from "../../../../../test/problems.ts";
import { isAcyclic } from "../../../graph/graph.ts";
import { noKnowledge, violations } from "../../../graph/knowledge.ts";
import { createRng, type Rng } from "../../../math/rng.ts";
import { graphAt, wordsFor } from "../parent-bits.ts";
import { pairAt, parentsInto, vectorLength } from "./vectors.ts";

function drawn(rng: Rng, d: number): Float64Array {
  return Float64Array.from({ length: vectorLength(d) }, rng.normal);
}

function graphOf(z: Float64Array, knowledge: ReturnType<typeof noKnowledge>) {
  const parents = new Uint32Array(knowledge.d * wordsFor(knowledge.d));
  parentsInto(parents, 0, z, knowledge);
  return graphAt(parents, 0, knowledge.d);
}

describe("vectors", () => {
  it("name the graphs of the paper's formula, H(E + Eᵀ) ⊙ H(grad p)", () => {
    for (const d of [1, 2, 5, 33, 70]) {
      const z = drawn(createRng(`formula/${d}`), d);
      // The upper triangle of E, row by row.
      const E = new Float64Array(d * d);
      for (let i = 0, k = d; i < d; i++) for (let j = i + 1; j < d; j++) E[i * d + j] = z[k++];
      const heaviside = (x: number) => (x > 0 ? 1 : 0);
      const A = Uint8Array.from({ length: d * d }, (_, at) => {
        const [i, j] = [Math.floor(at / d), at % d];
        return heaviside(E[i * d + j] + E[j * d + i]) * heaviside(z[j] - z[i]);
      });
      expect(graphOf(z, noKnowledge(d)).edges).toEqual(A);
    }
  });

  it("name every one of the 543 acyclic graphs of four variables, and no other", () => {
    const rng = createRng("surjective");
    const seen = new Set<string>();
    for (let draw = 0; draw < 20_000; draw++) {
      const graph = graphOf(drawn(rng, 4), noKnowledge(4));
      expect(isAcyclic(graph)).toBe(true);
      seen.add(graph.edges.join());
    }
    expect(seen).toEqual(new Set(allDags(4).map(({ edges }) => edges.join())));
  });

  it("name graphs that obey what is known", () => {
    for (let trial = 0; trial < 200; trial++) {
      const rng = createRng(`known/${trial}`);
      const d = 2 + rng.integer(5);
      const knowledge = randomKnowledge(rng, d);
      const graph = graphOf(drawn(rng, d), knowledge);
      expect(isAcyclic(graph)).toBe(true);
      expect(violations(graph, knowledge, columnNames(d))).toEqual([]);
    }
  });

  it("keep the causes of the greatest numbers where more are drawn than are allowed", () => {
    const d = 4;
    const z = new Float64Array(vectorLength(d)).fill(1);
    z.set([0, 1, 2, 3]);
    for (const [i, number] of [2, 5, 4].entries()) z[pairAt(i, 3, d)] = number;
    const { edges } = graphOf(z, noKnowledge(d, 2));
    expect([0, 1, 2].map((i) => edges[i * d + 3])).toEqual([0, 1, 1]);
  });
});
