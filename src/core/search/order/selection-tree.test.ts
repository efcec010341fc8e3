import { describe, expect, it } from "vitest";
import { randomTable } from "../../../../test/problems.ts";
import { forwardSelection } from "../../../../test/slow-twins.ts";
import { createRng } from "../../math/rng.ts";
import { scatterOf, unitDiagonal } from "../../math/scatter.ts";
import { selectionTree } from "./selection-tree.ts";

const d = 24;
const n = 200;
const { S } = scatterOf(randomTable(createRng("selection-tree"), d, n).X);
const { R } = unitDiagonal(S);

function treeOf(node: number, required: readonly number[] = [], limit = 1000) {
  const tree = selectionTree(R, { node, required, n, limit }, (taken) => taken);
  return (candidates: readonly number[]) => {
    const marks = new Uint8Array(d);
    for (const i of candidates) marks[i] = 1;
    return tree(marks);
  };
}

const selected = (node: number, candidates: readonly number[], required: readonly number[]) =>
  forwardSelection(S, n, { node, candidates, required });

function someOf(label: string, node: number, kept: readonly number[] = []): number[] {
  const rng = createRng(label);
  return Array.from({ length: d }, (_, i) => i).filter(
    (i) => i !== node && (rng.uniform() < 0.6 || kept.includes(i)),
  );
}

describe("selectionTree", () => {
  it("takes what refitting takes, whatever it was asked before", () => {
    for (const node of [0, 7, 23]) {
      const select = treeOf(node);
      for (let k = 0; k < 60; k++) {
        const candidates = someOf(`asked/${node}/${k}`, node);
        expect(select(candidates)).toEqual(selected(node, candidates, []));
      }
    }
  });

  it("takes the required ones first", () => {
    const required = [3, 11];
    const select = treeOf(5, required);
    for (let k = 0; k < 30; k++) {
      const candidates = someOf(`required/${k}`, 5, required);
      const taken = select(candidates);
      expect(taken).toEqual(selected(5, candidates, required));
      expect(required.every((i) => taken.includes(i))).toBe(true);
    }
  });

  it("takes no candidate that repeats others", () => {
    const repeated = { ...R, data: R.data.slice() };
    for (let i = 0; i < d; i++) repeated.data[1 * d + i] = repeated.data[i * d + 1] = R.data[i];
    repeated.data[1 * d + 1] = 1;
    const tree = selectionTree(repeated, { node: 2, required: [0], n, limit: 10 }, (taken) => taken);
    expect(tree(new Uint8Array(d).fill(1))).not.toContain(1);
  });

  it("forgets when it is full and answers the same afterwards", () => {
    const [small, large] = [treeOf(9, [], 3), treeOf(9)];
    for (let k = 0; k < 40; k++) {
      const candidates = someOf(`full/${k % 8}`, 9);
      expect(small(candidates)).toEqual(large(candidates));
    }
    const candidates = someOf("full/0", 9);
    expect(large(candidates)).toBe(large(candidates));
  });
});
