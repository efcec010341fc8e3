import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { readNpy } from "../../../test/npy.ts";
import {
  createTable,
  edgeList,
  type NamedEdge,
  type Outcome,
  readCertificate,
  readGraph,
  readResult,
  simulate,
  undirectedPairs,
  verifyCertificate,
} from "../../core/index.ts";
import { dataHash } from "../files/data-hash.ts";
import { discoverWithProof } from "./discover.ts";
import { completeRun, createRunFolder, recordedResult, resumedRun, runHolder } from "./run-folder.ts";

const root = mkdtempSync(join(tmpdir(), "wherefore-run-folder-"));
let made = 0;
const fresh = (): string => join(root, `parent-${++made}`, "run");
const read = (path: string, name: string): string => readFileSync(join(path, name), "utf8");

afterAll(() => rmSync(root, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

const { table, truth } = simulate({ graph: "bernoulli", nodes: 5, samples: 300, seed: 2 });
const command = "wherefore discover my.csv --truth truth.csv";

async function finished(path: string, options = {}): Promise<{ outcome: Outcome; files: string[] }> {
  const folder = await createRunFolder(path);
  await folder.start({ command });
  const outcome = await discoverWithProof(table, { ...options, name: "my.csv", onEvent: folder.event });
  const files = await folder.finish(outcome);
  folder.close();
  return { outcome, files };
}

describe("a run folder", () => {
  it("has the schema of spec.json where an editor looks for it, also after the folder was moved", async () => {
    const path = fresh();
    await finished(path, { truth });
    const moved = `${path}-moved`;
    renameSync(path, moved);
    const file = pathToFileURL(join(moved, "spec.json"));
    const document = JSON.parse(readFileSync(file, "utf8"));
    const schema = JSON.parse(readFileSync(new URL(document.$schema, file), "utf8"));
    const isValid = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true }).compile(schema);
    expect(isValid(document), JSON.stringify(isValid.errors)).toBe(true);
    expect(isValid({ ...document, spec: { ...document.spec, serch: "exact" } })).toBe(false);
  });

  it("holds the run in every form, and nothing else", async () => {
    const path = fresh();
    const { outcome, files } = await finished(path, { truth });
    const graphs = ["csv", "json", "dot", "svg", "png"].map((format) => `graph.${format}`);
    const first = ["spec.json", "spec.schema.json", "result.json", "events.ndjson"];
    expect(files).toEqual([...first, ...graphs, "member.csv", "certificate.json", "report.html"]);
    expect(readdirSync(path).sort()).toEqual(files.toSorted());
    expect(readResult(read(path, "result.json"), "result.json")).toEqual(
      JSON.parse(JSON.stringify(outcome.result)),
    );
    const spec = JSON.parse(read(path, "spec.json"));
    expect(spec).toMatchObject({ command, spec: outcome.result.spec, table: outcome.result.table });
    expect(Date.parse(spec.started)).not.toBeNaN();
    expect(readFileSync(join(path, "graph.png")).subarray(1, 4).toString()).toBe("PNG");
    const report = read(path, "report.html");
    expect(report.replaceAll(/<[^>]*>/g, "")).toContain(command);
    expect(report).toContain("wherefore verify certificate.json my.csv");
    expect(report).toContain(`>${outcome.result.metrics!.correct} correct</text>`);
  });

  it("holds how sure each pair is where that was asked for, by the order of the columns", async () => {
    const path = fresh();
    const { outcome, files } = await finished(path, {
      truth,
      confidence: "bootstrap",
      resamples: 12,
    });
    expect(files).toContain("confidence.npy");
    expect(readdirSync(path).sort()).toEqual(files.toSorted());
    const { shape, numbers } = readNpy(readFileSync(join(path, "confidence.npy")));
    expect(shape).toEqual([2, 5, 5]);
    const at = (kind: number, a: string, b: string) =>
      numbers[kind * 25 + table.names.indexOf(a) * 5 + table.names.indexOf(b)];
    const { pairs } = outcome.result.confidence!;
    expect(pairs.length).toBeGreaterThan(3);
    for (const { a, b, forward, backward, undirected } of pairs) {
      expect([at(0, a, b), at(0, b, a)]).toEqual([forward, backward]);
      expect([at(1, a, b), at(1, b, a)]).toEqual([undirected, undirected]);
    }
    expect(read(path, "graph.svg")).toContain("confidence that the two are linked");
    expect(read(path, "graph.csv").split("\n")[0]).toMatch(/,probability,direction$/);
  });

  it("holds the answer with its weights in formats that are read back, and one member", async () => {
    const path = fresh();
    const { outcome } = await finished(path);
    const { edges, undirected, member, strengths } = outcome.result;
    expect(undirected.length).toBeGreaterThan(0);
    const weightOf = ([a, b]: NamedEdge) =>
      strengths.find((strength) => strength.a === a && strength.b === b)!.coefficient;
    expect(read(path, "graph.csv").split("\n")[0]).toBe("cause,effect,mark,weight");
    for (const format of ["csv", "json", "dot"] as const) {
      const { names, graph, weights } = readGraph(read(path, `graph.${format}`), format, table.names);
      const found = edgeList({ d: graph.d, edges: graph.directed });
      expect(found.map(([i, j]) => [names[i], names[j]])).toEqual(edges);
      expect(found.map(([i, j]) => weights![i * graph.d + j])).toEqual(edges.map(weightOf));
      expect(undirectedPairs(graph).map(([i, j]) => [names[i], names[j]])).toEqual(undirected);
    }
    const { names, graph } = readGraph(read(path, "member.csv"), "csv", table.names);
    expect(edgeList({ d: graph.d, edges: graph.directed }).map(([i, j]) => [names[i], names[j]])).toEqual(
      member.edges,
    );
  });

  it("holds a certificate that is verified from its file", async () => {
    const path = fresh();
    await finished(path, { score: "bic-equal-variance" });
    const running = verifyCertificate(readCertificate(read(path, "certificate.json")), {
      table,
      hash: dataHash(table),
    });
    let last = running.next();
    while (!last.done) last = running.next();
    expect(last.value.holds).toBe(true);
  });

  it("holds no certificate where nothing was proven", async () => {
    const path = fresh();
    const { files } = await finished(path, { search: "hill-climb", optimum: "never" });
    expect(files).not.toContain("certificate.json");
    expect(existsSync(join(path, "certificate.json"))).toBe(false);
  });

  it("has spec and events while the run goes on, and nothing half-written", async () => {
    const path = fresh();
    const folder = await createRunFolder(path);
    await folder.start({ command, options: { seed: 7 } });
    folder.event({ type: "choice", search: "exact", scoreName: "bic", reason: "requested" });
    expect(readdirSync(path).sort()).toEqual([
      ".run.1.lock",
      "events.ndjson",
      "spec.json",
      "spec.schema.json",
    ]);
    expect(JSON.parse(read(path, "spec.json"))).toMatchObject({
      command,
      table: null,
      spec: { seed: 7, score: "auto" },
    });
    expect(JSON.parse(read(path, "events.ndjson"))).toMatchObject({ type: "choice", search: "exact" });
  });

  it("takes a folder in which nothing is whole: made by hand, or left by a process that died at once", async () => {
    for (const left of [[], [".spec.json.partial"], [".run.1.lock"]]) {
      const path = fresh();
      mkdirSync(path, { recursive: true });
      for (const name of left) writeFileSync(join(path, name), '{"comm');
      const folder = await createRunFolder(path);
      await folder.start({ command, options: { seed: 7 } });
      folder.close();
      expect(readdirSync(path)).toContain("spec.json");
      expect(readdirSync(path).filter((name) => name.endsWith(".lock"))).toEqual([]);
    }
  });

  it("has one writer at a time, who is named to others", async () => {
    const path = fresh();
    const folder = await createRunFolder(path, { purpose: "a test" });
    await folder.start({ command });
    const others = "is in use by a test \\(process \\d+ on .+\\); wait until it ends, or stop it";
    await expect(resumedRun(path, "another")).rejects.toThrow(new RegExp(others));
    expect(runHolder(path)).toMatchObject({ pid: process.pid, for: "a test" });
    folder.close();
    expect(runHolder(path)).toBeNull();
    (await resumedRun(path, "another")).lock.release();
  });

  it("is completed from what it holds, whatever of its outputs is missing", async () => {
    const path = fresh();
    const { outcome, files } = await finished(path, { truth });
    const made = ["graph.csv", "graph.json", "graph.dot", "graph.svg", "graph.png", "report.html"];
    const before = made.map((name) => read(path, name));
    for (const gone of [made, ["graph.png"], ["report.html"], ["graph.csv", "report.html"]]) {
      for (const name of gone) rmSync(join(path, name));
      // A kill between the result and the end of its checkpoint.
      writeFileSync(join(path, "checkpoint.bin"), "{}");
      expect(await completeRun(path, recordedResult(path)!, "a test")).toEqual(gone);
      expect(made.map((name) => read(path, name))).toEqual(before);
      expect(readdirSync(path).sort()).toEqual(files.toSorted());
    }
    expect(await completeRun(path, outcome.result, "a test")).toEqual([]);
  });

  it("refuses a folder that exists, and leaves it as it was", async () => {
    const path = fresh();
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "mine.txt"), "mine");
    await expect(createRunFolder(path)).rejects.toThrow(
      `out: the folder ${path} exists already; choose another with --out, or replace a run in it with --force`,
    );
    expect(readdirSync(path)).toEqual(["mine.txt"]);
  });

  it("says why a folder cannot be made where a file is in its way", async () => {
    const file = join(root, "a-file");
    writeFileSync(file, "");
    await expect(createRunFolder(join(file, "run"))).rejects.toThrow(
      /cannot be made \(\w+\); choose another with --out$/,
    );
  });

  it("shows hostile names in report and files as they are", async () => {
    const part = fc.constantFrom("<script>", "</svg>", "-->", "<!--", '"', "'", "&", "\\", "]]>", "a", "年");
    const name = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { minLength: 5, maxLength: 5 }), async (names) => {
        const path = fresh();
        const folder = await createRunFolder(path);
        await folder.start({ command: names[1] });
        const outcome = await discoverWithProof(createTable(names, table.X), { name: names[0], truth });
        await folder.finish(outcome);
        folder.close();
        const report = read(path, "report.html");
        expect(report).not.toMatch(/<script/i);
        expect(report.match(/<\/?svg/g)!.length % 2).toBe(0);
        const { names: all } = readGraph(read(path, "graph.json"), "json");
        expect(all).toEqual(names);
        expect(JSON.parse(read(path, "result.json")).table.columns).toEqual(names);
      }),
      { seed: 1, numRuns: 4 },
    );
  });

  it("draws many edges as straight lines, which Graphviz lays out in a fraction of the time", async () => {
    const names = Array.from({ length: 60 }, (_, i) => `v${i}`);
    const { outcome } = await finished(fresh());
    const piecesOf = async (reach: number): Promise<number[]> => {
      const edges = names.flatMap((cause, i) =>
        names.slice(i + 1, i + 1 + reach).map((effect) => [cause, effect] as const),
      );
      const path = fresh();
      const folder = await createRunFolder(path);
      const facts = { ...outcome.result.table, columns: names };
      await folder.finish({
        result: { ...outcome.result, table: facts, edges, undirected: [], member: { edges }, strengths: [] },
        certificate: null,
      });
      const paths = [...read(path, "graph.svg").matchAll(/class="edge">.*?<path [^>]*d="M[^C]*C([^"]*)"/gs)];
      expect(paths).toHaveLength(edges.length);
      return paths.map(([, points]) => points.trim().split(/\s+/).length / 3);
    };
    expect(Math.max(...(await piecesOf(4)))).toBeGreaterThan(1);
    expect(Math.max(...(await piecesOf(6)))).toBe(1);
  });
});

describe("a run without a font", () => {
  it("is written all the same, without the PNG and with a note why", async () => {
    vi.resetModules();
    vi.doMock("../files/picture.ts", async (original) => ({
      ...(await original<typeof import("../files/picture.ts")>()),
      pngOf: () => Promise.reject(new Error("picture: PNG needs a font")),
    }));
    const { createRunFolder: create } = await import("./run-folder.ts");
    const path = fresh();
    const folder = await create(path);
    const files = await folder.finish(await discoverWithProof(table, {}));
    vi.doUnmock("../files/picture.ts");
    expect(files).toContain("graph.svg");
    expect(files).toContain("report.html");
    expect(files).not.toContain("graph.png");
    expect(read(path, "events.ndjson")).toContain("graph.png is left out: picture: PNG needs a font");
  });
});
