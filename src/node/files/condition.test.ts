import { describe, expect, it } from "vitest";
import { sentence, tableFolder } from "../../../test/table-files.ts";
import { readTable } from "./read-table.ts";

const { file } = tableFolder();

const content = "a,b\n1,10\n2,20\n3,30\n4,40\n5,50\n";
const rowsOf = async (where: string) => {
  const { X } = await readTable(file("where.csv", content), { where });
  return Array.from({ length: X.rows }, (_, i) => X.data[2 * i]);
};

describe("a condition", () => {
  it("may close and open parentheses, hold comments, strings and questions of its own", async () => {
    for (const [where, rows] of [
      ["a > 2", [3, 4, 5]],
      ["(a > 2)", [3, 4, 5]],
      ["a > 2) WINDOW w AS (", [3, 4, 5]], // which names a window that nobody asks for
      ["a > 2) AND (b < 50", [3, 4]],
      ["a > 2 -- ) UNION ALL SELECT 1, 2", [3, 4, 5]],
      ["a > 2 /* ) LIMIT 1 */", [3, 4, 5]],
      ["a > 2 AND ')' <> '('", [3, 4, 5]],
      ['"a" > 2 AND $$)$$ <> $$($$', [3, 4, 5]],
      ["a IN (SELECT 2 UNION ALL SELECT 2 UNION ALL SELECT 4)", [2, 4]],
      ["a < (SELECT max(x) FROM (VALUES (1), (3)) t(x))", [1, 2]],
      ["CASE WHEN a = 1 THEN false ELSE b < 35 END", [2, 3]],
    ] as const)
      expect([where, await rowsOf(where)]).toEqual([where, rows]);
  });

  it("does not turn the numbers of the rows into a variable", async () => {
    const lines = Array.from(
      { length: 60 },
      (_, i) => `${((i * 7) % 60) + 1},${(i * i) % 11}.5,${(i * 3) % 17}.5`,
    );
    const path = file("numbered.csv", `n,a,b\n${lines.join("\n")}\n`);
    for (const where of [undefined, "a > 3", "a > 3 AND b < 4"]) {
      const { names, kinds } = await readTable(path, where === undefined ? {} : { where });
      expect([where, names]).toEqual([where, ["a", "b"]]);
      expect(kinds![0]).toMatchObject({ kind: "identifier", reason: "numbers the rows" });
    }
    expect((await readTable(path, { mostRows: 30 })).names).toEqual(["a", "b"]);
    expect((await readTable(path, { where: "n > 3 AND a > 3", columns: ["n", "a"] })).names).toEqual([
      "n",
      "a",
    ]);
  });

  it("cannot add rows, leave out others, or be more than a condition", async () => {
    const tricks = [
      "1=1) UNION ALL SELECT 5, 50 WHERE (1=1",
      "1=1) UNION ALL SELECT * FROM (VALUES (5, 50)) v WHERE (1=1",
      "1=1) UNION ALL (SELECT 5, 50",
      "1=1) UNION ALL SELECT 5, 50 --",
      "1=1)) AS kept(c0, c1) UNION ALL (SELECT 5, 50 WHERE (true",
      "false) UNION SELECT 1, (2",
      "1=1) EXCEPT SELECT 1, (10",
      "1=1) INTERSECT SELECT 1, (10",
      "1=1) ORDER BY (a",
      "1=1) LIMIT (1",
      "1=1) OFFSET (1",
      "1=1) GROUP BY ALL HAVING (true",
      "1=1) QUALIFY (row_number() OVER () = 1",
      "1=1) USING SAMPLE 1 ROWS WHERE (true",
      "1=1); SELECT (1",
      "1=1); DROP TABLE x; SELECT (1",
      "true; DROP TABLE x",
      "$1",
      "?",
      "a > 2 /*",
      "a > 2 AND 'x",
      ")",
      "",
      "  ",
      "-- nothing",
      "(".repeat(200_000),
      `${"NOT ".repeat(20_000)}true`,
      `true${" AND true".repeat(20_000)}`,
    ];
    for (const where of tricks) {
      const said = await sentence(file("where.csv", content), { where }).catch(() => "no sentence");
      expect([where.slice(0, 80), said.slice(0, 60)]).toEqual([
        where.slice(0, 80),
        expect.stringMatching(/^table: --where must be (one|an) SQL condition on the columns/),
      ]);
    }
  });

  it("is not told where the file is", async () => {
    const path = file("where.csv", content);
    for (const where of ["nothing > 3", "a > 'x'", "read_csv('x') = 1", `a IN (SELECT 1 FROM '${path}x')`]) {
      const said = await sentence(path, { where, shown: "mine.csv" });
      expect(said.replaceAll(where, "")).not.toContain(path);
    }
  });
});
