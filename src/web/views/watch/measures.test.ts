import { expect, test } from "vitest";
import { createRng, discovery, searches, simulate } from "../../../core/index.ts";
import { counts, measures, measuresOf, scoreRange } from "./measures.ts";

/** Shown otherwise (iteration, edges, best), or of use to the search alone. */
const unlisted: readonly string[] = [
  ...["iteration", "edges", "best", "bestScaled", "restart", "start", "stage", "s", "collinear", "passes"],
  ...["measure", "change", "gain", "fruitless"],
];

const drawn = new Set(measures.flatMap(({ lines }) => lines.map(({ name }) => name)));

/** Short runs: what is told at the first steps is told at all. */
const short: Readonly<Record<string, object>> = {
  rl: { options: { iterations: 3, batch: 8, hidden: 16, heads: 4, inner: 16, polishEvery: 1 } },
  "rl-order": { options: { iterations: 3 } },
  corl: { options: { iterations: 3, batch: 8, hidden: 16, heads: 4, inner: 16 } },
  both: { options: { iterations: 3 } },
  "dag-gnn": { options: { epochs: 2, rounds: 2 } },
  "gran-dag": { options: { iterations: 30 } },
  dagma: { options: { stages: 2, warmIterations: 2000, lastIterations: 2000 } },
};

test.each(Object.keys(searches))(
  "every number that %s tells has a title, or a reason to have none",
  (search) => {
    const { table } = simulate({ nodes: 4, samples: 60, seed: 2 });
    const running = discovery({ table, options: { search, ...short[search] }, now: () => 0 });
    const names = new Set<string>();
    for (const event of running) if (event.type === "step") for (const name in event.values) names.add(name);
    for (const name of names) {
      const places = [drawn.has(name), name in counts, unlisted.includes(name)].filter(Boolean);
      expect(places, name).toHaveLength(1);
    }
  },
);

test("only what has come is drawn", () => {
  expect(measuresOf(new Set(["score"])).map(({ title }) => title)).toEqual(["Best score"]);
  const [, reward] = measuresOf(new Set(["score", "reward"]));
  expect(reward.lines).toHaveLength(1);
});

test("the axis of a score holds all values where they are of one size", () => {
  const rng = createRng(1);
  const values = Array.from({ length: 50 }, () => 100 * rng.uniform());
  const { low, high, isCut } = scoreRange(values);
  expect(isCut).toBe(false);
  expect(low).toBeLessThan(Math.min(...values));
  expect(high).toBeGreaterThan(Math.max(...values));
});

test("the axis of a score leaves out a beginning that is far below", () => {
  const { low, high, isCut } = scoreRange([-100_000, -20, -15, -12, -11, -10]);
  expect(isCut).toBe(true);
  expect(low).toBeGreaterThan(-30);
  expect(high).toBeGreaterThan(-10);
});

test("the axis of a single score is not empty", () => {
  for (const value of [0, -28_512.4]) {
    const { low, high } = scoreRange([value]);
    expect(low).toBeLessThan(value);
    expect(high).toBeGreaterThan(value);
  }
});
