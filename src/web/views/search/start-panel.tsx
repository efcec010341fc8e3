// The button that starts a run, with what it will do, about how long that takes, and what prevents it.

import { useState } from "react";
import { numbers, type wire } from "../../../core/index.ts";
import type { Draft } from "../draft/draft.ts";
import { knowledgeWords, partOf } from "../knowledge/knowledge.ts";
import { addressOf, go } from "../shared/route.ts";
import { Sentence } from "../shared/sentence.tsx";
import { useClient } from "../shared/use-client.ts";
import { type Refused, refusedBy } from "../shared/use-loaded.ts";
import { markStarted } from "./just-started.ts";
import type { Way } from "./remedies.ts";
import { columnsOf } from "./run-request.ts";
import type { Outlook } from "./use-outlook.ts";
import { WayButtons } from "./way-buttons.tsx";

interface StartPanelProps extends Outlook {
  readonly table: wire.TablePreview;
  readonly draft: Draft;
  /** The title of the field that a refusal stands at; null where it has none. */
  readonly refusedTitle: string | null;
  readonly refused: Refused | null;
  /** The ways out of what was refused that the page can take. */
  readonly ways: readonly Way[];
  readonly onTake: (taken: Draft) => void;
  readonly onRefused: (refused: Refused | null) => void;
}

export function StartPanel(props: StartPanelProps) {
  const { table, draft, newRun, estimate, fatal, refused, refusedTitle, ways, onTake, onRefused } = props;
  const client = useClient();
  const [isStarting, setIsStarting] = useState(false);
  const start = async (): Promise<void> => {
    if ("sentence" in newRun) return;
    setIsStarting(true);
    onRefused(null);
    try {
      const { id } = await client.start(newRun.request);
      markStarted(id);
      go({ page: "watch", run: id });
    } catch (error) {
      onRefused(refusedBy(error));
      setIsStarting(false);
    }
  };
  const columns = columnsOf(table, draft);
  const known = knowledgeWords(partOf(draft.knowledge, columns));
  return (
    <section className="panel search-start" aria-label="Start">
      <button
        type="button"
        className="primary search-button"
        disabled={isStarting || "sentence" in newRun}
        onClick={start}
      >
        {isStarting ? "Starting…" : "Start"}
      </button>
      {"sentence" in newRun && <Sentence text={newRun.sentence} />}
      {refused !== null && <RefusedNotice sentence={refused.sentence} title={refusedTitle} />}
      <WayButtons ways={ways} onTake={onTake} />
      {fatal.length > 0 && (
        <div className="notice">
          <p>The data doctor found problems that prevent a search:</p>
          <ul>
            {fatal.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
          <a href={addressOf({ page: "data", table: table.id })}>Resolve them on the data screen</a>
        </div>
      )}
      <Expected estimate={estimate} search={draft.options.search} />
      <p className="soft small">
        {numbers.counted(columns.length, "column")}
        {columns.length < table.columns.length && ` of ${numbers.count(table.columns.length)}`},{" "}
        {numbers.counted(table.rows, "row")}
        {draft.missing === "drop" && ", those with missing values dropped"}.{" "}
        {known === "" ? "No prior knowledge." : `Prior knowledge: ${known}.`}
      </p>
    </section>
  );
}

/** What is said beside a field elsewhere is only pointed at here. */
function RefusedNotice({ sentence, title }: { readonly sentence: string; readonly title: string | null }) {
  if (title === null) return <Sentence text={sentence} />;
  return (
    <p className="notice">
      This is not possible: see “{title}”.{" "}
      <button
        type="button"
        className="plain"
        onClick={() => document.querySelector(".search-form .sentence")?.scrollIntoView({ block: "center" })}
      >
        Show it
      </button>
    </p>
  );
}

function Expected({
  estimate,
  search,
}: {
  readonly estimate: StartPanelProps["estimate"];
  readonly search: string | undefined;
}) {
  if (estimate.is === "waiting") return <p className="soft small">Estimating how long it will take …</p>;
  if (estimate.is === "refused" || estimate.value === null) return null;
  const { search: taken, choice, sentence } = estimate.value;
  return (
    <div role="status">
      <p className="search-estimate">It takes {sentence}.</p>
      {search === undefined && (
        <p>
          The search will be <strong>{taken}</strong>: {choice}.
        </p>
      )}
    </div>
  );
}
