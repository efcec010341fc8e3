// Tables of categories, and of both categories and numbers, through the command line.

import { expect, it } from "vitest";
import { example, programIn } from "./program.ts";

const { wherefore, putFile } = programIn("categories");

it("a table of categories goes from doctor to a proven graph, its certificate and its score", async () => {
  const { data: asia, truth } = example("asia");
  const known = ["--truth", truth];
  const refused = await wherefore("discover", asia, "--no-out");
  expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/"asia" must be numeric.*--score/)]);
  const sick = await wherefore("doctor", asia, "--json");
  expect(sick.code).toBe(2);
  expect(JSON.parse(sick.out).findings[0].remedy).toContain("set score to bdeu");
  const healthy = await wherefore("doctor", asia, "--score", "bdeu");
  expect([healthy.code, healthy.out]).toEqual([0, expect.stringContaining("every column holds categories")]);
  const found = await wherefore("discover", asia, ...known, "--score", "bdeu", "--out", "asia", "--json");
  const { optimal, metrics, panel } = JSON.parse(found.out);
  expect([optimal, metrics.shdClass, panel.baselines.length]).toEqual([true, 0, 1]);
  expect((await wherefore("verify", "asia/certificate.json", asia)).code).toBe(0);
  const scored = await wherefore("score", asia, known[1], "--score", "bdeu");
  expect(scored.out).toContain(
    "attained; proven: no graph scores higher under bdeu with equivalent sample size 1 (",
  );
});

it("text and numbers are searched together, with numbers that are categories named", async () => {
  const line = (i: number) => {
    const [kind, code] = [["red", "blue"][(i * i) % 2], (i * 7) % 3];
    return `${kind},${code},${Math.sin(i * i) + (kind === "red" ? 3 : 0) + 2 * code}`;
  };
  const mixed = putFile(
    "mixed.csv",
    `kind,code,x\n${Array.from({ length: 120 }, (_, i) => line(i)).join("\n")}\n`,
  );
  const options = ["--score", "bic-mixed", "--categorical", "code", "--quiet"];
  const { code, out } = await wherefore("discover", mixed, ...options, "--out", "mixed", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(out).edges.map((edge: string[]) => [...edge].sort().join())).toEqual(
    expect.arrayContaining(["code,x", "kind,x"]),
  );
  const verified = await wherefore("verify", "mixed/certificate.json", mixed);
  expect([verified.code, verified.out]).toEqual([
    3,
    expect.stringContaining("if   columns of numbers taken as categories are code, not none\n"),
  ]);
  const asked = await wherefore("verify", "mixed/certificate.json", mixed, "--categorical", "code");
  expect(asked.code).toBe(0);
  const doctor = await wherefore("doctor", mixed, ...options);
  expect(doctor.out).toContain('categories in "kind" (2), "code" (3), numbers in "x"');
  const wrong = await wherefore("doctor", mixed, "--score", "bic-mixed", "--categorical", "cod");
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('did you mean "code"')]);
});
