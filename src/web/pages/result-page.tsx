// The result: the answer and what it is worth first, then the graph with everything that its edges tell, then the numbers to
// read it by; what is for the record is folded.

import { useMemo, useState } from "react";
import { isGoing, type RunResult, type wire, words } from "../../core/index.ts";
import { EdgeList } from "../views/graph/edge-list.tsx";
import { GraphDrawing } from "../views/graph/graph-view.tsx";
import { EdgePanel } from "../views/result/edge-panel.tsx";
import { GraphSwitch } from "../views/result/graph-switch.tsx";
import { ResultActions } from "../views/result/result-actions.tsx";
import { placingEdges, resultGraphs } from "../views/result/result-graphs.ts";
import { ResultRecord } from "../views/result/result-record.tsx";
import { StoppedNotice } from "../views/result/stopped-notice.tsx";
import { Phrase } from "../views/shared/phrase.tsx";
import { RefusedScreen } from "../views/shared/refused-screen.tsx";
import { addressOf } from "../views/shared/route.ts";
import { Sentence, Waiting } from "../views/shared/sentence.tsx";
import type { Chosen } from "../views/shared/shown-edge.ts";
import { useClient } from "../views/shared/use-client.ts";
import { useLoaded } from "../views/shared/use-loaded.ts";
import { useRefresh } from "../views/shared/use-refresh.ts";
import "./result-page.css";

export function ResultPage({ run: id }: { readonly run: string }) {
  const client = useClient();
  const details = useLoaded(() => client.run(id), [client, id]);
  const run = details.is === "there" ? details.value : null;
  useRefresh(run !== null && isGoing(run), details.again);
  const hasResult = run?.files.includes("result.json") ?? false;
  const result = useLoaded(
    () => (hasResult ? client.result(id) : Promise.resolve(null)),
    // A run that goes on from a pause ends with another result.
    [client, id, hasResult, run?.status],
  );
  if (details.is === "waiting") return <Waiting what="Reading the run" />;
  if (details.is === "refused")
    return <RefusedScreen title="Result" sentence={details.sentence} backTo="runs" again={details.again} />;
  if (!hasResult) return <NoResult run={details.value} />;
  if (result.is === "refused")
    return <RefusedScreen title="Result" sentence={result.sentence} backTo="runs" again={result.again} />;
  if (result.is === "waiting" || result.value === null) return <Waiting what="Reading the result" />;
  return <Result run={details.value} result={result.value} />;
}

/** Of a run that has none yet, or never will. */
function NoResult({ run }: { readonly run: wire.RunDetails }) {
  const goes = isGoing(run);
  return (
    <>
      <h1 className="name">{run.table.name}</h1>
      {goes ? <p>This run goes on; it has no result yet.</p> : <p>This run has no result.</p>}
      {run.error !== null && <Sentence text={run.error} />}
      <p className="actions">
        <a className="button primary" href={addressOf({ page: "watch", run: run.id })}>
          {goes ? "Watch it" : "See how far it came"}
        </a>
        <a className="button" href={addressOf({ page: "runs" })}>
          All runs
        </a>
      </p>
    </>
  );
}

interface ResultProps {
  readonly run: wire.RunDetails;
  readonly result: RunResult;
}

function Result({ run, result }: ResultProps) {
  const { stopped, found } = words.answerOf(result);
  const verdict = words.verdictOf(result);
  const warning = words.baselineWarning(result);
  return (
    <>
      <h1 className="name">{result.table.name}</h1>
      <StoppedNotice run={run} sentence={stopped} />
      <p className="result-answer">
        <Phrase of={found} />
      </p>
      <div className={`result-verdict result-${result.verdict}`}>
        <p>
          <strong>{verdict.title}.</strong> {verdict.sentence}
        </p>
      </div>
      {warning !== null && <p className="notice">{warning}</p>}
      <p className="soft small">{words.limitsOf(result)}</p>
      {result.notes.length > 0 && (
        <ul className="result-notes">
          {result.notes.map((note) => (
            <li key={note} className="name">
              {words.sentence(note)}
            </li>
          ))}
        </ul>
      )}
      <ResultActions run={run} result={result} />
      <Graphs run={run} result={result} />
      <ResultRecord run={run} result={result} />
    </>
  );
}

function Graphs({ run, result }: ResultProps) {
  const graphs = useMemo(() => resultGraphs(result), [result]);
  const placedBy = useMemo(() => placingEdges(result), [result]);
  const [id, setId] = useState<string>("final");
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isByCoefficient, setByCoefficient] = useState(false);
  const graph = graphs.find((each) => each.id === id) ?? graphs[0];
  return (
    <>
      <h2>The graph</h2>
      <GraphSwitch graphs={graphs} shown={graph} onShow={setId} />
      <div className="result-graph">
        <div className="result-drawing">
          <GraphDrawing
            names={result.table.columns}
            edges={graph.edges}
            placedBy={placedBy}
            label={`Graph, ${graph.title.toLowerCase()}: causes stand above their effects`}
            chosen={chosen}
            onChoose={setChosen}
            isWidthByCoefficient={isByCoefficient}
          />
          {result.coefficients !== null && (
            <label className="result-check small">
              <input
                type="checkbox"
                checked={isByCoefficient}
                onChange={(event) => setByCoefficient(event.target.checked)}
              />
              Lines as thick as their coefficients are large
            </label>
          )}
        </div>
        <EdgePanel run={run.id} result={result} edges={graph.edges} chosen={chosen} onChoose={setChosen} />
        <div className="result-list">
          <EdgeList edges={graph.edges} chosen={chosen} onChoose={setChosen} />
        </div>
      </div>
    </>
  );
}
