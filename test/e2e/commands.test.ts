// Every command except discover, resume, serve and verify.

import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readResult } from "../../src/core/index.ts";
import { commandsIn } from "./command-line.ts";
import { type Ended, example, main } from "./program.ts";

const { data, truth } = example("twelve");
const { folder, wherefore, putFile } = commandsIn("commands");

describe("the other commands", () => {
  beforeAll(async () => {
    expect((await wherefore("discover", data, "--truth", truth, "--out", "first")).code).toBe(0);
  });

  it("schema prints what the docs have", async () => {
    const { code, out } = await wherefore("schema", "grid");
    expect(code).toBe(0);
    expect(out).toBe(readFileSync(new URL("../../docs/schemas/grid.json", import.meta.url), "utf8"));
    expect((await wherefore("schema", "grit")).code).toBe(2);
  });

  it("doctor reports and exits 0 for a healthy table", async () => {
    const { code, out } = await wherefore("doctor", data);
    expect(code).toBe(0);
    expect(out).toContain("1000 rows, 12 columns");
  });

  it("doctor tells what every column is, of gaps and of text among numbers", async () => {
    const line = (i: number) =>
      `${i % 5 === 0 ? "" : Math.sin(i * i)},${i === 7 ? "red" : Math.cos(i * i)},${Math.sin(3 * i * i + i)},7`;
    const text = `a,b,c,k\n${Array.from({ length: 40 }, (_, i) => line(i)).join("\n")}\n`;
    const { code, out } = await wherefore("doctor", putFile("sick.csv", text), "--json");
    expect(code).toBe(0);
    const { kinds, score, findings } = JSON.parse(out);
    expect([kinds.b, kinds.k, score]).toEqual([
      { kind: "number", used: true, reason: '1 cell with text ("red") counts as missing' },
      { kind: "constant", used: false, reason: "is 7 in every row" },
      "bic",
    ]);
    expect(findings.find((f: { kind: string }) => f.kind === "missing")).toMatchObject({
      columns: ["a", "b"],
    });
    expect((await wherefore("doctor", putFile("none.csv", "a,k\n1.5,7\n2.5,7\n3.5,7\n"))).code).toBe(2);
  });

  it("ends quietly when nobody reads on", async () => {
    const line = `"${process.execPath}" "${main}" formats | head -c 5`;
    const ended = await new Promise<Ended>((resolve) => {
      execFile("bash", ["-c", line], { cwd: folder }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      );
    });
    expect(ended).toEqual({ code: 0, out: "forma", err: "" });
  });

  it("evaluate compares a graph with a truth", async () => {
    const { code, out } = await wherefore("evaluate", "first/graph.csv", truth, "--json");
    expect(code).toBe(0);
    const { metrics } = JSON.parse(readFileSync(join(folder, "first/result.json"), "utf8"));
    expect(JSON.parse(out)).toMatchObject({ shd: metrics.shd, shdClass: metrics.shdClass, sid: metrics.sid });
  });

  it("evaluate and formats say what an edge list cannot hold, and other variables are refused", async () => {
    const [found, known] = [
      putFile("one.csv", "cause,effect\na,b\n"),
      putFile("two.csv", "cause,effect\nb,a\n"),
    ];
    expect((await wherefore("evaluate", found, known)).err).toContain(
      "variables without edges in either file",
    );
    expect((await wherefore("evaluate", found, known, "--columns", "a,b,c")).err).toBe("");
    expect((await wherefore("formats", found, "--to", "dagitty")).err).toContain(
      "give all variables with --columns",
    );
    expect((await wherefore("formats", found, "--to", "dagitty", "--columns", "a,b,c")).err).toBe("");
    const other = putFile("other.csv", "cause,effect\nx,y\ny,z\n");
    const { code, err } = await wherefore("evaluate", found, other);
    expect(code).toBe(2);
    expect(err).toMatch(
      /^evaluate: both files must be about the same variables, got a and b in .*, and x, y and z in /,
    );
  });

  it("evaluate takes a class for the truth, and bounds the SID of a class", async () => {
    const known = putFile(
      "class.txt",
      "Graph Nodes:\na;b;c;d\n\nGraph Edges:\n1. a --- b\n2. b --> c\n3. d --> c\n",
    );
    const found = putFile("found.csv", "cause,effect\nb,a\nb,c\nd,c\n");
    const { code, out } = await wherefore("evaluate", found, known, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ correct: 3, reversed: 0, shd: 0, shdClass: 0, sid: null });
    const { out: text } = await wherefore("evaluate", known, found);
    expect(text).toMatch(/^SID +from 0 to \d+ over the 2 DAGs that the estimate represents$/m);
  });

  it("evaluate tells how well shares foretell the truth, of a result and of its graph.json alike", async () => {
    const run = ["discover", data, "--truth", truth, "--search", "ges", "--out", "sure"];
    const { code, out } = await wherefore(...run, "--confidence", "bootstrap", "--resamples", "8");
    expect(code).toBe(0);
    expect(out).toMatch(/^how sure {2}The percentages are shares of 8 resamples/m);
    expect(out).toMatch(/^ +how sure {2}AUROC {3}AUPRC {3}Brier$/m);
    const { confidence } = readResult(readFileSync(join(folder, "sure/result.json"), "utf8"), "result");
    for (const name of ["result.json", "graph.json"]) {
      const told = JSON.parse((await wherefore("evaluate", `sure/${name}`, truth, "--json")).out).confidence;
      for (const of of ["links", "edges"] as const)
        for (const [metric, value] of Object.entries(confidence!.metrics![of]))
          expect(told[of][metric], `${name} ${of} ${metric}`).toBeCloseTo(value!, 10);
    }
    const text = (await wherefore("evaluate", "sure/graph.json", truth)).out;
    expect(text).toMatch(/^how sure {2}AUROC {3}AUPRC {3}Brier\nlinks +[\d.]+ +[\d.]+ +[\d.]+\nedges /m);
    const plain = (await wherefore("evaluate", "sure/graph.csv", truth)).out;
    expect(plain).not.toContain("AUROC");
    const pair = { a: "a", b: "c", forward: 1, backward: 0, undirected: 0, none: 0 };
    const document = {
      table: { columns: ["a", "b", "c"] },
      edges: [["a", "b"]],
      confidence: { pairs: [pair] },
    };
    const own = putFile("own.json", JSON.stringify(document));
    const small = putFile("small.csv", "cause,effect\na,b\n");
    const refused = await wherefore("evaluate", own, small, "--columns", "a,b");
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('"confidence" names "c", which --columns leaves out'),
    ]);
    // Links: the one with a share is false, the true one and another have none.
    const { confidence: told } = JSON.parse((await wherefore("evaluate", own, small, "--json")).out);
    expect(told.links).toEqual({ auroc: 0.25, auprc: 1 / 3, brier: 2 / 3 });
  });

  it("score tells the gap of any graph", async () => {
    const own = JSON.parse((await wherefore("score", data, "first/graph.csv", "--json")).out);
    expect(own.gap).toBe(0);
    const member = JSON.parse((await wherefore("score", data, "first/member.csv", "--json")).out);
    expect([member.score, member.gap]).toEqual([own.score, 0]);
    const unequal = await wherefore("score", data, "first/graph.csv", "--score", "bic-equal-variance");
    expect([unequal.code, unequal.err]).toEqual([
      2,
      expect.stringContaining("must have directed edges only to be scored by bic-equal-variance"),
    ]);
    const other = JSON.parse(
      (await wherefore("score", data, truth, "--score", "bic-equal-variance", "--json")).out,
    );
    expect(other.gap).toBeGreaterThanOrEqual(0);
    expect(other.paperScore).toBeGreaterThan(0);
  });

  it("compare runs several searches and scores", async () => {
    const { code, out } = await wherefore(
      "compare",
      data,
      "--searches",
      "exact,ges",
      "--scores",
      "bic,bge",
      "--truth",
      truth,
      "--out",
      "compared",
      "--json",
      "--quiet",
    );
    expect(code).toBe(0);
    const { results } = JSON.parse(out);
    expect(readdirSync(join(folder, "compared")).sort()).toEqual([
      "compare.html",
      "compare.json",
      "exact-bge",
      "exact-bic",
      "ges-bge",
      "ges-bic",
    ]);
    const stored = readFileSync(join(folder, "compared/ges-bge/result.json"), "utf8");
    expect(readResult(stored, "result.json")).toEqual(results[3]);
    expect((await wherefore("verify", "compared/exact-bic/certificate.json", data)).code).toBe(0);
    expect(results.map((r: { search: string; spec: { score: string } }) => [r.search, r.spec.score])).toEqual(
      [
        ["exact", "bic"],
        ["ges", "bic"],
        ["exact", "bge"],
        ["ges", "bge"],
      ],
    );
  });

  it("compare goes on when a search fails, and says why", async () => {
    const row = (i: number) => `${Math.sin(i * i)},${Math.sin(i * i) + Math.cos(i)},${Math.cos(3 * i * i)}`;
    const small = putFile("small.csv", `a,b,c\n${Array.from({ length: 60 }, (_, i) => row(i)).join("\n")}\n`);
    const searches = ["--searches", "exact,notears", "--score", "independence"];
    const { code, out } = await wherefore("compare", small, ...searches, "--out", "half", "--quiet");
    expect(code).toBe(0);
    expect(out).toContain(
      'failed    exact, independence: exact: the score "independence" has no local terms',
    );
    expect(out).toMatch(/^notears +independence/m);
    expect(readFileSync(join(folder, "half/compare.html"), "utf8")).toContain("Runs that failed");
    const again = await wherefore("compare", data, "--searches", "ges", "--out", "half", "--quiet");
    expect([again.code, again.err]).toEqual([
      2,
      expect.stringMatching(/half exists already; choose another with --out\n$/),
    ]);
  });

  it("simulate replaces what it simulated, if told to, and nothing else", async () => {
    const simulated = (...args: string[]) =>
      wherefore("simulate", "--nodes", "4", "--samples", "20", "--out", "simulated-twice", ...args);
    const path = join(folder, "simulated-twice/data.csv");
    await simulated("--seed", "1");
    const first = readFileSync(path, "utf8");
    const again = await simulated("--seed", "2");
    expect([again.code, again.err]).toEqual([
      2,
      expect.stringContaining("or replace simulated data in it with --force"),
    ]);
    expect(readFileSync(path, "utf8")).toBe(first);
    putFile("simulated-twice/mine.txt", "mine");
    expect((await simulated("--seed", "2", "--force")).code).toBe(0);
    expect(readFileSync(path, "utf8")).not.toBe(first);
    expect(readFileSync(join(folder, "simulated-twice/mine.txt"), "utf8")).toBe("mine");
    rmSync(join(folder, "simulated-twice/simulation.json"));
    const mine = await simulated("--seed", "3", "--force");
    expect([mine.code, mine.err]).toEqual([2, expect.stringContaining("does not hold simulated data")]);
  });

  it("compare refuses unknown names before it runs anything", async () => {
    for (const [flag, names] of [
      ["--searches", "ges,exat"],
      ["--scores", "bic,bicc"],
    ]) {
      const { code, out, err } = await wherefore("compare", data, flag, names, "--no-out", "--quiet");
      expect([code, out]).toEqual([2, ""]);
      expect(err).toMatch(
        /^compare: no (search called "exat"; did you mean "exact"|score called "bicc"; did)/,
      );
    }
  });

  it("formats lists and converts", async () => {
    expect((await wherefore("formats")).out).toContain("dagitty");
    const dot = await wherefore("formats", "first/graph.csv", "--to", "dot");
    expect(dot.out).toContain("digraph");
    await wherefore("formats", "first/graph.csv", "--to", "png", "--out", "picture.png");
    expect(readFileSync(join(folder, "picture.png")).subarray(1, 4).toString()).toBe("PNG");
  });

  it("simulate makes the paper's sets, and the same again", async () => {
    const { code, out } = await wherefore("simulate", "paper/exp1-gauss-12", "--seed", "8", "--out", "paper");
    expect([code, out]).toEqual([0, expect.stringContaining("data.csv truth.csv")]);
    await wherefore("simulate", "paper/exp1-gauss-12", "--seed", "8", "--out", "paper2");
    expect(readFileSync(join(folder, "paper/data.csv"), "utf8")).toBe(
      readFileSync(join(folder, "paper2/data.csv"), "utf8"),
    );
    const refused = await wherefore("simulate", "paper/exp1-gauss-12", "--nodes", "5", "--out", "paper3");
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("--nodes")]);
  });
});
