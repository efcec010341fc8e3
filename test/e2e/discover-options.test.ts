// Flags of discover: knowledge, a score from a file, the k best graphs, categories.

import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { commandsIn } from "./command-line.ts";
import { example } from "./program.ts";

const { data } = example("twelve");
const { wherefore, putFile } = commandsIn("discover-options");

it("gives the same bytes for the same seed, but for the time", async () => {
  const run = async () => {
    const { out } = await wherefore(
      "discover",
      data,
      "--search",
      "order",
      "--restarts",
      "2",
      "--json",
      "--no-out",
      "--quiet",
    );
    const { seconds, ...rest } = JSON.parse(out);
    expect(seconds).toBeGreaterThan(0);
    return rest;
  };
  expect(await run()).toEqual(await run());
});

it("obeys knowledge, and explains a contradiction by line before anything runs", async () => {
  const good = putFile("known.txt", "X03 -> X05\ntier 1: X01, X02\ntier 2: X03, X04\n");
  const { code, out } = await wherefore(
    "discover",
    data,
    "--knowledge",
    good,
    "--json",
    "--no-out",
    "--quiet",
  );
  expect(code).toBe(0);
  expect(JSON.parse(out).edges).toContainEqual(["X03", "X05"]);
  expect(JSON.parse(out).answer.byKnowledge).toContainEqual(["X03", "X05"]);
  const bad = putFile("contradiction.txt", "X03 -> X05\n# a comment\nX03 !-> X05\n");
  const refused = await wherefore("discover", data, "--knowledge", bad, "--no-out");
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(/line 1[\s\S]*line 3|line 3[\s\S]*line 1/);
});

it("takes the fact that it names as the next to find out, and has no open direction that the fact settles", async () => {
  const args = ["discover", data, "--no-out", "--quiet"];
  const { out } = await wherefore(...args);
  const [, sentence, statement] = /^next +(If .*) Add --know '(root: .*)'$/m.exec(out)!;
  const [, settles, open] = / settles (\d+) of the (\d+) open directions\.$/.exec(sentence)!;
  const before = JSON.parse((await wherefore(...args, "--json")).out);
  const known = JSON.parse((await wherefore(...args, "--know", statement, "--json")).out);
  expect(known.undirected).toHaveLength(Number(open) - Number(settles));
  // Arrows from the root that the data tell too were known beforehand as well, and settle nothing.
  const wasOpen = new Set(before.undirected.map((pair: string[]) => pair.toSorted().join()));
  const settled = known.answer.byKnowledge.filter((edge: string[]) => wasOpen.has(edge.toSorted().join()));
  expect(settled).toHaveLength(Number(settles));
  const both = ["--know", statement, "--know", `X02 !-> ${statement.slice(6)}`];
  expect((await wherefore(...args, ...both)).code).toBe(0);
  const wrong = await wherefore(...args, "--know", "root X01");
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("--know (root X01) must be")]);
});

it("calls wrong knowledge by the flags that were given, with columns that are left out and names with commas", async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `p${i},${Math.sin(i * i)},${Math.cos(i * i)},${i % 7}`);
  const table = putFile("flags.csv", `id,a,"b, total",c\n${rows.join("\n")}\n`);
  const refusal = async (...args: string[]) => {
    const { code, err } = await wherefore("discover", table, "--no-out", ...args);
    expect(code).toBe(2);
    return err;
  };
  expect(await refusal("--know", "a -> c", "--roots", "c")).toContain(
    "knowledge: --know (a -> c) contradicts --roots (c): c has no causes; leave one out",
  );
  expect(await refusal("--know", "a -> c", "--max-parents", "0")).toContain(
    "contradicts --max-parents (0): c has 1 required cause; raise",
  );
  expect(await refusal("--roots", "a", "--exclude", "a")).toContain(
    '--roots (a) names "a", which is left out because it is listed in --exclude',
  );
  expect(await refusal("--leaves", "id")).toContain(
    'names "id", which is left out because it has a different label in every row; to keep it, use --kinds id=category',
  );
  expect(await refusal("--roots", "b, total")).toContain(
    'names "b", which is not a column of the table; did you mean "b, total"? (in a list, a name with a comma is written in double quotes; known: a, "b, total", c)',
  );
  const quotes = await wherefore("discover", table, "--no-out", "--quiet", "--roots", '"b, total"');
  expect(quotes.code).toBe(0);
  expect(await refusal("--set", "alpha=0.1")).toContain("leave --set alpha out, or use --search pc");
});

it("takes a score from a file", async () => {
  const score = fileURLToPath(new URL("../../examples/my-score.js", import.meta.url));
  const { code, out } = await wherefore("discover", data, "--score", score, "--json", "--no-out", "--quiet");
  expect(code).toBe(0);
  expect(JSON.parse(out).optimal).toBe(true);
});

it("lists the k best classes, each with its share of the posterior", async () => {
  const { out } = await wherefore(
    "discover",
    data,
    "--columns",
    "X01,X02,X03,X04",
    "--best",
    "5",
    "--json",
    "--no-out",
  );
  const { alternatives, score, best } = JSON.parse(out);
  expect(alternatives.length).toBe(5);
  expect(alternatives[0].score).toBeCloseTo(score, 6);
  expect(best).toEqual({ of: "classes", shareOf: "posterior", prior: "orders", parentPrior: "fair" });
  const shares = alternatives.map(({ share }: { share: number }) => share);
  expect(shares.every((share: number) => share > 0)).toBe(true);
  const columns = ["--columns", "X01,X02,X03,X04"];
  const { out: text } = await wherefore("discover", data, ...columns, "--best", "2", "--no-out");
  expect(text).toMatch(/best {6}2 classes\n {10}1\. .* %, \d+ DAGs?, \d+ edges: /);
  expect(text).toContain("Shares are of the posterior over all graphs under bic");
});

it("a table of categories goes from doctor to a proven graph, its certificate and its score", async () => {
  const { data: asia, truth } = example("asia");
  const known = ["--truth", truth];
  const refused = await wherefore("discover", asia, "--no-out", "--kinds", "asia=category", "--score", "bic");
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringMatching(/bic must be given numbers.*--score/),
  ]);
  const healthy = await wherefore("doctor", asia);
  expect([healthy.code, healthy.out]).toEqual([
    0,
    expect.stringMatching(/^score +bdeu: every column has only a few/m),
  ]);
  const found = await wherefore("discover", asia, ...known, "--out", "asia", "--json");
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
  const { edges, undirected } = JSON.parse(out);
  expect([...edges, ...undirected].map((edge: string[]) => [...edge].sort().join())).toEqual(
    expect.arrayContaining(["code,x", "kind,x"]),
  );
  const verified = await wherefore("verify", "mixed/certificate.json", mixed);
  expect([verified.code, verified.out]).toEqual([
    3,
    expect.stringContaining("if   columns of numbers treated as categories are code, not none\n"),
  ]);
  const asked = await wherefore("verify", "mixed/certificate.json", mixed, "--categorical", "code");
  expect(asked.code).toBe(0);
  const doctor = await wherefore("doctor", mixed, ...options);
  expect(doctor.out).toMatch(/^columns +numbers x; binary kind; ordered code$/m);
  const wrong = await wherefore("doctor", mixed, "--score", "bic-mixed", "--categorical", "cod");
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('did you mean "code"')]);
});

it("lists the weights of rows on the first screen of its help", async () => {
  const { out } = await wherefore("discover", "--help");
  expect(out).toMatch(/^ {2}--weights <column>/m);
  expect(out).not.toContain("--sensitivity");
});

it("says that the penalty was not varied where that takes long, and how to have it", async () => {
  const line =
    /^penalty +How the result depends on .* was not computed: .* To compute it, use --sensitivity always\.$/m;
  const labels = [example("asia").data, "--search", "hill-climb", "--no-out", "--quiet"];
  expect((await wherefore("discover", ...labels)).out).toMatch(line);
  expect((await wherefore("discover", ...labels, "--sensitivity", "never")).out).not.toMatch(line);
  expect((await wherefore("discover", data, "--no-out", "--quiet")).out).not.toMatch(line);
});
