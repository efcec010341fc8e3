// A time limit holds for all of a run, what a stop left out is said, and every score can be left in the middle of its work. That
// every search can is in its own file (searches/).

import { describe, expect, it } from "vitest";
import { graphFromEdges } from "../../src/core/graph/graph.ts";
import type { StopReason } from "../../src/core/run/problem.ts";
import { type RunOptions, runSpec } from "../../src/core/run/spec.ts";
import { scores } from "../../src/core/score/scores.ts";
import { run } from "../discoveries.ts";
import { slowRun, slowTable as table, termMs } from "./slow-run.ts";

const d = table.names.length;

it("a time limit holds for what comes before and after the search too", () => {
  const options: RunOptions = { search: "order", restarts: 1, polish: true, best: 3 };
  const whole = slowRun({ kind: "terms", options }).terms * (termMs / 1000);
  for (const share of [0.02, 0.1, 0.3, 0.6, 0.9]) {
    const timeLimit = share * whole;
    const { result, terms } = slowRun({ kind: "terms", options: { ...options, timeLimit } });
    expect(result.stopped).toBe("time limit");
    expect((terms * termMs) / 1000 - timeLimit).toBeLessThan(0.3 + 1.2 + 3 * d * 0.2);
  }
});

it("what was left out after a stop is said", () => {
  const options: RunOptions = { search: "order", restarts: 1, polish: true, prune: "greedy", best: 2 };
  const { result } = slowRun({ kind: "terms", options, stopAt: 3 });
  expect(result.notes.join("\n")).toMatch(/skipped, because the run was stopping .*: .*the 2 best graphs/);
});

describe("every score", () => {
  const isOfNumbers = (name: string) => (scores[name].takes ?? "numbers") === "numbers";
  for (const score of Object.keys(scores).filter(isOfNumbers)) {
    it(`${score} gives a chance to stop at every term`, () => {
      const search = ["gp-equal-variance", "independence"].includes(score) ? "hill-climb" : "order";
      let asked = 0;
      const stop = (): StopReason | undefined => (++asked > 20 ? "interrupted" : undefined);
      let time = 0;
      const { result } = run({
        table,
        options: { score, search, optimum: "never", restarts: 1 },
        stop,
        now: () => (time += 1000),
      });
      // Linear terms come from one matrix and are not asked for: there the steps are.
      expect(result.stopped).toBe("interrupted");
      expect(asked).toBeLessThan(500); // the graph shown has terms too, some of which beat by themselves
    });

    // The others have terms of a regression, or of counts.
    if (scores[score].sets || score === "independence")
      it(`${score} can be left in the middle of a term, and gives the same when it is asked again`, () => {
        let [beats, most] = [0, Number.POSITIVE_INFINITY];
        const beat = () => {
          if (++beats > most) throw new Error("left");
        };
        const made = scores[score].make(table, runSpec({ score }), { beat });
        const graph = graphFromEdges(d, [
          [0, 1],
          [2, 1],
          [1, 3],
        ]);
        const fresh = scores[score].make(table, runSpec({ score }), {}).ofGraph(graph);
        most = 2;
        expect(() => made.ofGraph(graph)).toThrow("left");
        most = Number.POSITIVE_INFINITY;
        expect(made.ofGraph(graph)).toBe(fresh);
        expect(beats).toBeGreaterThan(2 * d);
      });
  }
});
