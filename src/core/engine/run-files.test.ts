import { expect, it } from "vitest";
import { simulate } from "../data/simulate/simulate.ts";
import { resultDrawing, resultGraph } from "../report/result-graph.ts";
import { shellWord } from "../report/shell-word.ts";
import { discovery, type Outcome } from "../run/discovery/discovery.ts";
import type { RunOptions } from "../run/spec.ts";
import { readSpecFile, specFile } from "../run/spec-file.ts";
import { readResult } from "../run/stored-result.ts";
import { graphFiles, reportFile, resultFiles } from "./run-files.ts";

const { table, truth } = simulate({ graph: "bernoulli", nodes: 5, samples: 200, seed: 2 });

function outcomeOf(options: RunOptions = {}): Outcome {
  const running = discovery({ table, truth, options, name: "it's.csv", now: () => 0 });
  for (;;) {
    const { value, done } = running.next();
    if (done) return value;
  }
}

const outcome = outcomeOf();
const memberOutcome = outcomeOf({ member: true });

it("contains the result as JSON that reads back, the certificate if there is one, and the graph", () => {
  const found = Object.fromEntries(resultFiles(outcome));
  // The result is last: where there is a result, there is the proof too.
  expect(Object.keys(found)).toEqual(["certificate.json", "result.json"]);
  const plain = JSON.parse(JSON.stringify(outcome.result));
  expect(readResult(found["result.json"], "result.json")).toEqual(plain);
  const { checksum: _, ...older } = JSON.parse(found["result.json"]);
  expect(readResult(JSON.stringify(older), "result.json")).toEqual(plain);
  expect(Object.keys(Object.fromEntries(resultFiles({ ...outcome, certificate: null })))).toEqual([
    "result.json",
  ]);
  const files = Object.fromEntries(graphFiles(outcome.result));
  expect(Object.keys(files)).toEqual(["member.csv", "graph.csv", "graph.json", "graph.dot"]);
  const { edges, undirected, member } = outcome.result;
  expect(undirected.length).toBeGreaterThan(0);
  const lines = (name: string) => files[name].trimEnd().split("\n").length;
  expect(lines("graph.csv")).toBe(1 + edges.length + undirected.length);
  expect(lines("member.csv")).toBe(1 + member.edges.length);
  expect(Object.keys(Object.fromEntries(graphFiles(memberOutcome.result)))).not.toContain("member.csv");
});

it("has the answer with its coefficients", () => {
  const { names, graph, weights } = resultGraph(outcome.result);
  const fitted = outcome.result.strengths.filter(({ coefficient }) => coefficient !== null);
  expect(fitted.map(({ a, b }) => [a, b]).sort()).toEqual([...outcome.result.edges].sort());
  for (const { a, b, coefficient } of fitted) {
    const at = names.indexOf(a) * graph.d + names.indexOf(b);
    expect([graph.directed[at], weights![at]]).toEqual([1, coefficient]);
  }
});

it("draws the graph beside the truth, with a faster layout if it is large", () => {
  const { result } = outcome;
  expect(resultDrawing(result)).toBe(resultDrawing(result, truth));
  expect(resultDrawing(result)).not.toContain("nslimit");
  const columns = Array.from({ length: 40 }, (_, k) => `x${k}`);
  const edges = columns.flatMap((a, i) => columns.slice(i + 1).map((b) => [a, b] as [string, string]));
  const large = {
    ...result,
    table: { ...result.table, columns },
    edges,
    undirected: [],
    strengths: [],
    truth: null,
  };
  expect(resultDrawing(large)).toContain("splines=line");
});

it("states the request and its time in the report and the spec", () => {
  const started = "2026-01-02T03:04:05.000Z";
  const [, report] = reportFile(outcome, { svg: "<svg></svg>", command: "wherefore …", trace: [], started });
  expect(report).toContain("2026-01-02 03:04 UTC");
  expect(report).toContain("wherefore verify certificate.json &#39;it&#39;\\&#39;&#39;s.csv&#39;");
  const { spec, table: facts } = outcome.result;
  const [name, text] = specFile({ command: "c", started, versions: { wherefore: "1" }, table: facts, spec });
  expect([name, JSON.parse(text)]).toMatchObject([
    "spec.json",
    { format: "wherefore-run/1", command: "c", spec },
  ]);
  expect(readSpecFile(text, name)).toMatchObject({ command: "c", started, table: facts });
  expect(() => readSpecFile(text.replace('"c"', '"d"'), "run/spec.json")).toThrow(
    "run/spec.json: the file is damaged (its checksum does not match); run the command of the run again",
  );
});

it("quotes what a shell would take apart", () => {
  expect(["a.csv", "my table.csv", "it's"].map(shellWord)).toEqual(["a.csv", "'my table.csv'", "'it'\\''s'"]);
});
