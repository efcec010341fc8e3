import { describe, expect, it } from "vitest";
import { builds, cellOffsets, isFillingZero, readTensor, writeTensor } from "../../../test/tensors.ts";
import { type Matrix, matrix } from "../math/matrix.ts";
import type { NetworkBuild } from "../math/wasm/network-kernels.ts";
import { bernoulli, drawnNormals, drawnRows } from "./decoder.ts";
import { createNet } from "./net.ts";
import { createPlan } from "./plan.ts";

for (const build of builds) {
  describe(`what the decoder's ops of the ${build} build draw`, () => {
    it("samples at the given probabilities; impossible and certain cells are always the same", () => {
      const d = 3;
      const offset = matrix(d, d, Float64Array.of(0, 0, 0, -1e8, 0, 1e8, 0, 0, 0));
      const l = [-4, -2, -1, 0, 0, 0, 1, 2, 4];
      const { sample, logits } = sampler(build, { items: 500, d, offset });
      const ones = new Float64Array(9);
      for (let run = 0; run < 40; run++) {
        logits(l);
        for (const [i, action] of sample(run).entries()) ones[i % 9] += action;
      }
      ones.forEach((count, k) => {
        const x = l[k] + offset.data[k];
        const p = 1 / (1 + Math.exp(-x));
        // Four and a half standard deviations: exceeded by chance in one of 10⁵ cells; 0 where the cell is fixed.
        expect(Math.abs(count / 20_000 - p)).toBeLessThanOrEqual(4.5 * Math.sqrt((p * (1 - p)) / 20_000));
      });
    });

    it("samples depend on the stream's key and step and on the item, not on the shards", () => {
      const offset = matrix(2, 3);
      const samples = [1, 3, 5].map((shards) => {
        const { sample, logits } = sampler(build, { items: 60, d: 2, columns: 3, offset, shards });
        logits(new Array(6).fill(0));
        return [sample(1), sample(2), sample(1)];
      });
      expect(samples[1]).toEqual(samples[0]);
      expect(samples[2]).toEqual(samples[0]);
      const [first, next, again] = samples[0];
      expect(again).toEqual(first);
      const changed = next.filter((x, i) => x !== first[i]).length;
      expect(Math.abs(changed - 180)).toBeLessThan(50);
      expect(first.slice(0, 6)).not.toEqual(first.slice(6, 12));
    });

    it("draws rows with replacement, all equally often, and transposes them", () => {
      const [n, d, samples, items] = [7, 3, 10, 200];
      const drawn = (shards: number) => {
        const plan = createPlan({ items, shards });
        const [data, stream] = [plan.room(4 * n * d), plan.room(16)];
        const x = drawnRows(plan, { data, n, d, samples, stream });
        const net = createNet(plan, { build, programs: { forward: plan.forward() } });
        net
          .singles(data, n * d)
          .set(Array.from({ length: n * d }, (_, i) => 10 * Math.floor(i / d) + (i % d)));
        net.words(stream, 2).set([5, 6]);
        net.run("forward");
        return { values: readTensor(net, x), filling: net.numbers(x).filter((_, i) => i % 16 >= samples) };
      };
      const { values, filling } = drawn(1);
      expect(filling.every((v) => v === 0)).toBe(true);
      const counts = new Float64Array(n);
      for (let b = 0; b < items; b++) {
        for (let k = 0; k < samples; k++) {
          const row = values[b * d * samples + k] / 10;
          counts[row]++;
          for (let j = 0; j < d; j++) expect(values[(b * d + j) * samples + k]).toBe(10 * row + j);
        }
      }
      const mean = (items * samples) / n;
      const chiSquare = counts.reduce((sum, c) => sum + ((c - mean) * (c - mean)) / mean, 0);
      // The 0.9999 quantile of χ² with six degrees of freedom.
      expect(chiSquare).toBeLessThan(27.86);
      expect(drawn(3).values).toEqual(values);
    });
  });
}

it("normal numbers of an item do not depend on the shards; another index draws others", () => {
  const draws = [1, 4].map((shards) => {
    const plan = createPlan({ items: 5, shards });
    const stream = plan.room(16);
    const xs = [0, 1].map((index) => drawnNormals(plan, { perItem: 3, columns: 5, stream, index }));
    const net = createNet(plan, { programs: { forward: plan.forward() } });
    net.words(stream, 3).set([1, 2, 3]);
    net.run("forward");
    for (const x of xs) expect(isFillingZero(net, x)).toBe(true);
    return xs.map((x) => readTensor(net, x));
  });
  expect(draws[1]).toEqual(draws[0]);
  expect(new Set([...draws[0][0], ...draws[0][1]]).size).toBe(150);
});

interface SamplerOptions {
  readonly items: number;
  readonly d: number;
  readonly columns?: number;
  readonly offset: Matrix;
  readonly shards?: number;
}

/** The actions of one step; all items have the same logits. */
function sampler(build: NetworkBuild, { items, d, columns = d, offset, shards }: SamplerOptions) {
  const plan = createPlan({ items, shards });
  const stream = plan.room(16);
  const logits = plan.input(d, columns);
  const { actions } = bernoulli(plan, logits, { offset: cellOffsets(plan, offset), stream });
  const net = createNet(plan, { build, programs: { forward: plan.forward() } });
  net.words(stream, 2).set([123, 456]);
  return {
    logits: (l: readonly number[]) => {
      writeTensor(
        net,
        logits,
        Array.from({ length: items * d * columns }, (_, i) => l[i % l.length]),
      );
    },
    sample: (step: number) => {
      net.words(stream + 8, 1)[0] = step;
      net.run("forward");
      expect(isFillingZero(net, actions)).toBe(true);
      return [...readTensor(net, actions)];
    },
  };
}
