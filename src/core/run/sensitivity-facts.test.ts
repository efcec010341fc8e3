import { describe, expect, it } from "vitest";
import type { NamedEdge, SensitivityFacts } from "./result.ts";
import { sensitivitySentences, sensitivityWarnings } from "./sensitivity-facts.ts";

const [ab, bc, cd, ba]: NamedEdge[] = [
  ["a", "b"],
  ["b", "c"],
  ["c", "d"],
  ["b", "a"],
];
const graph = (factor: number, edges: NamedEdge[], undirected: NamedEdge[] = []) => ({
  factor,
  value: 1.5 * factor,
  edges,
  undirected,
});
const facts = (...others: [edges: NamedEdge[], undirected?: NamedEdge[]][]): SensitivityFacts => ({
  option: "penaltyWeight",
  graphs: [graph(1, [ab, bc, cd]), ...others.map(([edges, undirected]) => graph(2, edges, undirected))],
});

describe("what another penalty would have changed", () => {
  it("is told with the range of the weight, and nothing where it was not computed", () => {
    expect(sensitivitySentences(facts([[ab, bc, cd]]))).toEqual([
      "With the weight of the penalty from 1.5 to 3 (0.5, 0.7, 1.4 and 2 times the value that was used), all 3 edges stayed the same.",
    ]);
    expect(sensitivitySentences(null)).toEqual([]);
    expect(sensitivityWarnings(null)).toEqual([]);
  });

  it("tells links that turn from links that go, and counts new ones", () => {
    const [turned] = sensitivitySentences(facts([[ba, bc, ["a", "d"]]]));
    expect(turned).toContain(
      "1 of the 3 edges stayed the same, 1 was reversed, 1 vanished; 1 more link appeared.",
    );
  });

  it("tells reversed arrows from those that other answers leave open", () => {
    const [both] = sensitivitySentences(facts([[ba, cd], [bc]], [[ba, bc, cd]]));
    expect(both).toContain(
      "1 of the 3 edges stayed the same, 1 was directed in some and open in others, 1 was reversed.",
    );
  });

  it("calls nothing reversed that has no direction in the answer", () => {
    const open: SensitivityFacts = {
      option: "penaltyWeight",
      graphs: [graph(1, [], [ab, cd]), graph(2, [ab, cd]), graph(0.5, [ba, cd])],
    };
    expect(sensitivitySentences(open)[0]).toContain(
      "neither of the 2 edges stayed the same, 1 was directed in some and open in others, 1 was directed one way in some and the other way in others.",
    );
  });

  it("does not count the edges of an answer without any", () => {
    const empty = (...others: NamedEdge[][]): SensitivityFacts => ({
      option: "penaltyWeight",
      graphs: [graph(1, []), ...others.map((edges) => graph(0.5, edges))],
    });
    expect(sensitivitySentences(empty([]))[0]).toMatch(/, the graph stayed without edges\.$/);
    expect(sensitivitySentences(empty([ab, bc]))[0]).toMatch(/, 2 links appeared\.$/);
    expect(sensitivityWarnings(empty([ab, bc]))).toEqual([]);
  });

  it("is a caution where fewer than half of the edges stay", () => {
    expect(sensitivityWarnings(facts([[ab, bc]]))).toEqual([]);
    expect(sensitivityWarnings(facts([[ab]]))).toEqual([
      "with half to twice the weight of the penalty only 1 of the 3 edges stayed the same (2 vanished)",
    ]);
    expect(sensitivityWarnings(facts([[], [ab, bc, cd]]))).toEqual([
      "with half to twice the weight of the penalty none of the 3 edges stayed the same (3 were directed in some and open in others)",
    ]);
  });
});
