import { describe, expect, it } from "vitest";
import { allSteps, randomTable } from "../../../../../test/problems.ts";
import type { Graph } from "../../../graph/graph.ts";
import { noKnowledge } from "../../../graph/knowledge.ts";
import { createRng } from "../../../math/rng.ts";
import { linearBic } from "../../../score/linear-bic.ts";
import { finish } from "../../search.ts";
import { ges } from "./ges.ts";

function largestDegree({ d, edges }: Graph): number {
  const degrees = Array.from({ length: d }, (_, i) => {
    let degree = 0;
    for (let j = 0; j < d; j++) degree += edges[i * d + j] + edges[j * d + i];
    return degree;
  });
  return Math.max(...degrees);
}

describe("the largest degree of GES", () => {
  it("is reached and never exceeded, in any phase", () => {
    for (let trial = 0; trial < 10; trial++) {
      const score = linearBic(randomTable(createRng(`degree/${trial}`), 8, 300));
      const degrees = allSteps(ges({ score }, { maxDegree: 2 })).map(({ graph }) => largestDegree(graph!));
      expect(Math.max(...degrees)).toBe(2);
    }
  });

  it("is no limit where it is as large as it can be", () => {
    const score = linearBic(randomTable(createRng("degree/all"), 8, 300));
    expect(finish(ges({ score }, { maxDegree: 7 }))).toEqual(finish(ges({ score })));
    expect(finish(ges({ score }, { maxDegree: 0 })).values.edges).toBe(0);
  });

  it("leaves required edges where they are", () => {
    const required = new Uint8Array(64);
    for (let i = 0; i < 4; i++) required[i * 8 + 7] = 1;
    const knowledge = { ...noKnowledge(8), required };
    const score = linearBic(randomTable(createRng("degree/known"), 8, 300));
    const { graph } = finish(ges({ score, knowledge }, { maxDegree: 1 }));
    for (let i = 0; i < 4; i++) expect(graph!.edges[i * 8 + 7]).toBe(1);
  });

  it("must be a whole number", () => {
    const score = linearBic(randomTable(createRng("degree"), 3, 50));
    expect(() => finish(ges({ score }, { maxDegree: 1.5 }))).toThrow(
      "maxDegree must be a whole number from 0 on, got 1.5",
    );
  });
});
