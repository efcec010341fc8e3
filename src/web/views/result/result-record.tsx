// The key figures of a result, and collapsed below them the record: sections of the report, and how to reproduce the run.

import type { ReactNode } from "react";
import { type RunResult, type wire, words } from "../../../core/index.ts";
import { Sentence, Waiting } from "../shared/sentence.tsx";
import { useClient } from "../shared/use-client.ts";
import { useLoaded } from "../shared/use-loaded.ts";
import { SectionBlocks } from "./section-blocks.tsx";

interface ResultRecordProps {
  readonly run: wire.RunDetails;
  readonly result: RunResult;
}

export function ResultRecord({ run, result }: ResultRecordProps) {
  const client = useClient();
  const loaded = useLoaded(() => client.catalogue(), [client]);
  if (loaded.is === "waiting") return <Waiting what="Loading the descriptions of search and score" />;
  const { scores, searches } = loaded.is === "there" ? loaded.value : { scores: [], searches: [] };
  const score = scores.find(({ name }) => name === result.spec.score);
  const search = searches.find(({ name }) => name === result.search);
  const numbers = [
    words.confidenceSection(result),
    words.scoresSection(result, score?.summary),
    words.truthSection(result),
    words.baselinesSection(result),
  ];
  const record = [
    search === undefined ? null : words.classSection(result, search),
    words.testsSection(result),
    words.restartsSection(result),
    words.methodsSection(result),
    words.alternativesSection(result),
    words.sensitivitySection(result),
    words.findingsSection(result),
    words.knowledgeSection(result),
  ];
  return (
    <>
      {loaded.is === "refused" && <Sentence text={loaded.sentence} />}
      {numbers.map(
        (section) =>
          section !== null && (
            <section key={section.id}>
              <h2>{section.title}</h2>
              <SectionBlocks {...section} />
            </section>
          ),
      )}
      <section>
        <h2>For the record</h2>
        {record.map(
          (section) =>
            section !== null && (
              <Folded key={section.id} title={section.title}>
                <SectionBlocks {...section} />
              </Folded>
            ),
        )}
        <Folded title="How to reproduce it">
          <Repeat run={run} result={result} />
        </Folded>
      </section>
    </>
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
  const digest = result.digest === null ? [] : [["Digest", [{ code: result.digest }]] as const];
  const blocks = [
    ...(command === "" ? [] : [{ code: command }]),
    { facts: [...words.recordFacts(result), ...digest] },
    { text: "Two runs with the same digest found the same result in the same way.", look: "soft" } as const,
  ];
  return (
    <>
      {spec.is === "refused" && <Sentence text={spec.sentence} />}
      <SectionBlocks title="How to reproduce it" blocks={blocks} />
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
