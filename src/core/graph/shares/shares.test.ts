import { describe, expect, it } from "vitest";
import { graphFromEdges } from "../graph.ts";
import {
  consensusOf,
  counted,
  linkShare,
  marksOf,
  noMarks,
  renumberedShares,
  shareMetrics,
  sharesOf,
} from "./shares.ts";

/** Four variables, with shares that a double represents exactly. */
function someShares() {
  const shares = { d: 4, directed: new Float64Array(16), undirected: new Float64Array(16) };
  const set = (i: number, j: number, share: number) => {
    shares.directed[i * 4 + j] = share;
  };
  const leave = (i: number, j: number, share: number) => {
    shares.undirected[i * 4 + j] = shares.undirected[j * 4 + i] = share;
  };
  set(0, 1, 0.5);
  set(1, 0, 0.25);
  leave(0, 1, 0.25);
  set(2, 1, 0.5);
  set(1, 2, 0.25);
  leave(0, 3, 0.75);
  set(2, 3, 0.5);
  set(0, 2, 0.25);
  return shares;
}

describe("shares", () => {
  it("count the marks of graphs", () => {
    const chain = { d: 3, directed: new Uint8Array(9), undirected: new Uint8Array(9) };
    chain.undirected[1] = chain.undirected[3] = 1;
    chain.directed[5] = 1;
    expect(marksOf(chain)).toEqual({ directed: [1, 2], undirected: [0, 1] });
    const other = { directed: [1, 0], undirected: [] };
    const shares = sharesOf(counted(counted(noMarks(3), marksOf(chain)), other));
    expect([...shares.directed]).toEqual([0, 0, 0, 0.5, 0, 0.5, 0, 0, 0]);
    expect([...shares.undirected]).toEqual([0, 0.5, 0, 0.5, 0, 0, 0, 0, 0]);
    expect([linkShare(shares, 0, 1), linkShare(shares, 1, 2), linkShare(shares, 0, 2)]).toEqual([1, 0.5, 0]);
    const moved = renumberedShares(shares, [2, 0, 1]);
    expect([moved.directed[0 * 3 + 1], moved.undirected[2 * 3 + 0]]).toEqual([0.5, 0.5]);
  });

  it("have the metrics of scikit-learn's roc_auc_score, average_precision_score and brier_score_loss", () => {
    const truth = graphFromEdges(4, [
      [0, 1],
      [1, 2],
      [0, 3],
    ]);
    const { edges, links } = shareMetrics(truth, someShares());
    expect(edges.auroc).toBeCloseTo(0.7222222222222222, 12);
    expect(edges.auprc).toBeCloseTo(0.5694444444444444, 12);
    expect(edges.brier).toBeCloseTo(0.16145833333333334, 12);
    expect(links).toEqual({ auroc: 1, auprc: 1, brier: expect.closeTo(0.07291666666666667, 12) });
  });

  it("have no ranking metrics if the truth has no edges", () => {
    expect(shareMetrics(graphFromEdges(4, []), someShares()).links).toMatchObject({
      auroc: null,
      auprc: null,
    });
  });
});

describe("the consensus", () => {
  const edgesOf = (above?: number) => {
    const { directed, undirected } = marksOf(consensusOf(someShares(), above));
    return { directed, undirected };
  };

  it("has the links of more than half, and directs those that more than two thirds agree on", () => {
    // 2 → 1 has 0.5 of 0.75: exactly two thirds, not more.
    expect(edgesOf()).toEqual({ directed: [], undirected: [0, 1, 0, 3, 1, 2] });
  });

  it("uses the requested share", () => {
    expect(edgesOf(0.4)).toEqual({ directed: [2, 3], undirected: [0, 1, 0, 3, 1, 2] });
    expect(edgesOf(0)).toEqual({ directed: [0, 2, 2, 3], undirected: [0, 1, 0, 3, 1, 2] });
  });

  it("leaves links undirected that would close a cycle, the weakest first", () => {
    const shares = { d: 3, directed: new Float64Array(9), undirected: new Float64Array(9) };
    shares.directed[0 * 3 + 1] = 0.9;
    shares.directed[1 * 3 + 2] = 0.8;
    shares.directed[2 * 3 + 0] = 0.7;
    expect(marksOf(consensusOf(shares))).toEqual({ directed: [0, 1, 1, 2], undirected: [0, 2] });
  });
});
