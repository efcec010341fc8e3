import { expect, it } from "vitest";
import { columnStatistics } from "./column-statistics.ts";
import type { NamedReading } from "./kinds/kinds.ts";

const column = (values: number[], levels: string[] | null = null): NamedReading => ({
  ...{ name: "a", kind: levels ? "category" : "number", isUsed: true, levels },
  values: Float64Array.from(values),
});

it("gives pandas' describe and skew, of the rows that have a value", () => {
  // pandas 3.1: s = pd.Series([8, 1, None, 16, 2, 4]); s.describe(), s.skew()
  const [{ numbers, ...counts }] = columnStatistics([column([8, 1, Number.NaN, 16, 2, 4])]);
  expect(counts).toMatchObject({ n: 5, missing: 1, distinct: 5 });
  expect(numbers).toMatchObject({ min: 1, quartiles: [2, 4, 8], max: 16, mean: 6.2 });
  expect(numbers?.deviation).toBeCloseTo(6.099180272790763, 12);
  expect(numbers?.skewness).toBeCloseTo(1.325314709813405, 12);
});

it("gives a constant no deviation, however its mean rounds, and no skewness", () => {
  const [{ numbers }] = columnStatistics([column(new Array(285).fill(0.1))]);
  expect(numbers).toMatchObject({ mean: 0.1, deviation: 0, skewness: null });
});

it("counts every value once in the histogram, the largest in the last part", () => {
  const [{ numbers }] = columnStatistics([column(Array.from({ length: 21 }, (_, i) => i))]);
  expect(numbers?.histogram).toEqual([...new Array(19).fill(1), 2]);
});

it("counts labels, the most frequent first, and the values of numbers that have few", () => {
  const labels = columnStatistics([column([0, 1, 1, Number.NaN], ["no", "yes"])])[0];
  expect(labels).toMatchObject({ n: 3, missing: 1, distinct: 2, numbers: null });
  expect(labels.labels).toEqual([
    { label: "yes", rows: 2 },
    { label: "no", rows: 1 },
  ]);
  expect(columnStatistics([column([3, 1, 3])])[0].labels[0]).toEqual({ label: "3", rows: 2 });
});
