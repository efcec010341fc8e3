import { describe, expect, it } from "vitest";
import { run } from "../../../../test/discoveries.ts";
import { InputError } from "../../check.ts";
import { type Matrix, matrix, matrixFromRows } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { evidenceRows } from "../evidence-rows.ts";
import { simulate } from "../simulate/simulate.ts";
import { type Table, withColumns } from "../table.ts";
import { tableBytes, tableFromBytes } from "../table-bytes.ts";
import { tableByEm } from "./em-table.ts";

const { table, truth } = simulate({ nodes: 6, samples: 2000, seed: 8 });
const gap = Number.NaN;

function estimated(names: readonly string[], X: Matrix, maxIterations?: number): Table {
  const running = tableByEm(names, X, { maxIterations });
  for (;;) {
    const { value, done } = running.next();
    if (done) return value;
  }
}

function withGaps({ X }: Table, share: number): Matrix {
  const rng = createRng("gaps");
  return matrix(
    X.rows,
    X.cols,
    X.data.map((x) => (rng.uniform() < share ? gap : x)),
  );
}

function refusal(rows: number[][]): string {
  try {
    const names = ["a", "b", "c"].slice(0, rows[0].length);
    estimated(names, matrixFromRows(rows));
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return "not refused";
}

describe("tableByEm", () => {
  it("stands for all rows, and has the complete ones", () => {
    const X = withGaps(table, 0.3);
    const { X: complete, scatter, fileRows } = estimated(table.names, X);
    expect([fileRows, scatter?.n]).toEqual([2000, evidenceRows(X)]);
    expect(complete.rows).toBeGreaterThan(150);
    expect(complete.rows).toBeLessThan(350);
    expect(complete.data.some(Number.isNaN)).toBe(false);
    expect(scatter?.origin).toMatch(
      /^estimated by EM from 2000 rows, 29 % of whose cells are missing, in \d+ iterations; this assumes normal values, missing at random, and counts as 995 complete rows$/,
    );
  });

  it("has the class of the whole table where a third is missing", () => {
    const given = estimated(table.names, withGaps(table, 0.3));
    const { result } = run({ table: given, truth });
    const own = run({ table, truth }).result;
    expect([result.edges, result.undirected]).toEqual([own.edges, own.undirected]);
    expect(result.findings.map(({ kind }) => kind)).toContain("covariances");
  });

  it("keeps the rows with their gaps, and they survive storage", () => {
    const X = withGaps(table, 0.3);
    const given = estimated(table.names, X);
    expect(given.scatter?.cells).toEqual(X);
    const again = tableFromBytes(tableBytes(given), (bytes) => new TextDecoder().decode(bytes));
    expect(again).toEqual(given);
    const [a, b] = [given, withColumns(given, [4, 1])].map(({ scatter }) => scatter!.cells!);
    expect([...b.data.slice(-2)]).toEqual([a.data.at(-2), a.data.at(-5)]);
  });

  it("is the table itself where nothing is missing", () => {
    expect(estimated(table.names, table.X)).toEqual(table);
  });

  it("says where it did not converge, and how many rows have no value", () => {
    const X = withGaps(table, 0.4);
    X.data.fill(gap, 0, 12);
    const { scatter } = estimated(table.names, X, 3);
    expect(scatter!.n).toBeLessThan(1999);
    expect(scatter!.origin).toMatch(
      /^estimated by EM from \d+ rows \(\d+ more have no value at all\), .* which had not converged after 3 iterations \(the last one changed them by up to \d\.\de-\d standard deviations\)/,
    );
  });

  it("refuses columns that say too little, and pairs that are never seen together", () => {
    expect(refusal([[1, gap], [2, 5], [3, gap]])).toBe('table: column "b" must have at least two different values, got 1'); // biome-ignore format: rows
    expect(refusal([[1, gap], [2, Infinity], [3, 4]])).toMatch(/column "b" must be finite, got infinity in row 2/); // biome-ignore format: rows
    expect(refusal([[1, gap, 3], [2, gap, 4], [gap, 3, 4], [gap, 2, 3]])).toBe(
      'table: columns "a" and "b" must both have a value in some row, to estimate their covariance, and have none; leave out "a" or "b"',
    ); // biome-ignore format: rows
  });
});
