// A person's path: files in, command, files out. The commands run as they are installed: from dist, in a new process.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readResult, sealed } from "../../src/core/index.ts";

const main = fileURLToPath(new URL("../../dist/node/cli/main.js", import.meta.url));
const examples = fileURLToPath(new URL("../../examples/", import.meta.url));
const data = join(examples, "twelve/data.csv");
const truth = join(examples, "twelve/truth.csv");
const folder = mkdtempSync(join(tmpdir(), "wherefore-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function wherefore(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { cwd: folder, maxBuffer: 1e8 }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

describe("wherefore discover", () => {
  it("finds, proves, compares and writes a run folder", async () => {
    const { code, out } = await wherefore("discover", data, "--truth", truth, "--out", "first");
    expect(code).toBe(0);
    expect(out).toContain("proven: no graph scores higher under bic (1000 rows)");
    expect(out).toMatch(/SHD \d+ \(\d+ correct, \d+ reversed, \d+ missing, \d+ extra/);
    for (const name of [
      "spec.json",
      "result.json",
      "events.ndjson",
      "graph.csv",
      "graph.json",
      "graph.dot",
      "graph.svg",
      "graph.png",
      "certificate.json",
      "report.html",
    ]) {
      expect(existsSync(join(folder, "first", name)), name).toBe(true);
    }
    expect(readFileSync(join(folder, "first/graph.csv"), "utf8")).toMatch(/^cause,effect/);
  });

  it("refuses a folder with something in it", async () => {
    mkdirSync(join(folder, "taken"));
    writeFileSync(join(folder, "taken", "mine.txt"), "mine");
    const { code, err } = await wherefore("discover", data, "--out", "taken");
    expect(code).toBe(2);
    expect(err).toContain("taken exists already");
  });

  it("prints one JSON document with the names that others rely on", async () => {
    const args = ["--truth", truth, "--json", "--quiet", "--no-out", "--polish", "--prune", "threshold"];
    const { code, out, err } = await wherefore("discover", data, ...args);
    expect(code).toBe(0);
    expect(err).toBe("");
    const result = JSON.parse(out);
    for (const name of [
      "edges",
      "undirected",
      "class",
      "rawEdges",
      "coefficients",
      "score",
      "paperScore",
      "optimal",
      "gap",
      "gaps",
      "metrics",
      "seconds",
      "seed",
      "versions",
    ]) {
      expect(result, name).toHaveProperty(name);
    }
    expect(result.optimal).toBe(true);
    expect(result.gap).toBe(0);
    expect(result.metrics).toMatchObject({
      shd: expect.any(Number),
      fdr: expect.any(Number),
      tpr: expect.any(Number),
    });
  });

  it("gives the same bytes for the same seed, but for the time", async () => {
    const run = async () => {
      const { out } = await wherefore("discover", data, "--search", "order", "--json", "--no-out", "--quiet");
      const { seconds, ...rest } = JSON.parse(out);
      expect(seconds).toBeGreaterThan(0);
      return rest;
    };
    expect(await run()).toEqual(await run());
  });

  it("obeys knowledge, and explains a contradiction by line before anything runs", async () => {
    const good = file("known.txt", "X03 -> X05\ntier 1: X01, X02\ntier 2: X03, X04\n");
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
    const bad = file("contradiction.txt", "X03 -> X05\n# a comment\nX03 !-> X05\n");
    const refused = await wherefore("discover", data, "--knowledge", bad, "--no-out");
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/line 1[\s\S]*line 3|line 3[\s\S]*line 1/);
  });

  it("takes a score from a file", async () => {
    const score = join(examples, "my-score.js");
    const { code, out } = await wherefore(
      "discover",
      data,
      "--score",
      score,
      "--json",
      "--no-out",
      "--quiet",
    );
    expect(code).toBe(0);
    expect(JSON.parse(out).optimal).toBe(true);
  });

  it("lists the k best graphs", async () => {
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
    const { alternatives, score } = JSON.parse(out);
    expect(alternatives.length).toBe(5);
    expect(alternatives[0].score).toBeCloseTo(score, 6);
  });

  it("stops at the time limit with the best so far", async () => {
    await wherefore(
      "simulate",
      "--nodes",
      "40",
      "--edge-probability",
      "0.2",
      "--samples",
      "500",
      "--out",
      "forty",
    );
    const args = [
      "--search",
      "order",
      "--restarts",
      "1000",
      "--time-limit",
      "1",
      "--json",
      "--no-out",
      "--quiet",
    ];
    const { code, out } = await wherefore("discover", "forty/data.csv", ...args);
    expect(code).toBe(0);
    const { stopped, edges, seconds } = JSON.parse(out);
    expect(stopped).toBe("time limit");
    expect(edges.length).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(15);
  });

  it("stops on Ctrl-C with the best so far, exit code 130 and a whole run folder", async () => {
    await wherefore(
      "simulate",
      "--nodes",
      "35",
      "--edge-probability",
      "0.2",
      "--samples",
      "500",
      "--out",
      "thirtyfive",
    );
    const args = [
      "discover",
      "thirtyfive/data.csv",
      "--search",
      "order",
      "--restarts",
      "1000",
      "--out",
      "stopped",
    ];
    const child: ChildProcess = spawn(process.execPath, [main, ...args], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    child.stdout!.on("data", (chunk) => {
      out += chunk;
    });
    const ended = new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? -1)));
    // The first progress line shows that the search is under way.
    await new Promise<void>((resolve) =>
      child.stderr!.on("data", (chunk) => /steps\/s/.test(String(chunk)) && resolve()),
    );
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(out).toContain("stopped: interrupted");
    expect(JSON.parse(readFileSync(join(folder, "stopped/result.json"), "utf8")).stopped).toBe("interrupted");
    expect(existsSync(join(folder, "stopped/report.html"))).toBe(true);
    expect(JSON.parse(readFileSync(join(folder, "stopped/checkpoint.bin"), "utf8")).search).toBe("order");
  });
});

describe("bad input ends with exit code 2 and a sentence", () => {
  const rows = (n: number, line: (i: number) => string) =>
    Array.from({ length: n }, (_, i) => line(i)).join("\n");
  const random = (i: number, k: number) => Math.sin((i + 1) * (i + 3 * k) + k) * 10;
  const good = (i: number) => `${random(i, 1)},${random(i, 2)},${random(i, 3)}`;
  const cases: [string, string, RegExp][] = [
    ["an empty file", "", /empty/],
    ["a header alone", "a,b,c\n", /no rows|header/],
    ["one column", `a\n${rows(20, (i) => String(i * i))}\n`, /column/],
    ["one row", "a,b\n1,2\n", /row/],
    ["text in a numeric column", `a,b,c\n${rows(20, good)}\n1,red,2\n`, /"b".*"?red"?.*--columns/],
    ["NaN", `a,b,c\n${rows(20, good)}\n1,NaN,2\n`, /"b".*row 21.*--missing drop/],
    ["infinity", `a,b,c\n${rows(20, good)}\n1,Inf,2\n`, /"b".*row 21.*--columns/],
    ["a constant column", `a,b,c,k\n${rows(20, (i) => `${good(i)},7`)}\n`, /"k".*--columns/],
    [
      "a duplicate column",
      `a,b,c,k\n${rows(20, (i) => `${good(i)},${random(i, 1)}`)}\n`,
      /"a".*"k"|"k".*"a"/,
    ],
    ["two columns of one name", `a,b,a\n${rows(20, good)}\n`, /two columns.*"a"/],
    [
      "a column that is the sum of two others",
      `a,b,c,total\n${rows(30, (i) => `${good(i)},${random(i, 1) + random(i, 2)}`)}\n`,
      /total = 1·a \+ 1·b.*--columns/,
    ],
  ];
  for (const [what, text, sentence] of cases) {
    it(what, async () => {
      const { code, err, out } = await wherefore("discover", file("bad.csv", text), "--no-out");
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
      file("t1.csv", "cause,effect\nX01,X99\n"),
      "--no-out",
    );
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringMatching(/X99/)]);
    const text = "cause,effect\nX01,X02\nX02,X03\nX03,X01\n";
    const cyclic = await wherefore("discover", data, "--truth", file("t2.csv", text), "--no-out");
    expect([cyclic.code, cyclic.err]).toEqual([
      2,
      expect.stringMatching(/no cycle, got X01 → X02 → X03 → X01/),
    ]);
  });

  it("200 columns for exact search, before anything is allocated", async () => {
    await wherefore(
      "simulate",
      "--nodes",
      "200",
      "--edge-probability",
      "0.01",
      "--samples",
      "300",
      "--out",
      "wide",
    );
    const { code, err } = await wherefore("discover", "wide/data.csv", "--search", "exact", "--no-out");
    expect(code).toBe(2);
    expect(err).toMatch(/exact: 200 variables need .* of memory, .* use --search order/);
  });

  it("leaves no folder behind when it refuses", async () => {
    await wherefore("discover", "wide/data.csv", "--search", "exact", "--out", "refused");
    expect(existsSync(join(folder, "refused"))).toBe(false);
    await wherefore("discover", data, "--score", "bic-equal-variance", "--best", "3", "--out", "refused");
    expect(existsSync(join(folder, "refused"))).toBe(false);
  });

  it("a score file that misbehaves, as the user's to mend", async () => {
    const bad: [string, RegExp][] = [
      [
        "export default () => ({ term: () => Infinity });",
        /the term of "X01" given \[.*\] must be a number or -Infinity/,
      ],
      ["export default () => ({ term: () => 'x' });", /must be a number or -Infinity, got "x"/],
      [
        "export default () => ({ term: () => nothing });",
        /threw at the term of "X01".*nothing is not defined/,
      ],
      [
        "export default () => ({ term: async () => { throw new Error('late') } });",
        /^score: .*bad3\.mjs must answer at once, got a promise for the term of "X01" given \[\]; .*\n$/,
      ],
      [
        "export default () => ({ term: () => { throw new Error('one\\ntwo') } });",
        /^score: .* threw at the term of "X01" given \[\]: Error: one two; mend it\n$/,
      ],
      ["export default 7;", /must export a function/],
      ["export default (", /must be a JavaScript module that loads/],
    ];
    for (const [k, [text, sentence]] of bad.entries()) {
      const score = join(folder, file(`bad${k}.mjs`, text));
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

describe("the other commands", () => {
  beforeAll(async () => {
    if (!existsSync(join(folder, "first")))
      await wherefore("discover", data, "--truth", truth, "--out", "first");
  });

  it("doctor reports and exits 0 for a healthy table", async () => {
    const { code, out } = await wherefore("doctor", data);
    expect(code).toBe(0);
    expect(out).toContain("1000 rows, 12 columns");
  });

  it("doctor looks at every column of a table that a search would refuse", async () => {
    const line = (i: number) =>
      `${i % 5 === 0 ? "" : Math.sin(i * i)},${i === 7 ? "red" : Math.cos(i * i)},${Math.sin(3 * i * i + i)}`;
    const text = `a,b,c\n${Array.from({ length: 40 }, (_, i) => line(i)).join("\n")}\n`;
    const { code, out } = await wherefore("doctor", file("sick.csv", text), "--json");
    expect(code).toBe(2);
    const { findings } = JSON.parse(out);
    const told = findings.map((f: { kind: string; severity: string; columns: string[] }) => [
      f.kind,
      f.severity,
      f.columns[0],
    ]);
    expect(told).toContainEqual(["text", "fatal", "b"]);
    expect(told).toContainEqual(["missing", "fatal", "a"]);
    const dropped = await wherefore("doctor", "sick.csv", "--missing", "drop", "--columns", "a,c", "--json");
    expect(dropped.code).toBe(0);
    expect(JSON.parse(dropped.out).findings[0]).toMatchObject({
      kind: "missing",
      severity: expect.stringMatching(/note|warning/),
    });
  });

  it("a table of categories goes from doctor to a proven graph, its certificate and its score", async () => {
    const asia = join(examples, "asia/data.csv");
    const known = ["--truth", join(examples, "asia/truth.csv")];
    const refused = await wherefore("discover", asia, "--no-out");
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringMatching(/"asia" must be numeric.*--score/),
    ]);
    const sick = await wherefore("doctor", asia, "--json");
    expect(sick.code).toBe(2);
    expect(JSON.parse(sick.out).findings[0].remedy).toContain("set score to bdeu");
    const healthy = await wherefore("doctor", asia, "--score", "bdeu");
    expect([healthy.code, healthy.out]).toEqual([
      0,
      expect.stringContaining("every column holds categories"),
    ]);
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
    const mixed = file(
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

  it("score tells the gap of any graph", async () => {
    const own = JSON.parse((await wherefore("score", data, "first/graph.csv", "--json")).out);
    expect(own.gap).toBe(0);
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
      "exact,order",
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
      "order-bge",
      "order-bic",
    ]);
    const stored = readFileSync(join(folder, "compared/order-bge/result.json"), "utf8");
    expect(readResult(stored, "result.json")).toEqual(results[3]);
    expect((await wherefore("verify", "compared/exact-bic/certificate.json", data)).code).toBe(0);
    expect(results.map((r: { search: string; spec: { score: string } }) => [r.search, r.spec.score])).toEqual(
      [
        ["exact", "bic"],
        ["order", "bic"],
        ["exact", "bge"],
        ["order", "bge"],
      ],
    );
  });

  it("compare goes on when a search fails, and says why", async () => {
    const { code, out } = await wherefore(
      "compare",
      data,
      "--searches",
      "exat,order",
      "--out",
      "half",
      "--quiet",
    );
    expect(code).toBe(0);
    expect(out).toContain('failed    exat, bic: discover: no search called "exat"; did you mean "exact"?');
    expect(out).toMatch(/^order +bic/m);
    expect(readFileSync(join(folder, "half/compare.html"), "utf8")).toContain("Runs that failed");
    expect((await wherefore("compare", data, "--searches", "exat", "--no-out", "--quiet")).code).toBe(2);
    const again = await wherefore("compare", data, "--searches", "order", "--out", "half", "--quiet");
    expect([again.code, again.err]).toEqual([2, expect.stringContaining("half exists already")]);
  });

  it("verify re-runs a certificate, and does not believe a forged one", async () => {
    const good = await wherefore("verify", "first/certificate.json", data);
    expect(good.code).toBe(0);
    expect(good.out).toMatch(
      /^verified: no graph scores higher under bic \(1000 rows\); 1 pass re-run on .*data\.csv, and the best score is -?[\d.]+$/m,
    );
    const certificate = JSON.parse(readFileSync(join(folder, "first/certificate.json"), "utf8"));
    certificate.optimum.graph.pop();
    const damaged = await wherefore("verify", file("damaged.json", JSON.stringify(certificate)), data);
    expect([damaged.code, damaged.err]).toEqual([2, expect.stringContaining("its checksum is another")]);
    const { checksum: _, ...document } = certificate;
    const forged = await wherefore("verify", file("forged.json", JSON.stringify(sealed(document))), data);
    expect(forged.code).toBe(4);
    expect(forged.out).toMatch(/^not verified: .* it says: no graph scores higher under bic/m);
  });

  it("verify prints what a claim is about, and ends with 3 where that is more than was asked", async () => {
    const known = file("known.txt", "X01 !-> X02\nmax parents: 2\n");
    const options = ["--penalty-weight", "50", "--knowledge", known];
    const found = await wherefore("discover", data, ...options, "--out", "conditions", "--quiet");
    const claim =
      "among the graphs that obey what was known (1 forbidden edge: X01 → X02; at most 2 causes for each variable), none scores higher under bic with penalty weight 50 (1000 rows)";
    expect(found.out).toContain(`proven: ${claim}`);
    const verify = (...more: string[]) => wherefore("verify", "conditions/certificate.json", data, ...more);
    const { code, out } = await verify();
    expect([code, out.split("\n").filter((line) => /^if|^verified/.test(line))]).toEqual([
      3,
      [
        "if   the penalty weight is 50, not 1",
        "if   only graphs are compared in which X01 → X02 is forbidden, no variable has more than 2 causes",
        expect.stringContaining(`verified under conditions: ${claim};`),
      ],
    ]);
    expect((await verify(...options)).code).toBe(0);
    const json = await verify(...options, "--score", "bge", "--json");
    expect([json.code, JSON.parse(json.out)]).toMatchObject([
      3,
      { holds: true, claim: { sentence: claim }, conditions: ["the score is bic, not bge"] },
    ]);
    const report = readFileSync(join(folder, "conditions/report.html"), "utf8");
    const [command] = /wherefore verify [^<]*/.exec(report)!;
    expect((await wherefore(...command.split(" ").slice(1))).code).toBe(0);
  });

  it("verify says when another version wrote the certificate, and refuses a format that it does not know", async () => {
    const { checksum: _, ...document } = JSON.parse(
      readFileSync(join(folder, "first/certificate.json"), "utf8"),
    );
    const older = file("older.json", JSON.stringify(sealed({ ...document, version: "0.0.7" })));
    const read = await wherefore("verify", older, data);
    expect([read.code, read.out]).toEqual([
      0,
      expect.stringMatching(/^note the certificate was written by wherefore 0\.0\.7; it is checked by \d/),
    ]);
    const newer = file("newer.json", JSON.stringify({ ...document, format: "wherefore-certificate/9" }));
    const refused = await wherefore("verify", newer, data);
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringMatching(
        /^verify: the format of a certificate must be .*, got "wherefore-certificate\/9"; /,
      ),
    ]);
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

  it("every command has help with examples, and every option says what it does", async () => {
    const { out } = await wherefore("--help");
    for (const command of [
      "discover",
      "resume",
      "doctor",
      "simulate",
      "evaluate",
      "score",
      "compare",
      "serve",
      "verify",
      "formats",
    ]) {
      const help = await wherefore(command, "--help");
      expect(help.code).toBe(0);
      const [, usage] = /^Usage: wherefore (.*)\n/.exec(help.out)!;
      expect(out).toContain(`\n  ${usage}  `);
      expect(help.out).toContain("Examples:");
      for (const line of help.out.split("\n").filter((l) => /^ {2}--/.test(l)))
        expect(line).toMatch(/^ {2}--\S+.*\s{2,}\S|^ {2}--\S+( <\w+>)?$/);
    }
  });

  it("reads 10⁶ rows with progress", async () => {
    const line = (i: number) => `${Math.sin(i)},${Math.cos(3 * i)},${Math.sin(i) + Math.sin(7.3 * i)}`;
    writeFileSync(
      join(folder, "million.csv"),
      `a,b,c\n${Array.from({ length: 1e6 }, (_, i) => line(i)).join("\n")}\n`,
    );
    const { code, out } = await wherefore("discover", "million.csv", "--json", "--no-out");
    expect(code).toBe(0);
    expect(JSON.parse(out).table.rows).toBe(1e6);
  });
});
