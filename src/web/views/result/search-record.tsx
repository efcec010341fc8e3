// What the search left behind besides its graph: which directions are settled, why pairs are not linked, the runs of an agent, and
// the k best graphs.

import { lead, numbers, type RunResult, words } from "../../../core/index.ts";
import { Phrase } from "../shared/phrase.tsx";
import { RowsTable } from "../shared/rows-table.tsx";
import { Sentence, Waiting } from "../shared/sentence.tsx";
import { shownName } from "../shared/shown-edge.ts";
import { useClient } from "../shared/use-client.ts";
import { useLoaded } from "../shared/use-loaded.ts";

export function Directions({ result }: { readonly result: RunResult }) {
  const client = useClient();
  const choices = useLoaded(() => client.catalogue(), [client]);
  if (choices.is === "waiting") return <Waiting what="Reading about the search" />;
  if (choices.is === "refused") return <Sentence text={choices.sentence} />;
  const search = choices.value.searches.find(({ name }) => name === result.search);
  const { meaning, settled, reversible, remark } = words.classWords(result, search ?? { uses: "score" });
  return (
    <>
      <p>
        <Phrase of={meaning} />
      </p>
      {settled !== null && (
        <p>
          <Phrase of={settled} />
        </p>
      )}
      <ul className="result-pairs">
        {reversible.map(([a, b]) => (
          <li key={JSON.stringify([a, b])} className="name">
            <bdi>{shownName(a)}</bdi> — <bdi>{shownName(b)}</bdi>
          </li>
        ))}
      </ul>
      {remark !== null && <p className="soft">{remark}</p>}
    </>
  );
}

export function Tests({ tests }: { readonly tests: NonNullable<RunResult["tests"]> }) {
  const { separations, conflicts } = tests;
  return (
    <>
      <p>{words.separationSentence}</p>
      <RowsTable
        caption="Pairs that are not linked"
        columns={[
          { title: "Not linked" },
          { title: "Independent given" },
          { title: "p-value", isNumber: true },
        ]}
        rows={separations.map(({ pair, given, p }) => [
          <bdi key="pair" className="name">
            {pair.map(shownName).join(", ")}
          </bdi>,
          given.length === 0 ? (
            "nothing"
          ) : (
            <bdi key="given" className="name">
              {given.map(shownName).join(", ")}
            </bdi>
          ),
          p.toPrecision(3),
        ])}
      />
      {conflicts.length > 0 && (
        <>
          <h3>Where the tests contradict each other</h3>
          <p>{numbers.counted(conflicts.length, "place")}, decided by the rules of the search.</p>
          <ul>
            {conflicts.map((conflict) => (
              <li key={JSON.stringify(conflict)}>
                <Phrase of={words.conflictSentence(conflict)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

export function Restarts({ result }: { readonly result: RunResult }) {
  const { restarts, optimum, iterations } = result;
  const shown = (score: number | null): string => (score === null ? "–" : numbers.fixed(score));
  const best = restarts.map(({ score, polished }) => polished ?? score);
  return (
    <>
      <p>
        Each run draws by itself; the best graph of all is kept.{" "}
        {iterations !== null &&
          `${numbers.count(iterations)} ${iterations === 1 ? "batch" : "batches"} of graphs in all.`}
      </p>
      <RowsTable
        caption="Runs of the agent"
        columns={["Run", "Score", "Polished", "Gap", "Batches", "Order searches"].map((title) => ({
          title,
          isNumber: true,
        }))}
        rows={restarts.map(({ score, polished, iterations: batches, looks }, k) => {
          const own = best[k];
          const gap = optimum === null || own === null ? null : lead(optimum, own);
          return [
            numbers.count(k + 1),
            shown(score),
            shown(polished),
            gap === null ? "–" : numbers.difference(gap),
            numbers.count(batches),
            numbers.count(looks),
          ];
        })}
      />
    </>
  );
}

export function Alternatives({ result }: { readonly result: RunResult }) {
  const { alternatives } = result;
  const [first] = alternatives;
  return (
    <>
      <p>{words.alternativesSentence(result)}</p>
      <RowsTable
        caption="The best graphs"
        columns={[
          ...["Rank", "Score", "Behind", "Edges"].map((title) => ({ title, isNumber: true })),
          { title: "Other than the first" },
        ]}
        rows={alternatives.map(({ edges, score }, k) => [
          numbers.count(k + 1),
          numbers.fixed(score),
          k === 0 ? "" : numbers.difference(lead(first.score, score)),
          numbers.count(edges.length),
          k === 0 ? "the first" : <Phrase key="changes" of={words.changesBetween(first.edges, edges)} />,
        ])}
      />
    </>
  );
}
