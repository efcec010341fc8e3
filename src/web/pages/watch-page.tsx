// Watch: what a run is doing, its progress, and the best graph so far; pause, resume, cancel.

import { useCallback, useEffect, useMemo } from "react";
import { isGoing, numbers, type RunResult, type wire } from "../../core/index.ts";
import { unreachable } from "../client/http-client.ts";
import { forgetStarted, isJustStarted } from "../views/search/just-started.ts";
import { RefusedScreen } from "../views/shared/loading.tsx";
import { go } from "../views/shared/route.ts";
import { Sentence, Waiting } from "../views/shared/sentence.tsx";
import { useClient } from "../views/shared/use-client.ts";
import { useLoaded } from "../views/shared/use-loaded.ts";
import { useRefresh } from "../views/shared/use-refresh.ts";
import { Chart } from "../views/watch/chart.tsx";
import { HeatMap } from "../views/watch/heat-map.tsx";
import { LiveGraph, mostOnCircle } from "../views/watch/live-graph.tsx";
import { measuresOf } from "../views/watch/measures.ts";
import { RunActions } from "../views/watch/run-actions.tsx";
import { RunFigures } from "../views/watch/run-figures.tsx";
import { RunLines } from "../views/watch/run-lines.tsx";
import { stageWords, stateWords, timeWords } from "../views/watch/run-words.ts";
import { useWatched } from "../views/watch/use-watched.ts";
import type { WatchedRun } from "../views/watch/watched-run.ts";
import "./watch-page.css";

export function WatchPage({ run }: { readonly run: string }) {
  const { watched, again } = useWatched(run);
  const client = useClient();
  // The options and columns of the request; the table may have been deleted before its run.
  const request = useLoaded(async () => {
    const { request: runRequest, table } = await client.run(run);
    const columns = runRequest.columns ?? (await client.table(table.id).catch(() => null))?.columns ?? null;
    return { options: runRequest.options, columns };
  }, [client, run]);
  if (request.is === "refused") return <RefusedScreen {...request} title="Watch" backTo="runs" />;
  if (watched?.run == null) {
    return (
      <>
        <h1>Watch</h1>
        {watched?.lost ? <Lost sentence={watched.lost} /> : <Waiting what="Loading the run" />}
      </>
    );
  }
  const { options = {}, columns = null } = request.is === "there" ? request.value : {};
  return <Watched watched={watched} run={watched.run} options={options} columns={columns} again={again} />;
}

interface WatchedProps {
  readonly watched: WatchedRun;
  readonly run: wire.RunBody;
  readonly options: Readonly<Record<string, unknown>>;
  readonly columns: readonly string[] | null;
  readonly again: () => void;
}

const none: RunResult["undirected"] = [];

function Watched({ watched, run, options, columns, again }: WatchedProps) {
  const result = useResult(run);
  const isMoving = useMoveToResult(run, watched.wasGoing);
  useOtherClients(run, again);
  const names = result?.table.columns ?? columns;
  const optimum = result?.optimum ?? watched.optimum;
  const claim = result?.claim ?? watched.claim;
  // `best` is the graph of the search; once there is a result, its answer is shown.
  const isAnswered = !isGoing(run) && result !== null;
  const edges = isAnswered ? result.edges : watched.best;
  const undirected = isAnswered ? result.undirected : none;
  const { probabilities } = watched;
  // A refused run has nothing to show.
  const isBegun = isGoing(run) || watched.points.length > 0 || result !== null;
  return (
    <>
      <h1>
        {run.search} on <span className="name">{run.table.name}</span>
      </h1>
      <State watched={watched} run={run} options={options} again={again} isMoving={isMoving} />
      {watched.lost !== null && <Lost sentence={watched.lost} />}
      {isBegun && (
        <>
          <RunFigures watched={watched} run={run} result={result} optimum={optimum} claim={claim} />
          <div
            className={
              names !== null && names.length > mostOnCircle ? "watch-pictures" : "columns watch-pictures"
            }
          >
            <section aria-labelledby="watch-graph">
              <h2 id="watch-graph">{run.status === "finished" ? "Graph" : "Best graph so far"}</h2>
              {isGoing(run) && watched.step?.values.polishedScore !== undefined && (
                <p className="soft small">
                  As sampled by the agent, with many edges that contribute little. The gap is that of the
                  polished graph, in which every variable keeps only its best parents.
                </p>
              )}
              {names !== null && <LiveGraph columns={names} edges={edges} undirected={undirected} />}
            </section>
            {probabilities !== null && names !== null && names.length ** 2 === probabilities.length && (
              <section aria-labelledby="watch-policy">
                <h2 id="watch-policy">
                  {watched.step?.stage === "confidence" ? "Confidence so far" : "Edge probabilities"}
                </h2>
                <p className="soft small">
                  {watched.step?.stage === "confidence"
                    ? "The share of the resamples so far that draw each edge"
                    : "The probability with which the agent samples each edge"}
                  , from the cause (row) to the effect (column).
                </p>
                <HeatMap columns={names} values={probabilities} />
              </section>
            )}
          </div>
          <Charts watched={watched} optimum={optimum} />
        </>
      )}
      <RunLines lines={watched.lines} notes={result?.notes ?? null} />
    </>
  );
}

/** The result, once there is one; for a paused run, the best so far. */
function useResult(run: wire.RunBody): RunResult | null {
  const client = useClient();
  const hasResult = !isGoing(run) && run.outcome !== null;
  const loaded = useLoaded(
    async () => (hasResult ? client.result(run.id) : null),
    [client, run.id, hasResult, run.outcome?.seconds],
  );
  return hasResult && loaded.is === "there" ? loaded.value : null;
}

/** Polls for a stopped run being resumed or cancelled elsewhere: it sends no news by itself. */
function useOtherClients({ id, status, isResumable }: wire.RunBody, again: () => void): void {
  const client = useClient();
  const look = useCallback(async () => {
    const now = await client.run(id).catch(() => null);
    if (now !== null && now.status !== status) again();
  }, [client, id, status, again]);
  useRefresh(isResumable, look);
}

/** How long the message that the run has finished is shown before its result. */
const moveMs = 1200;

/** Moves on to the result of a run that finished while it was watched. */
function useMoveToResult({ id, status }: wire.RunBody, wasGoing: boolean): boolean {
  const isMoving = status === "finished" && (wasGoing || isJustStarted(id));
  useEffect(() => {
    if (!isMoving) return;
    const timer = setTimeout(() => {
      forgetStarted();
      go({ page: "result", run: id });
    }, moveMs);
    return () => clearTimeout(timer);
  }, [isMoving, id]);
  return isMoving;
}

function Lost({ sentence }: { readonly sentence: string }) {
  if (sentence !== unreachable) return <Sentence text={sentence} />;
  return (
    <p className="notice" role="status">
      The server does not answer; trying again. The last known state is shown.
    </p>
  );
}

interface StateProps extends Omit<WatchedProps, "columns"> {
  readonly isMoving: boolean;
}

function State({ watched, run, options, again, isMoving }: StateProps) {
  const { step } = watched;
  const isOn = isGoing(run);
  const limit = typeof options.timeLimit === "number" ? options.timeLimit : undefined;
  const timeLeft = timeWords(watched, limit);
  return (
    <section aria-label="State" className="watch-state">
      <p role="status" className="watch-status">
        <strong>{stateWords(run)}</strong>
        {isMoving && ": opening the result."}
      </p>
      {isOn && step === null && <p className="watch-doing">Reading the table</p>}
      {isOn && step !== null && (
        <>
          <p className="watch-doing">
            {stageWords(step.stage)}: <span className="soft">{step.doing}</span>
          </p>
          <div className="watch-progress">
            <progress
              aria-label={stageWords(step.stage)}
              value={Math.min(1, Math.max(0, step.progress))}
              max={1}
            />
            <span className="small">
              {numbers.percent(step.progress)}
              {timeLeft !== null && `, ${timeLeft}`}
            </span>
          </div>
        </>
      )}
      <Sentence text={run.error} />
      <RunActions run={run} onStopped={again} />
    </section>
  );
}

function Charts({
  watched: { points },
  optimum,
}: {
  readonly watched: WatchedRun;
  readonly optimum: number | null;
}) {
  const key = nameKey(points);
  const drawn = useMemo(() => measuresOf(new Set(key.split(" "))), [key]);
  // A chart needs at least two points.
  if (points.length < 2 || drawn.length === 0) return null;
  return (
    <section aria-labelledby="watch-course">
      <h2 id="watch-course">Progress</h2>
      <div className="watch-charts">
        {drawn.map((measure) => (
          <Chart key={measure.title} measure={measure} points={points} optimum={optimum} />
        ))}
      </div>
    </section>
  );
}

/** The names of all values, as a text that changes only when they do. */
function nameKey(points: WatchedRun["points"]): string {
  const names = new Set<string>();
  for (const { score, values } of points) {
    if (score !== null) names.add("score");
    for (const name in values) names.add(name);
  }
  return [...names].sort().join(" ");
}
