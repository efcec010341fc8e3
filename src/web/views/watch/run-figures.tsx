// The key figures of a run, current or final.

import { numbers, type RunResult, type wire } from "../../../core/index.ts";
import { Glossed } from "../shared/glossed.tsx";
import { latestOf } from "./course.ts";
import { counts } from "./measures.ts";
import type { WatchedRun } from "./watched-run.ts";

export interface RunFiguresProps {
  readonly watched: WatchedRun;
  readonly run: wire.RunBody;
  /** Null before there is one; for a paused run, the best so far. */
  readonly result: RunResult | null;
  readonly optimum: number | null;
  /** The statement proven about the optimum. */
  readonly claim: string | null;
}

export function RunFigures({ watched, run, result, optimum, claim }: RunFiguresProps) {
  const { points, step, seconds, iterationRate } = watched;
  const score = result?.finalScore ?? step?.score ?? null;
  const polished = result === null ? latestOf(points, "polishedScore") : null;
  const gap = result === null ? latestOf(points, "gap") : result.gaps.final;
  const edges = result ? result.edges.length + result.undirected.length : (step?.edges ?? null);
  const iteration = result?.iterations ?? latestOf(points, "iteration");
  const figures: readonly (readonly [string, string | null])[] = [
    ["Time", numbers.duration(result?.seconds ?? seconds)],
    ["Iterations", iteration === null ? null : numbers.count(iteration)],
    [
      "Iterations per second",
      iterationRate === null ? null : numbers.fixed(iterationRate, iterationRate < 10 ? 1 : 0),
    ],
    [run.status === "finished" ? "Score" : "Best score", score === null ? "none yet" : numbers.fixed(score)],
    ["Polished score", polished === null ? null : numbers.fixed(polished)],
    ["Proven optimum", optimum === null ? null : numbers.fixed(optimum)],
    ["Gap to the optimum", gap === null ? null : numbers.difference(gap)],
    ["Edges", edges === null ? null : numbers.count(edges)],
    ...Object.entries(counts).map(([name, label]): [string, string | null] => {
      const value = latestOf(points.slice(-1), name);
      return [label, value === null ? null : numbers.count(value)];
    }),
  ];
  return (
    <>
      <dl className="watch-figures" aria-label="Numbers">
        {figures.map(
          ([label, value]) =>
            value !== null && (
              <div key={label}>
                <dt>
                  <Glossed text={label} />
                </dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {optimum !== null && claim !== null && <p className="soft small name">Proven: {claim}.</p>}
    </>
  );
}
