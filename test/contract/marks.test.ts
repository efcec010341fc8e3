// Only what is known is drawn: under a score that cannot tell the members of a class apart, and by tests, renaming and
// permuting the columns changes no arrow and no line without one, in the result and in the files made of it.

import { describe, expect, it } from "vitest";
import { createTable, type Table, withColumns } from "../../src/core/data/table.ts";
import { graphFiles } from "../../src/core/engine/run-files.ts";
import { type NamedGraph, readGraph } from "../../src/core/graph/formats/formats.ts";
import { edgeList } from "../../src/core/graph/graph.ts";
import { undirectedPairs } from "../../src/core/graph/pdag.ts";
import { matrixFromRows } from "../../src/core/math/matrix.ts";
import { createRng, type Rng } from "../../src/core/math/rng.ts";
import type { NamedEdge, RunResult } from "../../src/core/run/result.ts";
import type { RunOptions } from "../../src/core/run/spec.ts";
import { run } from "../discoveries.ts";
import { trials } from "../long.ts";
import { chainTable, diamondTable, suited } from "../problems.ts";

interface Problem {
  readonly table: Table;
  readonly scores: readonly string[];
  /** By the names of the table. */
  readonly knowledge?: { readonly required: readonly NamedEdge[]; readonly roots: readonly string[] };
}

const linear = ["bic", "bge"];
const diamond = diamondTable("marks", 200, [(a) => a, (a) => -a, (b, c) => b - c]);

const problems: Readonly<Record<string, Problem>> = {
  "correlated measurements of cars": { table: cars(createRng("cars")), scores: linear },
  "rows that come twice, and two columns that may be exchanged": {
    table: exchangeable(createRng("twins")),
    scores: linear,
  },
  "prior knowledge": {
    table: chainTable(createRng("known"), 5, 200),
    scores: linear,
    knowledge: { required: [["v2", "v1"]], roots: ["v3"] },
  },
  categories: { table: suited(diamond, "categories"), scores: ["bdeu", "bic-discrete"] },
  "categories and numbers": { table: suited(diamond, "mixed"), scores: ["bic-mixed"] },
  "a chain": { table: chainTable(createRng("marks"), 5, 200), scores: linear },
};

describe.each(Object.entries(problems))("on %s", (_, { table, scores, knowledge }) => {
  const searches = ["exact", "order", "hill-climb", "ges"];
  const runs = [
    ...scores.flatMap((score) => searches.map((search) => ({ search, score }))),
    // Its tests are of numbers, or of categories.
    ...(scores[0] === "bic-mixed" ? [] : [{ search: "pc", score: scores[0] }]),
  ];
  it.each(runs)(
    "$search under $score draws the same marks by any names in any order",
    ({ search, score }) => {
      const shaken = search === "order" && { options: { shakes: trials(50, 1000) } };
      const options = { search, score, panel: "never", sensitivity: "never", ...shaken } as const;
      const first = marksOf(
        run({ table, options: { ...options, knowledge } as RunOptions }).result,
        (x) => x,
      );
      expect(first.result.length).toBeGreaterThan(0);
      for (const written of Object.values(first)) expect(written).toEqual(first.result);
      const rng = createRng(`marks/${search}/${score}`);
      for (let trial = 0; trial < trials(2, 3); trial++) {
        const { moved, to, from } = renamedTable(table, rng);
        const said = knowledge && {
          required: knowledge.required.map((edge) => edge.map(to)),
          roots: knowledge.roots.map(to),
        };
        const { result } = run({ table: moved, options: { ...options, knowledge: said } as RunOptions });
        expect(marksOf(result, from)).toEqual(first);
      }
    },
  );
});

/** Every edge as it is drawn, in the result and in its files, by the names that `from` gives back. */
function marksOf(result: RunResult, from: (name: string) => string): Record<string, string[]> {
  const marks = (directed: readonly NamedEdge[], undirected: readonly NamedEdge[]): string[] =>
    [
      ...directed.map((edge) => edge.map(from).join(" → ")),
      ...undirected.map((edge) => edge.map(from).sort().join(" — ")),
    ].sort();
  const { columns } = result.table;
  const files = new Map(graphFiles(result));
  const read = (format: "csv" | "json" | "dot"): string[] => {
    const { names, graph }: NamedGraph = readGraph(files.get(`graph.${format}`)!, format, columns);
    const named = ([i, j]: readonly [number, number]): NamedEdge => [names[i], names[j]];
    return marks(
      edgeList({ d: graph.d, edges: graph.directed }).map(named),
      undirectedPairs(graph).map(named),
    );
  };
  return {
    result: marks(result.edges, result.undirected),
    csv: read("csv"),
    json: read("json"),
    dot: read("dot"),
  };
}

/** The table with its columns in another order, under names whose order is another too. */
function renamedTable(table: Table, rng: Rng) {
  const d = table.names.length;
  const letters = rng.permutation(d).map((k) => `${"qcxamzb"[k]}${k}`);
  const to = (name: string): string => letters[table.names.indexOf(name)];
  const from = (name: string): string => table.names[letters.indexOf(name)];
  return { moved: withColumns({ ...table, names: letters }, rng.permutation(d)), to, from };
}

/** As in a table of cars: size makes weight, weight makes power, and these consumption; all of them highly correlated. */
function cars(rng: Rng): Table {
  const rows = Array.from({ length: 150 }, () => {
    const size = rng.normal();
    const weight = size + 0.3 * rng.normal();
    const power = 0.9 * weight + 0.4 * rng.normal();
    const year = rng.normal();
    const range = -weight - 0.5 * power + 0.6 * year + 0.5 * rng.normal();
    return [size, weight, power, year, range];
  });
  return createTable(["size", "weight", "power", "year", "range"], matrixFromRows(rows));
}

/** Every row twice, the second time with the last two columns exchanged. */
function exchangeable(rng: Rng): Table {
  const rows = Array.from({ length: 60 }, () => {
    const x = rng.normal();
    return [x, 0.5 * x + rng.normal(), x + rng.normal(), x + rng.normal()];
  });
  const twice = rows.flatMap(([x, w, y, z]) => [
    [x, w, y, z],
    [x, w, z, y],
  ]);
  return createTable(["x", "w", "y", "z"], matrixFromRows(twice));
}
