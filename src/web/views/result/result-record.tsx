// What is for the record, folded: which directions are settled, why pairs are not linked, the runs of an agent, the k best graphs,
// the state of the data, what was known, and how to repeat it.

import type { ReactNode } from "react";
import { numbers, type RunResult, type wire, words } from "../../../core/index.ts";
import { Phrase } from "../shared/phrase.tsx";
import { Sentence } from "../shared/sentence.tsx";
import { useClient } from "../shared/use-client.ts";
import { useLoaded } from "../shared/use-loaded.ts";
import { Alternatives, Directions, Restarts, Tests } from "./search-record.tsx";

export interface ResultRecordProps {
  readonly run: wire.RunDetails;
  readonly result: RunResult;
}

export function ResultRecord({ run, result }: ResultRecordProps) {
  const { tests, restarts, alternatives, findings, knowledge } = result;
  return (
    <section>
      <h2>For the record</h2>
      <Folded title="Which directions are settled">
        <Directions result={result} />
      </Folded>
      {tests !== null && (
        <Folded title="Why pairs are not linked">
          <Tests tests={tests} />
        </Folded>
      )}
      {restarts.length > 0 && (
        <Folded title={restarts.length === 1 ? "The agent’s run" : `The agent’s ${restarts.length} runs`}>
          <Restarts result={result} />
        </Folded>
      )}
      {alternatives.length > 0 && (
        <Folded title={`The ${numbers.counted(alternatives.length, "best graph")}`}>
          <Alternatives result={result} />
        </Folded>
      )}
      <Folded title="State of the data">
        {findings.length === 0 && <p>The data doctor found nothing to remark on.</p>}
        <ul className="result-findings">
          {findings.map(({ severity, message, meaning, remedy }) => (
            <li key={message}>
              <p className="name">
                <span className="small soft">{severity}</span> <b>{words.sentence(message)}</b>
              </p>
              <p className="name">{words.sentence(meaning)}</p>
              <p className="soft name">Way out: {words.sentence(remedy, false)}</p>
            </li>
          ))}
        </ul>
      </Folded>
      {knowledge.length > 0 && (
        <Folded title="Known beforehand">
          <p>
            The search looked only at graphs that agree with these statements, and the result was checked
            against them.
          </p>
          <ul>
            {knowledge.map((statement) => (
              <li key={statement} className="name">
                {statement}
              </li>
            ))}
          </ul>
        </Folded>
      )}
      <Folded title="How to repeat it">
        <Repeat run={run} result={result} />
      </Folded>
    </section>
  );
}

function Folded({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className="result-folded">
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  );
}

function Repeat({ run, result }: ResultRecordProps) {
  const client = useClient();
  const hasSpec = run.files.includes("spec.json");
  const spec = useLoaded(
    async () =>
      hasSpec ? (JSON.parse(await (await client.file(run.id, "spec.json")).text()) as Spec) : null,
    [client, run.id, hasSpec],
  );
  const command = spec.is === "there" ? (spec.value?.command ?? "") : "";
  const digest = result.digest === null ? [] : [["What was found", [{ code: result.digest }]] as const];
  return (
    <>
      {spec.is === "refused" && <Sentence text={spec.sentence} />}
      {command !== "" && (
        <pre className="wide">
          <code>{command}</code>
        </pre>
      )}
      <dl className="result-facts">
        {[...words.recordOf(result), ...digest].map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="name">
              <Phrase of={value} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="soft small">Two runs that agree in “What was found” found the same in the same way.</p>
      <details>
        <summary>All settings</summary>
        <pre className="wide">
          <code>{JSON.stringify(result.spec, null, 2)}</code>
        </pre>
      </details>
    </>
  );
}

interface Spec {
  readonly command?: string;
}
