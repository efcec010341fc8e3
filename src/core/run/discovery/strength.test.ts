import { describe, expect, it } from "vitest";
import { run, table } from "../../../../test/discoveries.ts";
import { chainTable, suited } from "../../../../test/problems.ts";
import { simulate } from "../../data/simulate/simulate.ts";
import { type Table, withColumns } from "../../data/table.ts";
import type { Graph } from "../../graph/graph.ts";
import { createRng } from "../../math/rng.ts";
import { linearBic } from "../../score/linear-bic.ts";
import type { EdgeStrength, RunResult } from "../result.ts";
import type { RunOptions } from "../spec.ts";

const found = (options: RunOptions, of: Table = table): RunResult => run({ table: of, options }).result;

describe("the strengths of the edges", () => {
  it("are one for each edge of the answer, the largest loss first", () => {
    for (const options of [{}, { member: true }, { score: "bge" }, { search: "order", optimum: "never" }]) {
      const { strengths, edges, undirected } = found(options as RunOptions);
      expect(strengths.map(({ a, b }) => `${a} ${b}`).sort()).toEqual(
        [...edges, ...undirected].map((edge) => edge.join(" ")).sort(),
      );
      const losses = strengths.map(({ loss }) => loss!);
      expect(losses).toEqual(losses.toSorted((a, b) => b - a));
      expect(losses.at(-1)).toBeGreaterThanOrEqual(0);
    }
  });

  it("say what the best graph without the link has less", () => {
    const { strengths, optimum, undirected } = found({});
    expect(undirected.length).toBeGreaterThan(0);
    for (const { a, b, loss, lossOver } of strengths) {
      const forbidden: [string, string][] = [
        [a, b],
        [b, a],
      ];
      expect(lossOver).toBe("all graphs");
      expect(loss).toBeCloseTo(optimum! - found({ knowledge: { forbidden } }).optimum!, 8);
    }
  });

  it("say what the best graph without the arrow has less, where the data give the direction", () => {
    const [a, b] = found({}).edges[0];
    for (const options of [
      {},
      { knowledge: { required: [[a, b]] as const } },
      { score: "bge" },
      { score: "bic-equal-variance" },
      { search: "order" },
    ] as RunOptions[]) {
      const { strengths, edges, answer, optimum } = found(options);
      const isOf = (list: RunResult["edges"]) => (p: EdgeStrength) =>
        list.some(([x, y]) => x === p.a && y === p.b);
      const byData = strengths.filter((each) => isOf(edges)(each) && !isOf(answer.byKnowledge)(each));
      expect(byData.length).toBeGreaterThan(0);
      for (const each of strengths) {
        if (!byData.includes(each)) {
          expect([each.reversal, each.directionEvidence]).toEqual([null, null]);
          continue;
        }
        const forbidden: [string, string][] = [[each.a, each.b]];
        const { required = [] } = (options.knowledge ?? {}) as { required?: [string, string][] };
        const knowledge = { required, forbidden };
        expect(each.reversal).toBeCloseTo(optimum! - found({ ...options, knowledge }).optimum!, 6);
        expect(each.reversal).toBeLessThanOrEqual(each.loss! + 1e-9);
      }
    }
  });

  it("have no loss without the arrow where no exact search ran, or the direction is a choice", () => {
    for (const options of [{ search: "order", optimum: "never" }, { search: "pc" }, { member: true }]) {
      const { strengths } = found(options as RunOptions);
      for (const { reversal, directionEvidence } of strengths)
        expect([reversal, directionEvidence]).toEqual([null, null]);
    }
  });

  it("are no evidence in a graph that is known not to be the best", () => {
    const { table: of } = simulate({ nodes: 14, samples: 400, seed: 2 });
    const { gap, strengths } = found({ search: "hill-climb" }, of);
    expect(gap).toBeGreaterThan(0);
    for (const { loss, evidence, reversal } of strengths) {
      expect(loss).not.toBeNull();
      expect([evidence, reversal]).toEqual([null, null]);
    }
  });

  it("do not depend on the names of the columns, nor on their order", () => {
    const names = ["m", "Z", "a10", "a9", "é", "b"];
    const told = ({ strengths, undirected }: RunResult, from: readonly string[], to: readonly string[]) => {
      const name = (each: string) => to[from.indexOf(each)];
      const isOpen = new Set(undirected.map((edge) => edge.join("\n")));
      return strengths.map(({ a, b, ...numbers }) => {
        const pair = [name(a), name(b)];
        return { pair: isOpen.has(`${a}\n${b}`) ? pair.sort() : pair, ...rounded(numbers) };
      });
    };
    for (const of of [table, suited(table, "categories")]) {
      const score = of === table ? "bic" : "bdeu";
      const first = told(found({ score }, of), of.names, of.names);
      for (const order of [
        [5, 3, 1, 0, 2, 4],
        [2, 0, 4, 5, 3, 1],
      ]) {
        const renamed = found({ score }, withColumns({ ...of, names }, order));
        expect(told(renamed, names, of.names)).toEqual(first);
      }
    }
  });

  it("have a coefficient where the direction is known, and a partial correlation where it is open", () => {
    const { strengths, undirected } = found({});
    for (const { a, b, coefficient, standardised, interval, partialCorrelation, information } of strengths) {
      const isOpen = undirected.some(([x, y]) => x === a && y === b);
      expect([coefficient, standardised, interval].map((each) => each === null)).toEqual(
        Array(3).fill(isOpen),
      );
      expect(partialCorrelation === null).toBe(!isOpen);
      expect(information).toBeNull();
    }
    const counted = found({ score: "bdeu" }, suited(table, "categories")).strengths;
    for (const { coefficient, information } of counted) {
      expect(coefficient).toBeNull();
      expect(information).toBeGreaterThan(0);
    }
  });

  it("have words for evidence where the score is one, by twice the log of the Bayes factor", () => {
    const chain = chainTable(createRng("evidence"), 3, 40);
    const of = (score: string): readonly EdgeStrength[] => found({ score }, chain).strengths;
    const word = (twice: number) =>
      twice <= 2 ? "weak" : twice <= 6 ? "positive" : twice <= 10 ? "strong" : "very strong";
    for (const { loss, evidence } of of("bic")) expect(evidence).toBe(word(loss!));
    const heavy = found({ score: "bic", penaltyWeight: 3 }, chain).strengths;
    expect(heavy.length).toBeGreaterThan(0);
    for (const { loss, evidence } of heavy) expect(evidence).toBe(word(loss!));
    for (const { loss, evidence } of of("bge")) expect(evidence).toBe(word(2 * loss!));
    for (const { evidence } of of("bic-equal-variance")) expect(evidence).toBeNull();
  });

  it("have the coefficients of a user's own model as it gives them", () => {
    const { local } = linearBic(table);
    const coefficients = (node: number, parents: readonly number[]) => parents.map((i) => 10 * node + i);
    const userScore = () => ({ term: local!.term, coefficients });
    const { strengths } = run({ table, options: { score: "./mine.js" }, userScore }).result;
    const place = (name: string) => table.names.indexOf(name);
    for (const { a, b, coefficient, interval } of strengths)
      expect([coefficient, interval]).toEqual([10 * place(b) + place(a), null]);
  });

  it("are of the member with and without the edge where the score has no local terms", () => {
    const score = linearBic(table);
    const userScore = () => (graph: Graph) => score.ofGraph(graph);
    const { strengths } = run({
      table,
      options: { score: "./mine.js", search: "hill-climb" },
      userScore,
    }).result;
    expect(strengths.length).toBeGreaterThan(0);
    for (const { lossOver } of strengths) expect(lossOver).toBe("same graph");
  });
});

/** To nine digits: sums in another order differ in the last. */
function rounded(numbers: Omit<EdgeStrength, "a" | "b">): typeof numbers {
  return JSON.parse(JSON.stringify(numbers), (_, value) =>
    typeof value === "number" ? Number(value.toPrecision(9)) : value,
  );
}
