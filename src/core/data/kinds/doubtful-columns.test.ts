// Columns that could be read in another way: which is taken, and what is said.

import { describe, expect, it } from "vitest";
import { noise, tableWith } from "../../../../test/odd-columns.ts";
import { tableFromCells, tableFromCsv } from "../columns.ts";
import { cellsFromJson } from "../text/text.ts";

describe("dates", () => {
  const fits = (i: number) => `0${1 + (i % 9)}/1${i % 3}/2020`;

  it("are read with the month first where both orders fit, which is said with the way to the other", () => {
    const { found, findings } = tableWith(fits);
    expect(found).toEqual({
      name: "x",
      kind: "date",
      firstDay: "2020-01-10",
      isUsed: true,
      reason: "in days since 2020-01-10, month first",
    });
    expect(findings).toMatchObject([{ kind: "date-order", severity: "warning", columns: ["x"] }]);
    expect(findings[0].message).toBe(
      'dates that could have the day or the month first were read with the month first: "x" (01/10/2020 as 2020-01-10)',
    );
    expect(findings[0].remedy).toBe('if the day comes first, set kinds to {"x":"date: day first"}');
    const other = tableWith(fits, { kind: "date: day first" });
    expect([other.found.reason, other.findings]).toEqual(["in days since 2020-10-01", []]);
    expect(tableWith((i) => `0${1 + (i % 9)}/1${i % 9}/2020`).findings).toEqual([]);
  });

  it("of years of two digits lie in 1930 to 2029; what would hold them closer together is a remedy", () => {
    const { found, findings } = tableWith((i) => `03/14/${String((40 + i) % 100).padStart(2, "0")}`);
    expect(found.reason).toBe("in days since 1940-03-14");
    expect(findings).toMatchObject([{ kind: "two-digit-years", severity: "note" }]);
    expect(findings[0].message).toBe(
      'years of two digits were read as 1930 to 2029: "x" (03/14/99 as 1999-03-14)',
    );
    const early = tableWith((i) => `03/14/${String((25 + i) % 100).padStart(2, "0")}`, { rows: 80 });
    expect(early.findings[0]).toMatchObject({ kind: "two-digit-years", severity: "warning" });
    expect(early.findings[0].remedies?.[0]).toEqual({
      when: 'if "x" begins in 1925 or later',
      set: { kinds: { x: "date: from 1925" } },
    });
    const asked = tableWith((i) => `03/14/${String((25 + i) % 100).padStart(2, "0")}`, {
      rows: 80,
      kind: "date: from 1925",
    });
    expect([asked.found.reason, asked.findings]).toEqual(["in days since 1925-03-14", []]);
  });

  it("far from all others are warned of, and a few cells of text count as missing", () => {
    const dates = (i: number) => (i % 20 === 0 ? "9999-12-31" : `2021-0${1 + (i % 9)}-1${i % 7}`);
    const { findings } = tableWith(dates);
    const { found } = tableWith((i) => (i === 7 ? "unknown" : dates(i)));
    expect(found.reason).toMatch(
      /^in days since 2021-01-1\d; 1 cell with text \("unknown"\) counts as missing$/,
    );
    expect(findings.find(({ kind }) => kind === "missing-code")?.message).toMatch(
      /"x" \(9999-12-31 in 3 rows; all others from 2021-01-1\d to 2021-09-1\d\)$/,
    );
  });

  it("are not what contradicts itself", () => {
    expect(
      tableWith((i) => (i % 2 === 0 ? `25/0${1 + (i % 9)}/2020` : `0${1 + (i % 9)}/25/2020`)).found.kind,
    ).toBe("category");
  });
});

describe("other ways to write dates", () => {
  it("are eight digits, six under the name of a date, and quarters", () => {
    const day = (i: number) => 20_200_101 + 100 * (i % 12) + (i % 28);
    expect(tableWith(day).found).toEqual({
      name: "x",
      kind: "date",
      firstDay: "2020-01-01",
      isUsed: true,
      reason: "in days since 2020-01-01; 20200101 is read as 2020-01-01",
    });
    expect(tableWith(day, { kind: "number" }).found.kind).toBe("number");
    expect(tableWith((i) => (i === 5 ? 20_201_399 : day(i))).found.kind).toBe("number");
    const month = (i: number) => 202_001 + (i % 12);
    expect(tableWith(month, { name: "month" }).found.kind).toBe("date");
    expect(tableWith(month, { name: "price" }).found.kind).toBe("number");
    const quarter = tableWith((i) => `${2010 + Math.floor(i / 4)}Q${1 + (i % 4)}`);
    expect(quarter.found).toMatchObject({ kind: "date", reason: "in days since 2010-01-01" });
    expect(quarter.X.data[5]).toBe(90);
  });
});

describe("digits of one width with leading zeros", () => {
  const plz = ["01067", "04103", "10115", "80331"];

  it("are labels, with their zeros, and numbers if a person says so", () => {
    const { found, levels, findings } = tableWith((i) => plz[i % 4], { name: "ort" });
    expect(found).toMatchObject({
      kind: "category",
      isUsed: true,
      reason: "labels: digits with leading zeros",
    });
    expect(levels?.[2]).toEqual(plz);
    expect(findings).toMatchObject([
      {
        kind: "leading-zeros",
        severity: "note",
        message: 'digits of one width with leading zeros are read as labels: "ort" (01067)',
        remedies: [{ when: "if they are quantities", set: { kinds: { ort: "number" } } }],
      },
    ]);
    const asked = tableWith((i) => plz[i % 4], { name: "ort", kind: "number" });
    expect([
      asked.levels,
      asked.X.data[2],
      asked.findings.some(({ kind }) => kind === "leading-zeros"),
    ]).toEqual([undefined, 1067, false]);
    expect(tableWith((i) => (i === 3 ? "unknown" : plz[i % 4])).levels?.[2]).toEqual([...plz, "unknown"]);
  });

  it("are an identifier where nearly all differ, also beside some text", () => {
    const { found, findings } = tableWith((i) => String(37 * i).padStart(6, "0"));
    expect(found).toMatchObject({
      kind: "identifier",
      isUsed: false,
      reason: "has 60 codes in 60 rows (digits with leading zeros)",
    });
    expect(findings).toMatchObject([{ kind: "leading-zeros" }]);
    expect(tableWith((i) => (i === 3 ? "none" : String(37 * i).padStart(6, "0"))).found.kind).toBe(
      "identifier",
    );
  });

  it("are numbers where they may be months or hours, unless the name is that of a code", () => {
    const months = (i: number) => String(1 + (i % 12)).padStart(2, "0");
    expect(tableWith(months, { name: "month" }).found).toMatchObject({ kind: "number", isUsed: true });
    expect(tableWith(months, { name: "state_fips" }).found).toMatchObject({ kind: "category", isUsed: true });
    expect(tableWith((i) => [101, 202, 303][i % 3]).found.kind).toBe("ordered");
  });

  it("are found in JSON too", () => {
    const rows = Array.from({ length: 60 }, (_, i) => ({ a: noise[i][0], b: noise[i][1], ort: plz[i % 4] }));
    const { levels } = tableFromCells(cellsFromJson(JSON.stringify(rows), "rows.json"));
    expect(levels?.[2]).toEqual(plz);
  });

  it.each<[string, (i: number) => number, string]>([
    ["plz", (i) => [10115, 80331, 50667][i % 3], "category"],
    ["county_fips", (i) => 1001 + 2 * (i % 12), "category"],
    ["code_insee", (i) => 75101 + i, "identifier"],
    ["CodePostal", (i) => 75101 + i, "identifier"],
    ["home_phone", (i) => 4_917_000 + 37 * i, "identifier"],
    ["phone_calls", (i) => 4 * i, "number"],
    ["n_phone", (i) => 4 * i, "number"],
    ["mobile", (i) => 4 * i, "number"],
    ["post", (i) => 30 + ((7 * i) % 50), "number"],
    ["zip_income", (i) => 30_000 + 11 * i, "number"],
  ])("names of codes: %s", (name, cell, kind) => {
    expect(tableWith(cell, { name }).found.kind).toBe(kind);
  });
});

describe("decimal commas in a file with commas between its cells", () => {
  it("make numbers, which is said", () => {
    const { found, X, findings } = tableWith((i) => `${i % 13},${i % 10}`);
    expect(found).toMatchObject({ kind: "number", reason: 'numbers such as "0,2" are read as 0.2' });
    expect([X.data[5], X.data[8]]).toEqual([1.1, 2.2]);
    expect(findings).toMatchObject([{ kind: "decimal-mark", severity: "note" }]);
    expect(tableWith((i) => `1.${200 + i},${i % 10}`).X.data[5]).toBe(1201.1);
    expect(tableWith((i) => `0,${200 + i}`).X.data[5]).toBe(0.201);
  });

  it("are thousands where three digits always follow", () => {
    const { X, found, findings } = tableWith((i) => `${1 + (i % 9)},${200 + i}`);
    expect(X.data[5]).toBe(2201);
    expect(found.reason).toBe('numbers such as "1,200" are read as 1200');
    expect(findings).toEqual([]);
  });

  it("and decimal points in a file with commas as decimal marks", () => {
    const lines = Array.from(
      { length: 60 },
      (_, i) => `${String(noise[i][0]).replace(".", ",")};0.${200 + i}`,
    );
    const { X, kinds } = tableFromCsv(["a;b", ...lines].join("\n"));
    expect([X.data[1], kinds?.[1].reason]).toEqual([0.2, 'numbers such as "0.200" are read as 0.2']);
  });

  it("and other ways to write numbers: spaces and apostrophes between thousands, words for currencies", () => {
    expect(tableWith((i) => `${1 + i} ${200 + i}.5`).X.data[5]).toBe(2201.5);
    expect(tableWith((i) => `${1 + i}\u202f${200 + i},5`).X.data[5]).toBe(2201.5);
    expect(tableWith((i) => `CHF ${1 + i}'${200 + i}.50`).X.data[5]).toBe(2201.5);
    expect(tableWith((i) => `${1 + i}.25 EUR`).X.data[5]).toBe(2.25);
  });
});

describe("survey weights", () => {
  const scaled = (i: number) =>
    (noise[199 - i][0] + 0.5) / (noise.slice(140).reduce((sum, [u]) => sum + u, 0) / 60 + 0.5);
  const wide = (i: number) => Math.round(1000 * noise[199 - i][0] + 40);
  const body = (i: number) => 70 + 12 * noise[199 - i][1];

  it.each<[string, (i: number) => number, boolean]>([
    ["weight", scaled, true],
    ["WGT", scaled, true],
    ["sample_weight", scaled, true],
    ["sample_weight", wide, true],
    ["fnlwgt", wide, true],
    ["PERWT", wide, true],
    ["_LLCPWT", wide, true],
    ["pweight", wide, true],
    ["weight", body, false],
    ["weight", wide, false],
    ["wt", body, false],
    ["final_weight", body, false],
    ["weight_kg", scaled, false],
    ["Weight_in_lbs", scaled, false],
    ["birth_weight", scaled, false],
    ["weight", (i) => noise[199 - i][1] + 1, false],
  ])("%s", (name, cell, isWeight) => {
    const { findings, found } = tableWith(cell, { name });
    expect(found).toMatchObject({ kind: "number", isUsed: true });
    expect(findings.filter(({ kind }) => kind === "weights")).toMatchObject(
      isWeight
        ? [{ severity: "warning", columns: [name], remedies: [{ set: { kinds: { [name]: "weight" } } }] }]
        : [],
    );
  });
});
