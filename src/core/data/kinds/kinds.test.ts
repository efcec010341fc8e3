import { describe, expect, it } from "vitest";
import { createRng } from "../../math/rng.ts";
import { waysToKeep } from "../column-kind.ts";
import { tableFromCsv } from "../columns.ts";
import { cellsFromCsv } from "../text/text.ts";
import { columnKinds } from "./kinds.ts";

const rng = createRng("kinds");
const noise = Array.from({ length: 200 }, () => rng.uniform());

/** Two columns: noise, and one with these cells. */
function kindOf(cell: (i: number) => unknown, name = "x", rows = 60) {
  const lines = Array.from({ length: rows }, (_, i) => `${noise[199 - i]},"${cell(i)}"`);
  return columnKinds(cellsFromCsv([`noise,${name}`, ...lines].join("\n")))[1];
}

describe("columnKinds finds", () => {
  it.each<[string, (i: number) => unknown, boolean, RegExp | undefined]>([
    ["number", (i) => noise[i] * 100, true, undefined],
    [
      "number",
      (i) => (i === 7 ? "unknown" : noise[i]),
      true,
      /^1 cell with text \("unknown"\) counts as missing$/,
    ],
    [
      "number",
      (i) => `$${1000 + i * i},${100 + i}.50`.replace(/\$(\d)(\d{3}),/, "$$$1,$2,"),
      true,
      /are read as/,
    ],
    ["binary", (i) => i % 2, true, undefined],
    ["binary", (i) => (noise[i] < 0.5 ? "yes" : "no"), true, undefined],
    ["ordered", (i) => 1 + (i % 3), true, undefined],
    ["ordered", (i) => ["low", "high", "medium"][i % 3], true, /^low < medium < high$/],
    ["category", (i) => "abcd"[Math.floor(4 * noise[i])], true, undefined],
    [
      "category",
      (i) => `label ${Math.floor(40 * noise[i])}`,
      false,
      /labels in 60 rows, too many to estimate anything from$/,
    ],
    ["date", (i) => `2024-0${1 + (i % 9)}-1${i % 7}`, true, /^in days since 2024-01-10$/],
    ["date", (i) => `${1 + (i % 12)}:${10 + (i % 50)}`, true, /^in hours$/],
    ["identifier", (i) => i + 1, false, /^numbers the rows$/],
    ["identifier", (i) => `p-${i}`, false, /^has a different label in every row$/],
    ["text", (i) => `a sentence with many words, number ${i}`, false, /^is free text$/],
    ["constant", () => 3, false, /^is 3 in every row$/],
    ["constant", () => "same", false, /^is "same" in every row$/],
    ["constant", () => "NA", false, /^has no value in any row$/],
    ["number", (i) => (i % 3 === 0 ? noise[i] : ""), false, /^has no value in 40 of 60 rows$/],
  ])("%s", (kind, cell, isUsed, reason) => {
    const found = kindOf(cell);
    expect([found.kind, found.isUsed]).toEqual([kind, isUsed]);
    if (reason) expect(found.reason).toMatch(reason);
    else expect(found.reason).toBeUndefined();
  });

  it("an identifier by its name, and whole numbers that only look like one", () => {
    expect(kindOf((i) => 1000 + i * i, "customer_id").kind).toBe("identifier");
    expect(kindOf((i) => 1000 + i * i, "weight").kind).toBe("number");
  });

  it("numbers of rows of which a filter left some out, but not times, or counts in order", () => {
    const kept = Array.from({ length: 80 }, (_, i) => i + 1).filter((i) => i % 4 !== 2);
    expect(kindOf((i) => kept[i], "x")).toMatchObject({
      kind: "identifier",
      isUsed: false,
      reason: "numbers the rows, some of which are left out",
    });
    for (const name of ["day", "visit week", "t"]) expect(kindOf((i) => kept[i], name).kind).toBe("number");
    expect(kindOf((i) => 3 * i, "x").kind).toBe("number");
    expect(kindOf((i) => kept[59 - i], "x").kind).toBe("number");
    expect(kindOf((i) => 3 * kept[59 - i], "Respondent").kind).toBe("identifier");
    expect(kindOf((i) => 3 * kept[59 - i], "Answers").kind).toBe("number");
  });

  it("losses in brackets, codes by their names, and identifiers that come twice now and then", () => {
    const loss = kindOf((i) => (i % 3 === 0 ? `($${i + 1}.50)` : `$${i + 1}.25`));
    expect([loss.kind, loss.values[0], loss.values[1]]).toEqual(["number", -1.5, 2.25]);
    expect(kindOf((i) => 4_917_000 + 37 * i, "phone")).toMatchObject({ kind: "identifier", isUsed: false });
    expect(kindOf((i) => 4_917_000 + 37 * i, "price")).toMatchObject({ kind: "number", isUsed: true });
    expect(kindOf((i) => 500 + 7 * (i % 50), "customer_id")).toMatchObject({
      kind: "identifier",
      isUsed: false,
    });
    expect(kindOf((i) => (i % 9 === 0 ? "-" : ["low", "high", "medium"][i % 3])).kind).toBe("ordered");
  });

  it("copies, renamings, linear functions and sums, whatever the order of the columns", () => {
    const rows = Array.from({ length: 40 }, (_, i) => {
      const [a, b] = [noise[i], noise[i + 60]];
      return { a, b, f: 32 + 1.8 * a, sum: a + b, k: i % 3, label: ["First", "Second", "Third"][i % 3] };
    });
    const told = (names: ("a" | "b" | "f" | "sum" | "k" | "label")[]) => {
      const lines = rows.map((row) => names.map((name) => row[name]).join());
      const found = columnKinds(cellsFromCsv([names.join(), ...lines].join("\n")));
      return Object.fromEntries(
        found.flatMap(({ name, isUsed, reason }) => (isUsed ? [] : [[name, reason]])),
      );
    };
    const expected = {
      f: 'is a linear function of "a"',
      sum: 'is determined by "a" and "b"',
      label: 'has one label for each of "k"',
    };
    expect(told(["a", "b", "f", "sum", "k", "label"])).toEqual(expected);
    expect(told(["label", "sum", "k", "f", "b", "a"])).toEqual(expected);
  });
});

describe("columnKinds takes the user's word", () => {
  const cells = cellsFromCsv(
    [
      "id,grade,year,x",
      ...Array.from({ length: 30 }, (_, i) => `${i},${"bca"[i % 3]},${2000 + (i % 2)},${noise[i]}`),
    ].join("\n"),
  );

  it("for kinds, orders, and columns that were chosen by name", () => {
    const kinds = { id: "number", grade: "ordered: b < c < a", year: "category" };
    const [id, grade, year] = columnKinds(cells, { kinds });
    expect([id.kind, id.isUsed]).toEqual(["number", true]);
    expect([grade.levels, [...grade.values.slice(0, 3)]]).toEqual([
      ["b", "c", "a"],
      [0, 1, 2],
    ]);
    expect(year.levels).toEqual(["2000", "2001"]);
    expect(columnKinds(cells, { isChosen: true })[0]).toMatchObject({ kind: "number", isUsed: true });
  });

  it("for labels in an order: said, on a known scale, or by their numbers; otherwise the order is asked for", () => {
    const orderIn = (labels: readonly string[], kind = "ordered") => {
      const lines = Array.from({ length: 60 }, (_, i) => `${noise[i]},${labels[i % labels.length]}`);
      return columnKinds(cellsFromCsv(["noise,x", ...lines].join("\n")), { kinds: { x: kind } })[1].levels;
    };
    expect(orderIn(["65+", "18-24", "25-64"])).toEqual(["18-24", "25-64", "65+"]);
    expect(orderIn(["agree", "neither agree nor disagree", "disagree"])?.[0]).toBe("disagree");
    expect(() => orderIn(["red", "green", "blue"])).toThrow(
      'table: the order of the labels of "x" is needed, as in "ordered: blue < green < red", got only "ordered"',
    );
    expect(orderIn(["red", "green", "blue"], "ordered: red < green < blue")).toEqual([
      "red",
      "green",
      "blue",
    ]);
  });

  it("for the weight of the rows, also among columns that were chosen by name", () => {
    const lines = Array.from({ length: 60 }, (_, i) => `${noise[i]},${noise[199 - i]},${1 + (i % 4)}`);
    const text = ["a,b,w", ...lines].join("\n");
    for (const columns of [undefined, ["a", "b"], ["a", "b", "w"]]) {
      const { names, weights } = tableFromCsv(text, { columns, kinds: { w: "weight" } });
      expect(names).toEqual(["a", "b"]);
      expect(weights).toHaveLength(60);
    }
  });

  it("for labels of which each occurs once, without taking other columns for their copies", () => {
    const [id, , , x] = columnKinds(cells, { kinds: { id: "category" } });
    expect([id.isUsed, x.isUsed]).toEqual([true, true]);
  });

  it("which of two that say the same is kept, and which of a sum", () => {
    const rows = Array.from({ length: 40 }, (_, i) => {
      const [a, b] = [noise[i], noise[i + 60]];
      return `${a},${b},${a + b},${i % 3},${["First", "Second", "Third"][i % 3]}`;
    });
    const given = cellsFromCsv(["a,b,sum,k,label", ...rows].join("\n"));
    const leftOut = (kinds: Record<string, string>) =>
      columnKinds(given, { kinds }).flatMap(({ name, isUsed }) => (isUsed ? [] : [name]));
    expect(leftOut({})).toEqual(["sum", "label"]);
    expect(leftOut({ label: "category", sum: "number" })).toEqual(["b", "k"]);
  });

  it("how a copy or a sum is kept, and what is then left out", () => {
    const rows = Array.from({ length: 40 }, (_, i) => {
      const [a, b] = [noise[i], noise[i + 60]];
      return `${a},${b},${a + b},${i % 3},${["First", "Second", "Third"][i % 3]},7`;
    });
    const given = cellsFromCsv(["a,b,sum,k,label,same", ...rows].join("\n"));
    const waysOf = (kinds: Record<string, string>) =>
      columnKinds(given, { kinds }).flatMap((column) =>
        column.isUsed ? [] : [[column.name, waysToKeep(column)]],
      );
    expect(waysOf({})).toEqual([
      ["sum", [{ when: "to keep it instead of one of these", set: { kinds: { sum: "number" } } }]],
      ["label", [{ when: 'to keep it instead of "k"', set: { kinds: { label: "ordered" } } }]],
      ["same", []],
    ]);
    expect(waysOf({ k: "ordered", label: "ordered: First < Second < Third", sum: "number" })[1]).toEqual([
      "label",
      [
        {
          when: 'to keep it instead of "k"',
          set: { kinds: { label: "ordered: First < Second < Third" } },
          act: 'do not set the kind of "k"',
        },
      ],
    ]);
  });

  it.each([
    [{ x: "colour" }, /the kind of "x" must be one of number, category, binary, ordered, date/],
    [{ y: "number" }, /no column is called "y"/],
    [{ x: "binary" }, /a binary column has two values, but "x" has 30/],
    [{ grade: "number" }, /no cell of column "grade" is a number/],
    [{ grade: "date" }, /the cells of column "grade" must be dates that can be read in one way, got "a"/],
    [{ grade: "date: year first" }, /how the dates of "grade" are read must be as in "date: day first"/],
    [{ year: "date" }, /the cells of column "year" must be dates that can be read in one way, got numbers/],
    [{ grade: "ordered: a < b" }, /the order of "grade" lacks its label "c"/],
  ])("and refuses %j", (kinds, sentence) => {
    expect(() => columnKinds(cells, { kinds })).toThrow(sentence);
  });
});
