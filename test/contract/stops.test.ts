// Every search can be stopped in the middle of its work, whatever the score: there is a chance before each term, what follows a
// stop asks for few terms more, and what was stopped goes on to the same bytes. On a clock on which a term takes 200
// milliseconds and nothing else takes any.

import { describe, expect, it } from "vitest";
import { type Checkpoint, checkpointKeeper } from "../../src/core/engine/checkpoint.ts";
import { graphFromEdges, parentsOf } from "../../src/core/graph/graph.ts";
import { sha256 } from "../../src/core/math/bytes/sha256.ts";
import { createRng } from "../../src/core/math/rng.ts";
import type { StopReason } from "../../src/core/run/problem.ts";
import type { RunEvent } from "../../src/core/run/result.ts";
import { type RunOptions, runSpec } from "../../src/core/run/spec.ts";
import { linearBic } from "../../src/core/score/linear-bic.ts";
import { scores } from "../../src/core/score/scores.ts";
import type { UserScoreMaker } from "../../src/core/score/user-score.ts";
import { searches } from "../../src/core/search/searches.ts";
import { run } from "../discoveries.ts";
import { randomTable } from "../problems.ts";

const termMs = 200;
const table = randomTable(createRng("stops"), 5, 60);
const d = table.names.length;

/** Little to do for agents and networks. */
const small: Readonly<Record<string, RunOptions>> = {
  rl: { options: { iterations: 3, batch: 4, inputSamples: 8, hidden: 16, stacks: 1, polishEvery: 1 } },
  "rl-order": { options: { iterations: 3, batch: 4 } },
  corl: { options: { iterations: 3, batch: 4, inputSamples: 8, hidden: 16, stacks: 1 } },
  both: { options: { iterations: 3 } },
  "notears-mlp": { options: { hidden: 2, rhoMax: 100 } },
  dagma: { options: { stages: 2, warmIterations: 200, lastIterations: 200 } },
  "dag-gnn": { options: { epochs: 2, rounds: 3, hidden: 4, batch: 20 } },
  "gran-dag": { options: { iterations: 200, hidden: 4, trees: 5 } },
};

type Kind = "terms" | "terms that combine" | "a function of the graph";

/** A score of one's own; each term of it (each graph, where it has no terms) is counted and takes its time. */
function slowScore(kind: Kind, onTerm: () => void): UserScoreMaker {
  return (own) => {
    const { term } = linearBic(own).local!;
    const slow = (node: number, parents: readonly number[]): number => {
      onTerm();
      return term(node, parents);
    };
    if (kind === "terms") return { term: slow };
    if (kind === "terms that combine") return { term: slow, combine: (sum, edges) => 2 * sum - edges };
    return (graph) => {
      onTerm();
      return Array.from({ length: graph.d }, (_, j) => term(j, parentsOf(graph, j))).reduce((a, b) => a + b);
    };
  };
}

interface Slow {
  readonly kind: Kind;
  readonly options: RunOptions;
  /** The term at which the run is to stop. */
  readonly stopAt?: number;
  readonly from?: Checkpoint | undefined;
}

function slowRun({ kind, options, stopAt = Number.POSITIVE_INFINITY, from }: Slow) {
  const clock = { ms: 0 };
  let [terms, sinceAsked, most] = [0, 0, 0];
  const userScore = slowScore(kind, () => {
    clock.ms += termMs;
    terms++;
    sinceAsked++;
    most = Math.max(most, sinceAsked);
  });
  const stop = (): StopReason | undefined => {
    sinceAsked = 0;
    return terms >= stopAt ? "interrupted" : undefined;
  };
  let kept: Checkpoint | undefined;
  const keeper = checkpointKeeper({
    write: (text) => {
      kept = JSON.parse(text) as Checkpoint;
    },
    belongsTo: () => ({ lines: 0, version: "", hash: "", spec: runSpec(), seconds: 0 }),
    now: () => clock.ms,
  });
  const signs: RunEvent[] = [];
  const told = (event: RunEvent) => {
    signs.push(event);
    keeper.add(event);
  };
  const { result, events } = run(
    {
      table,
      options: { ...options, score: "slow" },
      userScore,
      now: () => clock.ms,
      stop,
      tell: told,
      sha256,
      from,
    },
    (event) => {
      keeper.add(event);
      return stop();
    },
  );
  keeper.keep();
  return { result, events, signs, terms, most, checkpoint: kept };
}

for (const search of Object.keys(searches)) {
  const needsTerms = ["exact", "order", "both", "ges", "corl"].includes(search);
  const kinds: Kind[] = needsTerms
    ? ["terms", "terms that combine"]
    : ["terms", "terms that combine", "a function of the graph"];
  for (const kind of searches[search].uses === "rows" ? (["terms"] as const) : kinds) {
    describe(`${search} with a slow score (${kind})`, () => {
      const options: RunOptions = {
        search,
        restarts: 1,
        panel: "always",
        polish: true,
        prune: "greedy",
        best: kind === "terms" ? 3 : 1,
        ...small[search],
      };
      const whole = slowRun({ kind, options });

      it("has a chance to stop before every term, and shows that it lives", () => {
        expect(whole.result.stopped).toBeNull();
        expect(whole.most).toBeLessThanOrEqual(2);
        // A term takes 200 ms: in two of them something is heard.
        const heard = whole.events.length + whole.signs.length;
        expect(heard).toBeGreaterThan(whole.terms / 3);
      });

      it("ends a few terms after the wish to stop, at whichever term that comes", () => {
        const moments = [0, 1, 0.3, 0.6, 0.9].map((at) => (at < 1 ? Math.floor(at * whole.terms) : at));
        for (const stopAt of new Set(moments)) {
          const { result, terms, most } = slowRun({ kind, options, stopAt });
          expect(most).toBeLessThanOrEqual(2);
          // 300 ms for the search, a second for what follows; then the graph's own score, which may not have been asked for.
          expect(terms - stopAt, `stopped at ${stopAt} of ${whole.terms}`).toBeLessThanOrEqual(2 + 6 + 3 * d);
          expect(result.stopped).toBe("interrupted");
        }
      });

      it("goes on from there to the same bytes", () => {
        for (const share of [0.3, 0.8]) {
          const stopAt = Math.floor(share * whole.terms);
          const { checkpoint } = slowRun({ kind, options, stopAt });
          const { result } = slowRun({ kind, options, from: checkpoint });
          expect(result.digest).toBe(whole.result.digest);
          expect(result.edges).toEqual(whole.result.edges);
          expect(result.panel).toEqual(whole.result.panel);
        }
      });
    });
  }
}

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
  expect(result.notes.join("\n")).toMatch(/left out, because the run was to stop .*: .*the 2 best graphs/);
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
