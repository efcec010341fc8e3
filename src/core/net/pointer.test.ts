import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkGradients } from "../../../test/gradients.ts";
import { made } from "../../../test/reference-ops.ts";
import * as twin from "../../../test/reference-pointer.ts";
import { builds, isFillingZero, readTensor, writeTensor } from "../../../test/tensors.ts";
import { createRng, type Rng } from "../math/rng.ts";
import type { NetworkBuild } from "../math/wasm/network-kernels.ts";
import { createNet } from "./net.ts";
import { createPlan, type Plan, type Tensor } from "./plan.ts";
import { categorical, mix, pointer, takeRow } from "./pointer.ts";

const shape = fc.record({
  items: fc.integer({ min: 1, max: 7 }),
  shards: fc.integer({ min: 1, max: 5 }),
  d: fc.integer({ min: 1, max: 11 }),
  hidden: fc.integer({ min: 1, max: 21 }),
  seed: fc.nat(),
  /** Are some rows closed? */
  closes: fc.boolean(),
  /** Do the rows need a gradient, and are they in use twice? */
  rows: fc.constantFrom("once" as const, "twice" as const, "constant" as const),
  asks: fc.constantFrom(0, 1, 2),
});

/** `waits` of the rows; at least one row of each item is open. */
function someWaits(rng: Rng, items: number, d: number, closes: boolean) {
  const open = Array.from({ length: items }, () => rng.integer(d));
  return made(items, d, (b, j) => (closes && j !== open[b] ? rng.integer(3) : 0));
}

/** An input filled with given numbers, repeated as needed. */
function given({ rows, cols, data }: { rows: number; cols: number; data: Float64Array }, items: number) {
  let k = 0;
  return { perItem: rows / items, columns: cols, isConstant: true, draw: () => data[k++ % data.length] };
}

for (const build of builds) {
  describe(`ops of pointer networks of the ${build} build have the values and gradients of their slow twins`, () => {
    it("pointer: scores of the open rows", () => {
      fc.assert(
        fc.property(shape, ({ items, shards, d, hidden, seed, closes, rows }) => {
          const waits = someWaits(createRng(seed).fork("waits"), items, d, closes);
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: [
              { perItem: d, columns: hidden, isConstant: rows === "constant" },
              { perItem: 1, columns: hidden },
              { perItem: 1, columns: hidden },
              given(waits, items),
            ],
            parameters: [[1, hidden]],
            compose: (plan, [R, q, other, waits], [v]) => [
              pointer(plan, R, q, { v, waits }),
              pointer(plan, R, other, { v, waits }),
            ],
            reference: ([R, q, other], [v]) => [
              twin.pointer(R, q, { v, waits }),
              twin.pointer(R, other, { v, waits }),
            ],
            // Sums over up to 77 rows.
            tolerance: 4e-5,
            isPartial: closes,
          });
        }),
        { seed: 1, numRuns: 30 },
      );
    });

    it("mix: the mean of the open rows by their scores", () => {
      fc.assert(
        fc.property(shape, ({ items, shards, d, hidden, seed, closes, rows }) => {
          const waits = someWaits(createRng(seed).fork("waits"), items, d, closes);
          const scores = { perItem: 1, columns: d, draw: ({ normal }: Rng) => 2 * normal() };
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: [
              scores,
              { perItem: d, columns: hidden, isConstant: rows === "constant" },
              { perItem: 1, columns: hidden },
              given(waits, items),
            ],
            compose: (plan, [s, V, start, waits]) => {
              const once = mix(plan, s, V, { start, waits });
              return rows === "twice" ? [once, mix(plan, s, V, { start: once, waits })] : [once];
            },
            reference: ([s, V, start]) => {
              const once = twin.mix(s, V, { start, waits });
              return rows === "twice" ? [once, twin.mix(s, V, { start: once, waits })] : [once];
            },
            isPartial: closes,
          });
        }),
        { seed: 2, numRuns: 30 },
      );
    });

    it("categorical: likelihood and entropy of a choice, alone or together", () => {
      fc.assert(
        fc.property(shape, ({ items, shards, d, seed, closes, asks }) => {
          const rng = createRng(seed).fork("waits");
          const waits = someWaits(rng, items, d, closes);
          const choice = Array.from({ length: items }, (_, b) => {
            const open = Array.from({ length: d }, (_, j) => j).filter((j) => waits.data[b * d + j] === 0);
            return open[rng.integer(open.length)];
          });
          const chosen = <T>(all: readonly T[]) => (asks === 2 ? all : [all[asks]]);
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: [
              { perItem: 1, columns: d, draw: ({ normal }) => 3 * normal() },
              given(waits, items),
              given(
                made(items, 1, (b) => choice[b]),
                items,
              ),
            ],
            compose: (plan, [logits, waits, choice]) => {
              const { nll, entropy } = categorical(withChoice(plan, choice), logits, {
                waits,
                stream: 0,
                place: 0,
              });
              return chosen([nll, entropy]);
            },
            reference: ([logits]) => chosen(twin.categorical(logits, { waits, choice })),
            isPartial: closes,
          });
        }),
        { seed: 3, numRuns: 40 },
      );
    });

    it("takeRow: the chosen row of each item", () => {
      fc.assert(
        fc.property(shape, ({ items, shards, d, hidden, seed }) => {
          const rng = createRng(seed).fork("rows");
          const choices = [1, 2].map(() => Array.from({ length: items }, () => rng.integer(d)));
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: [
              { perItem: d, columns: hidden },
              ...choices.map((choice) =>
                given(
                  made(items, 1, (b) => choice[b]),
                  items,
                ),
              ),
            ],
            compose: (plan, [V, ...chosen]) => chosen.map((choice) => takeRow(plan, V, choice)),
            reference: ([V]) => choices.map((choice) => twin.takeRow(V, choice, d)),
            isPartial: true,
          });
        }),
        { seed: 4, numRuns: 20 },
      );
    });
  });

  describe(`choices of the ${build} build`, () => {
    it("occur at their probabilities, closed rows never", () => {
      const l = [1, -1, 0.5, 3, 0, -2];
      const { sample } = chooser(build, { items: 500, logits: l, waits: [0, 0, 1, 0, 0, 2] });
      const counts = new Float64Array(6);
      for (let run = 0; run < 40; run++) for (const at of sample(run).choice) counts[at]++;
      const whole = [0, 1, 3, 4].reduce((sum, j) => sum + Math.exp(l[j]), 0);
      counts.forEach((count, j) => {
        const p = [2, 5].includes(j) ? 0 : Math.exp(l[j]) / whole;
        // Four and a half standard deviations; 0 where the row is closed.
        expect(Math.abs(count / 20_000 - p)).toBeLessThanOrEqual(4.5 * Math.sqrt((p * (1 - p)) / 20_000));
      });
    });

    it("depend on the stream and the item, not on the shards, and differ from place to place", () => {
      const options = { items: 60, logits: [0, 0, 0, 0], waits: [0, 0, 0, 0] };
      const runs = [1, 3, 5].map((shards) => {
        const { sample } = chooser(build, { ...options, shards });
        return [sample(1).choice, sample(2).choice, sample(1).choice];
      });
      expect(runs[1]).toEqual(runs[0]);
      expect(runs[2]).toEqual(runs[0]);
      expect(runs[0][2]).toEqual(runs[0][0]);
      const other = chooser(build, { ...options, place: 1 }).sample(1).choice;
      for (const next of [runs[0][1], other]) {
        const same = next.filter((x, b) => x === runs[0][0][b]).length;
        expect(Math.abs(same - 15)).toBeLessThan(15);
      }
    });

    it("close the chosen row and let others wait for one row fewer", () => {
      const required = Uint8Array.from([0, 1, 1, 0, 0, 1, 0, 0, 0]); // 0 → 1, 0 → 2, 1 → 2
      const { sample } = chooser(build, { items: 4, logits: [5, 9, 9], waits: [0, 1, 2], required });
      const { choice, waits, nll, entropy } = sample(1);
      expect(choice).toEqual([0, 0, 0, 0]);
      expect(waits.slice(0, 3)).toEqual([1, 0, 1]);
      // No other choice was possible.
      expect([...nll, ...entropy].map(Math.abs)).toEqual(new Array(8).fill(0));
    });
  });
}

/** The given choices are placed where the op would write its samples. */
function withChoice(plan: Plan, choice: Tensor): Plan {
  let isFirst = true;
  const input: Plan["input"] = (...sizes) => {
    const tensor = isFirst ? choice : plan.input(...sizes);
    isFirst = false;
    return tensor;
  };
  return { ...plan, input };
}

interface ChooserOptions {
  readonly items: number;
  readonly logits: readonly number[];
  readonly waits: readonly number[];
  readonly required?: Uint8Array;
  readonly shards?: number;
  readonly place?: number;
}

/** The choices of one step; all items have the same logits. */
function chooser(build: NetworkBuild, options: ChooserOptions) {
  const { items, logits, waits, required, shards, place = 0 } = options;
  const d = logits.length;
  const plan = createPlan({ items, shards });
  const stream = plan.room(16);
  const x = plan.input(1, d);
  const before = plan.input(1, d);
  const needs =
    required &&
    plan.constants(
      Array.from({ length: 8 * d }, (_, k) => (k % 8 < d ? required[(k >> 3) * d + (k % 8)] : 0)),
    );
  const op = categorical(plan, x, { waits: before, required: needs, stream, place });
  const net = createNet(plan, { build, programs: { forward: plan.forward() } });
  net.words(stream, 2).set([123, 456]);
  const repeated = (row: readonly number[]) => Array.from({ length: items * d }, (_, k) => row[k % d]);
  writeTensor(net, x, repeated(logits));
  writeTensor(net, before, repeated(waits));
  return {
    sample: (step: number) => {
      net.words(stream + 8, 1)[0] = step;
      net.run("forward");
      expect(isFillingZero(net, op.waits)).toBe(true);
      const read = (y: Tensor) => [...readTensor(net, y)];
      return { choice: read(op.choice), waits: read(op.waits), nll: read(op.nll), entropy: read(op.entropy) };
    },
  };
}

it("sizes that do not fit are refused", () => {
  const plan = createPlan({ items: 1 });
  const v = plan.parameter(1, [{ name: "v", columns: 4, start: { value: 0 } }]);
  const [R, q, waits] = [plan.input(3, 4), plan.input(1, 4), plan.input(1, 3)];
  expect(() => pointer(plan, R, plan.input(2, 4), { v, waits })).toThrow("one query");
  expect(() => pointer(plan, R, q, { v, waits: plan.input(1, 2) })).toThrow(
    "one row of 3 numbers, got 1 x 2",
  );
  expect(() => mix(plan, plan.input(1, 2), R, { start: q, waits })).toThrow("a mix of 3 rows");
  expect(() => categorical(plan, R, { waits, stream: 0, place: 0 })).toThrow("one row of logits, got 3");
  expect(() => takeRow(plan, R, waits)).toThrow("one number");
});
