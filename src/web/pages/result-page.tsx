// The result: the answer and how far it can be trusted first, then the graph with details of its edges, then the key figures; the
// record is collapsed.

import { useMemo, useRef, useState } from "react";
import { isGoing, type RunResult, type wire, words } from "../../core/index.ts";
import { EdgeList } from "../views/graph/edge-list.tsx";
import type { Flow } from "../views/graph/graph-flow.tsx";
import { GraphView } from "../views/graph/graph-view.tsx";
import { EdgePanel } from "../views/result/edge-panel.tsx";
import type { ExportMenuProps } from "../views/result/export-menu.tsx";
import { GraphSwitch } from "../views/result/graph-switch.tsx";
import { NextFacts } from "../views/result/next-facts.tsx";
import { ResultActions } from "../views/result/result-actions.tsx";
import { placingEdges, resultGraphs } from "../views/result/result-graphs.ts";
import { ResultRecord } from "../views/result/result-record.tsx";
import { StoppedNotice } from "../views/result/stopped-notice.tsx";
import { CheckBox } from "../views/shared/check-box.tsx";
import { Glossed } from "../views/shared/glossed.tsx";
import { Loading } from "../views/shared/loading.tsx";
import { Phrase } from "../views/shared/phrase.tsx";
import { RunNameField } from "../views/shared/run-name.tsx";
import { Sentence } from "../views/shared/sentence.tsx";
import type { Chosen } from "../views/shared/shown-edge.ts";
import { StepLink } from "../views/shared/step-link.tsx";
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
    // A resumed run ends with another result.
    [client, id, hasResult, run?.status],
  );
  const screen = { title: "Result", backTo: "runs" } as const;
  return (
    <Loading of={details} what="Loading the run" screen={screen}>
      {(run) =>
        hasResult ? (
          <Loading of={result} what="Loading the result" screen={screen}>
            {(value) => value !== null && <Result run={run} result={value} />}
          </Loading>
        ) : (
          <NoResult run={run} />
        )
      }
    </Loading>
  );
}

/** For a run that has no result yet, or never will. */
function NoResult({ run }: { readonly run: wire.RunDetails }) {
  return (
    <>
      <h1 className="name">{run.table.name}</h1>
      <p>{isGoing(run) ? "This run is not finished; it has no result yet." : "This run has no result."}</p>
      <Sentence text={run.error} />
      <p className="actions">
        <StepLink to={{ page: "watch", run: run.id }} isPrimary>
          {isGoing(run) ? "Watch it" : "See its progress"}
        </StepLink>
        <StepLink to={{ page: "runs" }}>All runs</StepLink>
      </p>
    </>
  );
}

interface ResultProps {
  readonly run: wire.RunDetails;
  readonly result: RunResult;
}

function Result({ run, result }: ResultProps) {
  const { stopped, summary, detail } = words.answerOf(result);
  const verdict = words.verdictOf(result);
  const warning = words.baselineWarning(result);
  const drawn = useRef<Flow | null>(null);
  return (
    <>
      <h1 className="name">{result.table.name}</h1>
      <RunNameField run={run.id} />
      <StoppedNotice run={run} sentence={stopped} />
      <p className="result-answer">{summary}</p>
      {words.cautionsOf(result).map((warning) => (
        <p key={warning} className="notice">
          {words.sentence(`warning: ${warning}`)}
        </p>
      ))}
      <p>
        <Phrase of={detail} />
      </p>
      <div className={`result-verdict result-${result.verdict}`}>
        <p>
          <strong>{verdict.title}.</strong> <Glossed text={verdict.sentence} />
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
      <ResultActions run={run} result={result} drawn={drawn} />
      <Graphs run={run} result={result} drawn={drawn} />
      <NextFacts run={run} result={result} />
      <ResultRecord run={run} result={result} />
    </>
  );
}

function Graphs({ run, result, drawn }: ExportMenuProps) {
  const graphs = useMemo(() => resultGraphs(result), [result]);
  const placedBy = useMemo(() => placingEdges(result), [result]);
  const [id, setId] = useState<string>("answer");
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isByStrength, setByStrength] = useState(!result.confidence);
  const graph = graphs.find((each) => each.id === id) ?? graphs[0];
  return (
    <>
      <h2>The graph</h2>
      <GraphSwitch graphs={graphs} current={graph} onShow={setId} />
      <div className="result-graph">
        <div className="result-drawing">
          <GraphView
            names={result.table.columns}
            edges={graph.edges}
            placedBy={placedBy}
            label={`Graph, ${graph.title.toLowerCase()}: causes are above their effects`}
            chosen={chosen}
            onChoose={setChosen}
            isWidthByStrength={isByStrength}
            legend={graph.legend}
            storageKey={run.id}
            drawn={drawn}
          />
          {graph.edges.some(({ loss }) => loss !== null) && (
            <CheckBox isOn={isByStrength} onChange={setByStrength} className="small">
              Line width by strength: what the score loses without the link
            </CheckBox>
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
