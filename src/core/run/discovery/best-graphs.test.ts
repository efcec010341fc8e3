import { describe, expect, it } from "vitest";
import { simulate } from "../../data/simulate/simulate.ts";
import { cpdagOf } from "../../graph/equivalence.ts";
import { type Graph, graphFromEdges, parentsOf } from "../../graph/graph.ts";
import { exponential } from "../../math/elementary.ts";
import { linearBic } from "../../score/linear-bic.ts";
import type { RunResult } from "../result.ts";
import type { RunOptions } from "../spec.ts";
import { type Discovery, discovery } from "./discovery.ts";

function run(table: Discovery["table"], options: RunOptions, machine: Partial<Discovery> = {}): RunResult {
  const running = discovery({ table, options: { panel: "never", ...options }, now: () => 0, ...machine });
  for (;;) {
    const { value, done } = running.next();
    if (done) return value.result;
  }
}

interface Weighed {
  readonly prior: "orders" | "dags";
  readonly isFair: boolean;
  readonly isAllowed?: (graph: Graph) => boolean;
}

/** The posterior of every class, by its directed and undirected edges: enumerates every order with every DAG along it. */
function classPosterior(
  table: Discovery["table"],
  { prior, isFair, isAllowed = () => true }: Weighed,
): Map<string, number> {
  const { names } = table;
  const d = names.length;
  const score = linearBic(table);
  const choose = d === 5 ? [1, 4, 6, 4, 1] : [1, 3, 3, 1];
  const known = new Map<string, { key: string; weight: number }>();
  const total = new Map<string, number>();
  let sum = 0;
  const top = 0.5 * score.ofGraph(graphFromEdges(d, []));
  for (const order of permutations(d)) {
    const pairs = order.flatMap((j, k) => order.slice(0, k).map((i) => [i, j] as const));
    for (let code = 0; code < 2 ** pairs.length; code++) {
      const graph = graphFromEdges(
        d,
        pairs.filter((_, k) => (code >> k) % 2 === 1),
      );
      if (!isAllowed(graph)) continue;
      const id = graph.edges.join("");
      const isNew = !known.has(id);
      if (isNew) {
        let weight = exponential(0.5 * score.ofGraph(graph) - top);
        if (isFair) for (let j = 0; j < d; j++) weight /= choose[parentsOf(graph, j).length];
        known.set(id, { key: keyOf(graph), weight });
      }
      if (prior === "dags" && !isNew) continue;
      const { key, weight } = known.get(id)!;
      total.set(key, (total.get(key) ?? 0) + weight);
      sum += weight;
    }
  }
  return new Map([...total].map(([key, weight]) => [key, weight / sum]));
}

function permutations(d: number): number[][] {
  if (d === 0) return [[]];
  return permutations(d - 1).flatMap((order) =>
    Array.from({ length: d }, (_, k) => [...order.slice(0, k), d - 1, ...order.slice(k)]),
  );
}

function keyOf(graph: Graph): string {
  const { d, directed, undirected } = cpdagOf(graph);
  const marks: string[] = [];
  for (let i = 0; i < d; i++)
    for (let j = 0; j < d; j++) {
      if (directed[i * d + j] === 1) marks.push(`${i}>${j}`);
      if (i < j && undirected[i * d + j] === 1) marks.push(`${i}-${j}`);
    }
  return marks.sort().join();
}

function keyIn(names: readonly string[], { edges, undirected }: RunResult["alternatives"][number]): string {
  const at = (name: string): number => names.indexOf(name);
  return [...edges.map(([a, b]) => `${at(a)}>${at(b)}`), ...undirected!.map(([a, b]) => `${at(a)}-${at(b)}`)]
    .sort()
    .join();
}

describe("the k best", () => {
  const five = simulate({ nodes: 5, samples: 40, seed: 2 }).table;
  const four = simulate({ nodes: 4, samples: 40, seed: 4 }).table;

  it.each([
    ["orders, fair", five, {}, { prior: "orders", isFair: true }],
    ["DAGs, uniform", five, { confidence: "posterior", prior: "dags" }, { prior: "dags", isFair: false }],
    [
      "DAGs, fair",
      four,
      { confidence: "posterior", prior: "dags", parentPrior: "fair" },
      { prior: "dags", isFair: true },
    ],
    [
      "orders, uniform",
      four,
      { confidence: "posterior", parentPrior: "uniform" },
      { prior: "orders", isFair: false },
    ],
  ] as const)(
    "have the shares of the posterior that all DAGs give: prior over %s",
    (_, table, options, how) => {
      const { alternatives, best } = run(table, { score: "bic", best: 8, ...options });
      const expected = classPosterior(table, how);
      expect(best).toMatchObject({ of: "classes", shareOf: "posterior", prior: how.prior });
      expect(new Set(alternatives.map((each) => keyIn(table.names, each))).size).toBe(8);
      for (const each of alternatives)
        expect(Math.abs(each.share! - expected.get(keyIn(table.names, each))!)).toBeLessThan(1e-9);
    },
  );

  it("have those of the graphs that obey the knowledge", () => {
    const [a, b, c] = four.names;
    const isAllowed = (graph: Graph): boolean => graph.edges[0 * 4 + 1] === 1 && graph.edges[2 * 4 + 1] === 0;
    const expected = classPosterior(four, { prior: "orders", isFair: true, isAllowed });
    const { alternatives } = run(four, {
      score: "bic",
      best: 500,
      knowledge: { required: [[a, b]], forbidden: [[c, b]] },
    });
    // Classes are given as the members that obey the knowledge agree, so only the numbers are compared.
    const sorted = (shares: Iterable<number>) => [...shares].sort((p, q) => q - p);
    const shares = sorted(alternatives.map(({ share }) => share!));
    expect(shares.length).toBe(expected.size);
    sorted(expected.values()).forEach((share, k) => {
      expect(Math.abs(shares[k] - share)).toBeLessThan(1e-9);
    });
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  });

  it("have shares with penalty weight 1, whatever weight the search uses", () => {
    const { alternatives } = run(four, { score: "bic", penaltyWeight: 2, best: 3 });
    const expected = classPosterior(four, { prior: "orders", isFair: true });
    for (const each of alternatives)
      expect(Math.abs(each.share! - expected.get(keyIn(four.names, each))!)).toBeLessThan(1e-9);
  });

  it("have shares of those listed if not all graphs can be summed over, and none without evidence", () => {
    const listed = run(four, { score: "bic", search: "hill-climb", best: 3 }, { memoryBytes: 40_000 });
    expect(listed.best!.shareOf).toBe("listed");
    expect(listed.alternatives.reduce((sum, { share }) => sum + share!, 0)).toBeCloseTo(1, 12);
    const { alternatives, best } = run(four, { score: "quadratic", best: 3 });
    expect(best).toEqual({ of: "graphs", shareOf: null, prior: null, parentPrior: null });
    expect(alternatives.map(({ share }) => share)).toEqual([null, null, null]);
  });
});
