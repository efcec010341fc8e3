import { describe, expect, it } from "vitest";
import { randomTable, suited } from "../../../test/problems.ts";
import { graphFromEdges } from "../graph/graph.ts";
import { createRng } from "../math/rng.ts";
import { runSpec } from "../run/spec.ts";
import { scores } from "../score/scores.ts";
import { paperScore } from "./score.ts";
import { watchedTerms } from "./watched-terms.ts";

const graph = graphFromEdges(4, [
  [0, 2],
  [1, 2],
  [2, 3],
]);

for (const name of Object.keys(scores)) {
  describe(`the score ${name}, watched`, () => {
    const table = suited(randomTable(createRng("watched"), 4, 40), scores[name].takes);
    const score = scores[name].make(table, runSpec({ score: name }), {});

    it("has the same bytes and the same fast path", () => {
      const watched = watchedTerms(score, () => {});
      expect(watched.ofGraph(graph)).toBe(score.ofGraph(graph));
      expect(watched.local?.term(2, [0, 1])).toBe(score.local?.term(2, [0, 1]));
      expect(watched.local?.gaussian).toBe(score.local?.gaussian);
      expect(watched.local?.combine).toBe(score.local?.combine);
      expect(watched.coefficients?.(2, [0, 1])).toEqual(score.coefficients?.(2, [0, 1]));
      expect(watched.rss?.(2, [0, 1])).toBe(score.rss?.(2, [0, 1]));
      if (score.bounds) expect(paperScore(watched.bounds!, graph)).toBe(paperScore(score.bounds, graph));
    });

    it("calls back before each term, also for a graph, and can be aborted there", () => {
      let asked = 0;
      const counted = watchedTerms(score, () => {
        asked++;
      });
      counted.ofGraph(graph);
      expect(asked).toBe(score.local ? 4 : 1);
      counted.local?.term(2, [0]);
      expect(asked).toBe(score.local ? 5 : 1);
      const left = watchedTerms(score, () => {
        throw new Error("left");
      });
      expect(() => left.ofGraph(graph)).toThrow("left");
    });
  });
}
