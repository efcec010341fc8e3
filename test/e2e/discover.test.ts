// A user's path: a table in, a graph, a report and a proof out. The command runs as it is installed: from dist, in a new
// process.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { simulate } from "../../src/core/index.ts";
import { example, programIn } from "./program.ts";

const { data, truth } = example("twelve");
const { folder, started, wherefore, putTable } = programIn("discover");
/** More than there is time for. */
const endless = ["--search", "order", "--restarts", "1000"];

describe("wherefore discover", () => {
  it("finds, proves, compares and writes a run folder", async () => {
    const { code, out } = await wherefore("discover", data, "--truth", truth, "--out", "first");
    expect(code).toBe(0);
    expect(out).toContain("proven: no graph scores higher under bic with penalty weight 1.65 (1000 rows)");
    expect(out).toMatch(/SHD \d+ \(\d+ correct, \d+ reversed, \d+ missing, \d+ extra/);
    for (const name of [
      "spec.json",
      "spec.schema.json",
      "result.json",
      "events.ndjson",
      "graph.csv",
      "graph.json",
      "graph.dot",
      "graph.svg",
      "graph.png",
      "member.csv",
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
      "answer",
      "member",
      "members",
      "strengths",
      "rawEdges",
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

  it("draws only what is known: lines without an arrow in the text, the files and the JSON, unless a member is asked for", async () => {
    const found = JSON.parse(readFileSync(join(folder, "first/result.json"), "utf8"));
    expect(found.undirected.length).toBeGreaterThan(0);
    expect(readFileSync(join(folder, "first/graph.csv"), "utf8").match(/,---,/g)).toHaveLength(
      found.undirected.length,
    );
    const args = ["discover", data, "--truth", truth, "--no-out", "--quiet"];
    const [text, member] = await Promise.all([wherefore(...args), wherefore(...args, "--member", "--json")]);
    expect(text.out.match(/ {2}— {2}/g)).toHaveLength(found.undirected.length);
    const one = JSON.parse(member.out);
    expect([one.edges, one.undirected]).toEqual([found.member.edges, []]);
    expect(one.answer.kind).toBe("member");
    expect(one.digest).toBe(found.digest);
    expect(one.metrics.shd).toBeGreaterThan(found.metrics.shd);
  });

  it("stops at the time limit with the best so far", async () => {
    putTable("forty.csv", simulate({ nodes: 40, edgeProbability: 0.2, samples: 500, seed: 1 }).table);
    const args = [...endless, "--time-limit", "1", "--json", "--no-out", "--quiet"];
    const { code, out } = await wherefore("discover", "forty.csv", ...args);
    expect(code).toBe(0);
    const { stopped, member } = JSON.parse(out);
    expect(stopped).toBe("time limit");
    expect(member.edges.length).toBeGreaterThan(0);
  });

  it("stops on Ctrl-C with the best so far, exit code 130 and a whole run folder", async () => {
    putTable("thirtyfive.csv", simulate({ nodes: 35, edgeProbability: 0.2, samples: 500, seed: 1 }).table);
    const { child, ended } = started("discover", "thirtyfive.csv", ...endless, "--out", "stopped");
    // The first progress line shows that the search is under way.
    await new Promise<void>((resolve) =>
      child.stderr.on("data", (chunk) => /steps\/s/.test(String(chunk)) && resolve()),
    );
    child.kill("SIGINT");
    const { code, out } = await ended;
    expect(code).toBe(130);
    expect(out).toContain("stopped: interrupted");
    expect(JSON.parse(readFileSync(join(folder, "stopped/result.json"), "utf8")).stopped).toBe("interrupted");
    expect(existsSync(join(folder, "stopped/report.html"))).toBe(true);
    expect(JSON.parse(readFileSync(join(folder, "stopped/checkpoint.bin"), "utf8")).search).toBe("order");
  });
});
