// The numbers to read a result by: its scores beside the optimum, the truth where there is one, and what comes for free.

import { numbers, type RunResult, words } from "../../../core/index.ts";
import { Phrase } from "../shared/phrase.tsx";
import { RowsTable } from "../shared/rows-table.tsx";
import { useClient } from "../shared/use-client.ts";
import { useLoaded } from "../shared/use-loaded.ts";

export function ResultNumbers({ result }: { readonly result: RunResult }) {
  return (
    <>
      <Scores result={result} />
      <Truth result={result} />
      <Baselines result={result} />
    </>
  );
}

function Scores({ result }: { readonly result: RunResult }) {
  const client = useClient();
  const choices = useLoaded(() => client.catalogue(), [client]);
  const described =
    choices.is === "there" ? choices.value.scores.find(({ name }) => name === result.spec.score) : undefined;
  const rows = words.scoreRows(result).map(({ graph, edges, score, gap, meaning }) => [
    graph,
    edges === null ? "" : numbers.count(edges),
    score === null ? "–" : numbers.fixed(score),
    gap === null ? "–" : numbers.difference(gap),
    <span key="meaning" className="soft">
      {meaning}
    </span>,
  ]);
  return (
    <section>
      <h2>Scores</h2>
      {choices.is !== "waiting" && (
        <p>
          <Phrase of={words.scoreSentence(result, described?.summary)} />
        </p>
      )}
      <RowsTable
        caption="Scores of the graphs"
        columns={[
          { title: "Graph" },
          { title: "Edges", isNumber: true },
          { title: "Score", isNumber: true },
          { title: "Gap", isNumber: true },
          { title: "" },
        ]}
        rows={rows}
      />
      {result.paperScore !== null && <p className="soft small">{words.paperSentence(result.paperScore)}</p>}
    </section>
  );
}

function Truth({ result }: { readonly result: RunResult }) {
  const rows = words.truthRows(result);
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>Compared with the truth</h2>
      <RowsTable
        caption="The result against the truth"
        columns={[
          { title: "" },
          ...words.truthColumns(result).map((title) => ({ title, isNumber: true })),
          { title: "" },
        ]}
        rows={rows.map(({ title, values, meaning }) => [
          title,
          ...values.map(({ shown }) => (title === "SHD" ? <b key={shown}>{shown}</b> : shown)),
          <span key="meaning" className="soft">
            {values.find(({ why }) => why !== null)?.why ?? meaning}
          </span>,
        ])}
      />
    </section>
  );
}

function Baselines({ result }: { readonly result: RunResult }) {
  const { panel, metrics } = result;
  if (panel === null) return null;
  const compared = ["SHD", "Correct", "Reversed", "Missing", "Extra", "Classes", "SID"];
  const shown = (value: number | null): string => (value === null ? "–" : numbers.count(value));
  return (
    <section>
      <h2>What comes for free</h2>
      <p>{words.baselineSentence(panel)}</p>
      <RowsTable
        caption="The result beside graphs that need no search"
        columns={[
          { title: "Graph" },
          { title: "Edges", isNumber: true },
          ...(metrics === null ? [] : compared.map((title) => ({ title, isNumber: true }))),
          { title: "Score", isNumber: true },
        ]}
        rows={words.baselineLines(result).map(({ name, edges, score, metrics: m, isBest }) => [
          isBest ? (
            <>
              {name} <span className="small result-mark">best of these</span>
            </>
          ) : (
            name
          ),
          numbers.count(edges),
          ...(m === null
            ? []
            : [m.shd, m.correct, m.reversed, m.missing, m.extra, m.shdClass, m.sid].map(shown)),
          numbers.fixed(score),
        ])}
        rowClass={(k) => (k === 0 ? "result-own" : undefined)}
      />
      {words.panelSentences(panel).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </section>
  );
}
