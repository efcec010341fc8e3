import { describe, expect, it } from "vitest";
import { randomTable } from "../../../../test/problems.ts";
import { forwardSelection } from "../../../../test/slow-twins.ts";
import { createRng } from "../../math/rng.ts";
import { scatterOf } from "../../math/scatter.ts";
import { linearBic } from "../../score/linear-bic.ts";
import { gaussianPaths } from "./gaussian-parent-sets.ts";
import type { ParentPath } from "./parent-path.ts";

const d = 40;
const n = 400;
const table = randomTable(createRng("gaussian-path"), d, n);
const { S } = scatterOf(table.X);
const { eliminate } = gaussianPaths(linearBic(table).local!.gaussian!);

/** What `eliminate` starts from above 20 candidates. */
const selected = (node: number, candidates: readonly number[], required: readonly number[]) =>
  forwardSelection(S, n, { node, candidates, required, most: 30 });

function longest(path: ParentPath): number[] {
  return path.parents(path.terms.length - 1);
}

function others(node: number, ...without: number[]): number[] {
  return Array.from({ length: d }, (_, i) => i).filter((i) => i !== node && !without.includes(i));
}

describe("gaussianPaths above 20 candidates", () => {
  it("eliminates from what forward selection takes", () => {
    for (let node = 0; node < d; node += 3) {
      expect(longest(eliminate(node, others(node), []))).toEqual(selected(node, others(node), []));
    }
  });

  it("takes fixed parents first and never drops them", () => {
    for (let node = 0; node < d; node += 7) {
      const fixed = [(node + 1) % d, (node + 5) % d].sort((a, b) => a - b);
      const path = eliminate(node, others(node), fixed);
      expect(longest(path)).toEqual(selected(node, others(node), fixed));
      expect(path.parents(2)).toEqual(fixed);
      expect(path.terms[1]).toBe(Number.NEGATIVE_INFINITY);
    }
  });

  it("answers the same to whoever asks for one node after the other, in any sequence", () => {
    const fixedOf = (node: number) => (node === 8 ? [] : [1, 2]);
    const byNode = gaussianPaths(linearBic(table).local!.gaussian!, fixedOf);
    for (const node of [3, 8, 3, 21]) {
      // Fewer candidates, then one that was not among them.
      const lists = [others(node), others(node, 5), others(node, 5, 9, 10), others(node, 30)];
      for (const candidates of node === 21 ? lists.toReversed() : lists) {
        const [own, usual] = [byNode, { eliminate }].map((paths) =>
          paths.eliminate(node, candidates, fixedOf(node)),
        );
        expect(own.terms).toEqual(usual.terms);
        expect(longest(own)).toEqual(longest(usual));
      }
    }
  });
});
