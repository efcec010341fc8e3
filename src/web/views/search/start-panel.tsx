// The start button with a summary of the run, an estimate of its duration, and any problems that prevent it.

import type { wire } from "../../../core/index.ts";
import type { Draft } from "../draft/draft.ts";
import { addressOf } from "../shared/route.ts";
import { Sentence } from "../shared/sentence.tsx";
import type { Refused } from "../shared/use-loaded.ts";
import type { Way } from "./remedies.ts";
import { RunFacts, StartButton } from "./start-button.tsx";
import { fatalIn } from "./use-examined.ts";
import type { Outlook } from "./use-outlook.ts";
import { WayButtons } from "./way-buttons.tsx";

interface StartPanelProps extends Outlook {
  readonly table: wire.TablePreview;
  readonly draft: Draft;
  /** Title of the field that an error concerns; null if there is none. */
  readonly refusedTitle: string | null;
  readonly refused: Refused | null;
  /** Remedies for the error that the page can apply. */
  readonly ways: readonly Way[];
  readonly onTake: (draft: Draft) => void;
  readonly onRefused: (refused: Refused | null) => void;
}

export function StartPanel(props: StartPanelProps) {
  const { table, draft, newRun, estimate, examination, refused, refusedTitle, ways, onTake, onRefused } =
    props;
  const fatal = fatalIn(examination);
  return (
    <section className="panel search-start" aria-label="Start">
      <StartButton newRun={newRun} isOpen={examination.isCurrent} onRefused={onRefused} />
      {"sentence" in newRun && <Sentence text={newRun.sentence} />}
      {refused !== null && <RefusedNotice sentence={refused.sentence} title={refusedTitle} />}
      <WayButtons ways={ways} onTake={onTake} />
      {fatal.length > 0 && (
        <div className="notice">
          <p>The data doctor found problems that prevent a search:</p>
          <ul>
            {fatal.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
          <a href={addressOf({ page: "data", table: table.id })}>Resolve them on the data screen</a>
        </div>
      )}
      <Expected estimate={estimate} search={draft.options.search} />
      <RunFacts table={table} draft={draft} examination={examination} />
    </section>
  );
}

/** An error that is shown beside its field is only referred to here. */
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
  const { search: searchName, choice, sentence } = estimate.value;
  return (
    <div role="status">
      <p className="search-estimate">It takes {sentence}.</p>
      {search === undefined && (
        <p>
          The search will be <strong>{searchName}</strong>: {choice}.
        </p>
      )}
    </div>
  );
}
