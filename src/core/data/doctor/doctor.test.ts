import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tableOf } from "../../../../test/normal-columns.ts";
import { matrix } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { tableFromCsv } from "../columns.ts";
import { type Table, withColumns } from "../table.ts";
import { examine, type Finding, type FindingKind, fatalError } from "./doctor.ts";

const kindsOf = (findings: readonly Finding[]): FindingKind[] => findings.map(({ kind }) => kind);

describe("examine", () => {
  it("finds nothing in independent normals", () => {
    expect(examine(tableOf(500, { a: (z) => z[0], b: (z) => z[1], c: (z) => z[2] + z[0] }))).toEqual([]);
  });

  it("finds a constant column, also one that is constant but for rounding", () => {
    const table = tableOf(100, { a: (z) => z[0], k: () => 7, r: (_, i) => (i % 2 ? 0.1 + 0.2 : 0.3) });
    const findings = examine(table);
    expect(kindsOf(findings)).toEqual(["constant", "constant"]);
    expect(fatalError(findings)?.message).toBe(
      'table: column "k" must vary, got 7 in every row (and 1 more fatal finding: see wherefore doctor); leave out "k"',
    );
  });

  it("finds two equal columns and names both", () => {
    const findings = examine(tableOf(100, { b: (z) => z[0], c: (z) => z[1], a: (z) => z[0] }));
    expect(kindsOf(findings)).toEqual(["duplicate"]);
    expect(findings[0].columns).toEqual(["b", "a"]);
    expect(fatalError(findings)?.message).toBe(
      'table: columns "a" and "b" must differ, got the same number in every row; leave out "b" or "a"',
    );
  });

  it("finds negatives and other affine copies with their equation", () => {
    const [copy] = examine(
      tableOf(100, { f: (z) => 50 + 9 * z[0], c: (z) => (50 + 9 * z[0] - 32) / 1.8, x: (z) => z[1] }),
    );
    expect(copy).toMatchObject({ kind: "collinear", severity: "fatal" });
    expect(copy.message).toContain("f = 1.8·c + 32");
    const [negative] = examine(tableOf(100, { a: (z) => z[0], b: (z) => -z[0], x: (z) => z[1] }));
    expect(negative.message).toContain("b = −1·a");
  });

  it("finds a sum of two others and says it as the total, wherever its name sorts", () => {
    for (const total of ["total", "all"]) {
      const table = tableOf(200, {
        m: (z) => z[0],
        n: (z) => 5 + z[1],
        [total]: (z) => z[0] + 5 + z[1],
        o: (z) => z[2] + z[0],
      });
      const findings = examine(table);
      expect(kindsOf(findings)).toEqual(["collinear"]);
      expect([...findings[0].columns].sort()).toEqual([total, "m", "n"].sort());
      expect(findings[0].message).toMatch(new RegExp(`exactly ${total} = 1·[mn] \\+ 1·[mn]$`));
      expect(fatalError(findings)?.message).toMatch(
        /^table: columns .* must not determine each other, got exactly .*; leave out ".*", ".*" or ".*"$/,
      );
    }
  });

  it("finds the smallest relation, with intercept and unequal coefficients, among many columns", () => {
    const findings = examine(
      tableOf(300, {
        a: (z) => z[0],
        b: (z) => z[1],
        c: (z) => z[2],
        d: (z) => z[3],
        e: (z) => z[0] + z[4],
        s: (z) => 2 * z[1] - 0.25 * z[3] + 10,
      }),
    );
    expect(kindsOf(findings)).toEqual(["collinear"]);
    expect(findings[0].message).toContain("s = 2·b − 0.25·d + 10");
  });

  it("finds a copy as a copy even where it is also a sum", () => {
    const findings = examine(
      tableOf(200, { a: (z) => z[0], b: (z) => z[1], c: (z) => z[0] + z[1], d: (z) => z[0] + z[1] }),
    );
    expect(kindsOf(findings)).toEqual(["duplicate", "collinear"]);
    expect(findings[0].columns).toEqual(["d", "c"]);
    expect(findings[1].message).toContain("c = 1·a + 1·b");
  });

  it("finds sums written with seven digits exact and with three digits near", () => {
    const rounded = (digits: number) =>
      tableOf(500, {
        a: (z) => z[0],
        b: (z) => z[1],
        s: (z) => Number((z[0] + z[1]).toFixed(digits)),
        x: (z) => z[2],
      });
    expect(kindsOf(examine(rounded(7)))).toEqual(["collinear"]);
    const near = examine(rounded(3));
    expect(near.map(({ kind, severity }) => [kind, severity])).toEqual([["near-deterministic", "warning"]]);
    expect(near[0].message).toMatch(/^some columns nearly determine each other: about s = 1·a \+ 1·b \(/);
    expect(fatalError(near)).toBeUndefined();
  });

  it("finds exact relations whatever the units: scaling and shifting columns changes no kind", () => {
    const scale = fc.record({ by: fc.constantFrom(1e-6, 0.3, 1, 1e4), shift: fc.constantFrom(0, -3, 1e3) });
    fc.assert(
      fc.property(fc.array(scale, { minLength: 3, maxLength: 3 }), ([s, t, u]) => {
        const moved = tableOf(60, {
          a: (z) => s.by * z[0] + s.shift * s.by,
          b: (z) => t.by * z[1] + t.shift * t.by,
          c: (z) => u.by * (z[0] - 2 * z[1]) + u.shift * u.by,
        });
        expect(
          examine(moved)
            .filter(({ severity }) => severity === "fatal")
            .map(({ kind }) => kind),
        ).toEqual(["collinear"]);
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it("says when there are too few rows, and does not call columns collinear for it", () => {
    const columns = Object.fromEntries(
      Array.from({ length: 8 }, (_, k) => [`x${k}`, (z: readonly number[], i: number) => z[k % 6] * (i + k)]),
    );
    const findings = examine(tableOf(9, columns)).filter(({ kind }) => kind !== "outliers");
    expect(kindsOf(findings)).toEqual(["few-rows"]);
    expect(fatalError(findings)?.message).toBe(
      "table: 8 columns need at least 10 rows, got 9; add rows, or keep fewer columns",
    );
    expect(examine(tableOf(40, { a: (z) => z[0], b: (z) => z[1] })).length).toBe(0);
    expect(examine(tableOf(19, { a: (z) => z[0], b: (z) => z[1] }))).toMatchObject([
      { kind: "few-rows", severity: "warning" },
    ]);
    expect(examine(tableOf(19, { a: (z) => z[0], b: (z) => z[1] }), { minimumRows: 20 })).toMatchObject([
      { kind: "few-rows", severity: "fatal" },
    ]);
  });

  it("warns of columns on wildly different scales", () => {
    const [finding] = examine(
      tableOf(100, { gram: (z) => 1e4 * z[0], tonne: (z) => 1e-2 * z[1], x: (z) => z[2] }),
    );
    expect(finding).toMatchObject({ kind: "scales", severity: "warning", columns: ["tonne", "gram"] });
    expect(finding.meaning).toContain("bic-equal-variance");
  });

  it("warns of outliers with their rows, and not of a Gaussian's own tails", () => {
    const findings = examine(
      tableOf(2000, { a: (z, i) => (i === 16 ? 999 : i === 202 ? -999 : z[0]), b: (z) => z[1] }),
    );
    expect(findings).toMatchObject([
      { kind: "outliers", severity: "warning", columns: ["a"], rows: [17, 203] },
    ]);
    expect(findings[0].message).toContain(
      'values more than 10 robust deviations from the median in "a" (2, the farthest',
    );
  });

  it("shows the range of dates with outliers as dates", () => {
    const table = tableOf(200, { day: (z, i) => (i === 3 ? 40_000 : 1000 + z[0]), b: (z) => z[1] });
    const kinds = [{ name: "day", kind: "date", isUsed: true, firstDay: "1970-01-01" }] as const;
    const message = examine(table, { kinds }).find(({ kind }) => kind === "outliers")?.message;
    expect(message).toMatch(/"day" \(1, of dates from 1972-09-2\d to 2079-07-08\)$/);
  });

  it("finds columns whose values are ranges of another, and no others", () => {
    const binned = tableOf(300, { age: (z) => z[0], group: (z) => Math.floor(2 * z[0]), b: (z) => z[1] });
    const kindsIn = (table: Table) => examine(table).map(({ kind, columns }) => [kind, columns]);
    expect(kindsIn(binned)).toContainEqual(["near-deterministic", ["group"]]);
    const noisy = tableOf(300, { age: (z) => z[0], group: (z) => Math.floor(2 * z[0] + 0.1 * z[1]) });
    expect(kindsIn(noisy).map(([kind]) => kind)).not.toContain("near-deterministic");
  });

  it("recommends the logarithm of columns with outliers where that is less skewed, and of no others", () => {
    const acts = (columns: Parameters<typeof tableOf>[1]) =>
      examine(tableOf(2000, columns))
        .filter(({ kind }) => kind === "outliers")
        .flatMap(({ remedies }) => (remedies ?? []).map(({ act }) => act));
    const heavy = (z: readonly number[]) => Math.exp(2 * z[0]);
    const rows = "leave those rows out";
    const compare = "search with and without those rows, and compare the results";
    expect(acts({ a: heavy, b: (z) => z[1] })).toEqual([rows, "take the logarithm, which is less skewed"]);
    expect(acts({ a: (z) => heavy(z) - 0.01, b: (z) => z[1] })).toEqual([rows, compare]);
    const left = (z: readonly number[]) => 1e6 - Math.exp(2 * z[1]); // positive, and its logarithm is no less skewed
    expect(acts({ a: (z) => z[0], b: left })).toEqual([rows, compare]);
    expect(acts({ a: heavy, b: left })).toEqual([
      rows,
      'take the logarithm of "a", which is less skewed',
      compare,
    ]);
  });

  it("notes columns of few values and repeated rows", () => {
    const table = tableOf(200, { sex: (_, i) => i % 2, a: (z) => z[0], b: (z) => z[1] });
    const twice: Table = {
      names: table.names,
      X: matrix(400, 3, Float64Array.from([...table.X.data, ...table.X.data])),
    };
    const findings = examine(twice);
    expect(findings.map(({ kind, severity }) => [kind, severity])).toEqual([
      ["discrete", "note"],
      ["repeated-rows", "note"],
    ]);
    expect(findings[0].message).toBe('few distinct values in "sex" (2)');
    expect(findings[1]).toMatchObject({ rows: [201, 202, 203, 204, 205, 206, 207, 208, 209, 210] });
    expect(findings[1].message).toBe("200 rows repeat an earlier row in every column");
    // Of two columns of few values, rows repeat by chance.
    const few = tableOf(200, { a: (z) => Math.round(3 * z[0]), b: (z) => Math.round(3 * z[1]) });
    expect(examine(few).map(({ kind }) => kind)).not.toContain("repeated-rows");
  });

  it("says where a table made by hand is not finite, and nothing else", () => {
    const findings = examine(
      tableOf(50, { a: (z, i) => (i === 3 ? NaN : z[0]), b: (z) => z[1], c: () => 1 }),
    );
    expect(findings).toMatchObject([{ kind: "not-finite", severity: "fatal", columns: ["a"], rows: [4] }]);
  });

  it("refuses values whose squares no float64 holds", () => {
    const findings = examine(
      tableOf(50, { a: (z) => 1e200 * z[0], b: (z) => 1e-200 * z[1], c: (z) => z[2] }),
    );
    expect(findings.map(({ kind, columns }) => [kind, columns[0]])).toEqual([
      ["range", "a"],
      ["range", "b"],
    ]);
  });

  it("examines an empty table", () => {
    expect(examine({ names: ["a", "b"], X: matrix(0, 2) })).toMatchObject([
      { kind: "few-rows", severity: "fatal" },
    ]);
  });

  it("gives the same findings for permuted columns, as plain JSON", () => {
    const table = tableOf(120, {
      b: (z) => z[0],
      a: (z) => z[1],
      s: (z) => z[0] - z[1],
      k: () => 1,
      t: (z) => 1e5 * z[2],
      u: (z, i) => (i === 5 ? 1e3 : z[3]),
      w: (z) => z[2] + 0.001 * z[4],
    });
    const expected = examine(table);
    expect(new Set(kindsOf(expected)).size).toBe(5);
    expect(JSON.parse(JSON.stringify(expected))).toEqual(expected);
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 }), (order) => {
        expect(examine(withColumns(table, order))).toEqual(expected);
      }),
      { seed: 1, numRuns: 30 },
    );
  });

  it("leaves the data as it was", () => {
    const table = tableOf(50, { a: (z) => z[0], b: (z) => z[1] });
    const before = [...table.X.data];
    examine(table);
    expect([...table.X.data]).toEqual(before);
  });

  it("names a relation among 200 columns", () => {
    const columns = Object.fromEntries(Array.from({ length: 199 }, (_, k) => [`x${k}`, () => 0]));
    const table = tableOf(1000, { ...columns, zz: () => 0 });
    const rng = createRng(3);
    for (let i = 0; i < 1000; i++) {
      for (let j = 0; j < 199; j++) table.X.data[i * 200 + j] = rng.normal();
      table.X.data[i * 200 + 199] = table.X.data[i * 200] + table.X.data[i * 200 + 100];
    }
    const findings = examine(table);
    expect(kindsOf(findings)).toEqual(["collinear", "few-rows"]);
    expect(findings[0].message).toContain("zz = 1·x0 + 1·x100");
  });

  const shared = new URL("../../../../../shared/data/", import.meta.url);
  const sets = [
    "rlbic/exp1-12node-gauss-same-noise-seed8.csv",
    "rlbic/exp1-30node-lingam-same-noise-seed8.csv",
    "sachs/sachs.csv",
  ];
  it.skipIf(!existsSync(shared))(
    "finds no relation in the paper's sets and Sachs (skipped where ../shared is absent)",
    () => {
      for (const name of sets) {
        const findings = examine(tableFromCsv(readFileSync(new URL(name, shared), "utf8")));
        expect(fatalError(findings), name).toBeUndefined();
        expect(kindsOf(findings), name).not.toContain("near-deterministic");
      }
    },
  );
});
