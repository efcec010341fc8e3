import { describe, expect, it } from "vitest";
import { columnNames } from "../../../test/problems.ts";
import { edgeCount, emptyGraph, graphFromEdges } from "../graph/graph.ts";
import { matrix } from "../math/matrix.ts";
import { type UserScoreMaker, userScore } from "./user-score.ts";

const table = { names: columnNames(3), X: matrix(4, 3) };
const graph = graphFromEdges(3, [
  [0, 2],
  [1, 2],
]);

describe("userScore", () => {
  it("accepts a function of a graph, and claims no properties that were not stated", () => {
    const score = userScore(table, "./mine.js", () => (g) => -edgeCount(g));
    expect(score).toMatchObject({ name: "./mine.js", d: 3, isEquivalent: false, isScaleFree: false });
    expect(score.local).toBeUndefined();
    expect(score.coefficients).toBeUndefined();
    expect(score.ofGraph(graph)).toBe(-2);
  });

  it("accepts local terms, whose sum (or combination) is the score", () => {
    const term = (node: number, parents: readonly number[]) => node - parents.length;
    expect(userScore(table, "t", () => ({ term })).ofGraph(graph)).toBe(1);
    const combined = userScore(table, "t", () => ({ term, combine: (sum, edges) => 10 * sum - edges }));
    expect(combined.ofGraph(graph)).toBe(8);
    expect(combined.local?.combine).toBeDefined();
  });

  it("keeps the properties stated by the module, and passes it the table", () => {
    const seen: unknown[] = [];
    const score = userScore(table, "t", (given) => {
      seen.push(given);
      return {
        term: () => 7,
        isEquivalent: true,
        isScaleFree: true,
        coefficients: () => [1],
        rss: () => 2,
      };
    });
    expect(seen).toEqual([table]);
    expect(score).toMatchObject({ isEquivalent: true, isScaleFree: true });
    expect(score.ofGraph(emptyGraph(3))).toBe(21);
    expect(score.coefficients!(0, [1])).toEqual([1]);
    expect(score.rss!(0, [1])).toBe(2);
  });

  it("refuses a module that returns no score, with a sentence", () => {
    const sentence =
      'score: t must return a function of a graph, or an object with "term" or "ofGraph", got ';
    for (const [made, got] of [
      [null, "null"],
      [undefined, "undefined"],
      [5, "number"],
      [{}, "object"],
      [{ term: 3 }, "object"],
    ] as const) {
      expect(() => userScore(table, "t", (() => made) as unknown as UserScoreMaker)).toThrow(sentence + got);
    }
  });

  it("refuses a module whose graph scores could differ from its terms", () => {
    const both: UserScoreMaker = () => ({ term: () => 0, ofGraph: () => 1 });
    expect(() => userScore(table, "t", both)).toThrow('must have "term" or "ofGraph", got both');
  });

  it("reports an error thrown by the user's code as the user's mistake", () => {
    const throws = () => {
      throw new TypeError("no such thing");
    };
    expect(() => userScore(table, "t.js", throws)).toThrow(
      /^score: t\.js threw at making the score: TypeError: no such thing/,
    );
    const term = userScore(table, "t.js", () => ({ term: throws }));
    expect(() => term.local!.term(0, [1])).toThrow(
      /^score: t\.js threw at the term of "\w+" given \[\w+\]: TypeError/,
    );
    const whole = userScore(table, "t.js", () => throws);
    expect(() => whole.ofGraph(graph)).toThrow(/threw at the score of a graph/);
  });

  it("evaluates each term once", () => {
    let asked = 0;
    const score = userScore(table, "t", () => ({ term: () => ++asked }));
    expect([score.local!.term(0, [1]), score.local!.term(0, [1]), score.local!.term(0, [2])]).toEqual([
      1, 1, 2,
    ]);
  });

  it("refuses NaN and values that are not numbers, when they occur", () => {
    const bad = userScore(table, "t", () => () => Number.NaN);
    expect(() => bad.ofGraph(graph)).toThrow(
      "score: t must give a number or -Infinity for every graph, got NaN",
    );
    const text = userScore(table, "t", (() => () => "7") as unknown as UserScoreMaker);
    expect(() => text.ofGraph(graph)).toThrow('got "7"');
    expect(userScore(table, "t", () => () => Number.NEGATIVE_INFINITY).ofGraph(graph)).toBe(
      Number.NEGATIVE_INFINITY,
    );
  });

  it("refuses a promise at once, wherever it comes from, and leaves no unhandled rejection", async () => {
    const late = async () => {
      throw new Error("later");
    };
    const asked = [
      () => userScore(table, "t", late as unknown as UserScoreMaker),
      () => userScore(table, "t", (() => ({ term: late })) as unknown as UserScoreMaker).local!.term(0, []),
      () => userScore(table, "t", (() => late) as unknown as UserScoreMaker).ofGraph(graph),
      () =>
        userScore(table, "t", (() => ({
          term: () => 0,
          combine: late,
        })) as unknown as UserScoreMaker).ofGraph(graph),
    ];
    for (const ask of asked) expect(ask).toThrow(/^score: t must return a number, got a promise for [^\n]+$/);
    await new Promise((resolve) => setTimeout(resolve)); // an unhandled rejection would fail the test here
  });

  it("reports multi-line errors of the user's code in one line, and the values it returns", () => {
    const throws = () => {
      throw new Error("first\n  second\r\nthird");
    };
    const sentence = /^score: t threw at the score of a graph: Error: first second third; fix it$/;
    expect(() => userScore(table, "t", () => throws).ofGraph(graph)).toThrow(sentence);
    const text = userScore(table, "t", (() => ({ term: () => "a\nb" })) as unknown as UserScoreMaker);
    expect(() => text.local!.term(0, [])).toThrow(/^[^\n]* got "a\\nb"$/);
    const symbol = userScore(table, "t", (() => () => Symbol("x")) as unknown as UserScoreMaker);
    expect(() => symbol.ofGraph(graph)).toThrow("got symbol");
  });

  it("refuses a combination that is not a number", () => {
    const made = (() => ({ term: () => 0, combine: () => "7" })) as unknown as UserScoreMaker;
    expect(() => userScore(table, "t", made).ofGraph(graph)).toThrow(
      'combine(0, 2) must be a number, got "7"',
    );
    const none: UserScoreMaker = () => ({ term: () => 0, combine: () => Number.NaN });
    expect(() => userScore(table, "t", none).ofGraph(graph)).toThrow("for every graph, got NaN");
  });
});
