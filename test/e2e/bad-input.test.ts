// Errors in a table, a truth, a score or a flag end with exit code 2 and a sentence, and leave nothing behind.

import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { simulate } from "../../src/core/index.ts";
import { commandsIn } from "./command-line.ts";
import { example } from "./program.ts";

const { data } = example("twelve");
const { folder, wherefore, putFile, putTable } = commandsIn("bad-input");

describe("bad input ends with exit code 2 and a sentence", () => {
  const rows = (n: number, line: (i: number) => string) =>
    Array.from({ length: n }, (_, i) => line(i)).join("\n");
  // Every other kind is in page-bad.test.ts, which holds the page's sentences against those of this command.
  const cases: [string, string, RegExp][] = [
    ["an empty file", "", /empty/],
    [
      "columns that do not vary",
      `a,b\n${rows(20, () => "1,red")}\n`,
      /"a" is 1 in every row.*; give a table with/,
    ],
  ];
  for (const [what, text, sentence] of cases) {
    it(what, async () => {
      const { code, err, out } = await wherefore("discover", putFile("bad.csv", text), "--no-out");
      expect(out).toBe("");
      expect(err).toMatch(sentence);
      expect(err.trim().split("\n").length).toBe(1);
      expect(code).toBe(2);
    });
  }

  it("a file that does not exist, and a folder", async () => {
    const missing = await wherefore("discover", "nowhere.csv", "--no-out");
    expect([missing.code, missing.err]).toEqual([2, expect.stringMatching(/nowhere\.csv/)]);
    mkdirSync(join(folder, "folder.csv"));
    const directory = await wherefore("discover", "folder.csv", "--no-out");
    expect([directory.code, directory.err]).toEqual([2, expect.stringMatching(/folder/)]);
  });

  it("a truth that names unknown columns, and a cyclic truth", async () => {
    const unknown = await wherefore(
      "discover",
      data,
      "--truth",
      putFile("t1.csv", "cause,effect\nX01,X99\n"),
      "--no-out",
    );
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringMatching(/X99/)]);
    const text = "cause,effect\nX01,X02\nX02,X03\nX03,X01\n";
    const cyclic = await wherefore("discover", data, "--truth", putFile("t2.csv", text), "--no-out");
    expect([cyclic.code, cyclic.err]).toEqual([
      2,
      expect.stringMatching(/no cycle, got X01 → X02 → X03 → X01/),
    ]);
  });

  it("200 columns for exact search, before anything is allocated", async () => {
    putTable("wide.csv", simulate({ nodes: 200, edgeProbability: 0.01, samples: 300, seed: 1 }).table);
    const { code, err } = await wherefore("discover", "wide.csv", "--search", "exact", "--no-out");
    expect(code).toBe(2);
    expect(err).toMatch(/exact: 200 variables need .* of memory, .* use --search order/);
  });

  it("leaves no folder behind when it refuses", async () => {
    await wherefore("discover", "wide.csv", "--search", "exact", "--out", "refused");
    expect(existsSync(join(folder, "refused"))).toBe(false);
    await wherefore("discover", data, "--score", "bic-equal-variance", "--best", "3", "--out", "refused");
    expect(existsSync(join(folder, "refused"))).toBe(false);
  });

  it("a score file that misbehaves, as the user's to mend", async () => {
    // What else it may return is in core/score/user-score.test.ts.
    const bad: [string, RegExp][] = [
      [
        "export default () => ({ term: async () => { throw new Error('late') } });",
        /^score: .*bad0\.mjs must return a number, got a promise for the term of "X01" given \[\]; .*\n$/,
      ],
      ["export default 7;", /must export a function/],
      ["export default (", /must be a JavaScript module that loads/],
    ];
    for (const [k, [text, sentence]] of bad.entries()) {
      const score = join(folder, putFile(`bad${k}.mjs`, text));
      const { code, err } = await wherefore("discover", data, "--score", score, "--no-out");
      expect([code, err]).toEqual([2, expect.stringMatching(sentence)]);
    }
  });

  it("a name that nothing has, with a suggestion", async () => {
    const { code, err } = await wherefore("discover", data, "--search", "exat", "--no-out");
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('no search called "exat"; did you mean "exact"?'),
    ]);
    const unknown = await wherefore("discover", data, "--serch", "exact");
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("Did you mean --search?")]);
  });
});
