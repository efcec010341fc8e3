// What the data doctor says of a table as it is taken now: the findings, the ways out that were taken and can be taken back, and
// whether the way on is open. Asked anew after each change.

import { useRef } from "react";
import { check, numbers, type wire } from "../../../core/index.ts";
import { type Draft, emptyDraft } from "../draft/draft.ts";
import { columnsOf, examineOptionsOf } from "../search/asked.ts";
import { isTended, openWays, remediedAll, takenChanges } from "../search/remedied.ts";
import { addressOf } from "../shared/route.ts";
import { Sentence, Waiting } from "../shared/sentence.tsx";
import { useClient } from "../shared/use-client.ts";
import { useLoaded } from "../shared/use-loaded.ts";
import { useSettled } from "../shared/use-settled.ts";
import { FindingsList } from "./findings-list.tsx";

interface Part {
  readonly table: wire.TablePreview;
  readonly draft: Draft;
  readonly put: (change: Partial<Draft>) => void;
}

/** A hand that clicks through ten boxes asks the engine once. */
const settlingMs = 250;

export function TableFindings({ table, draft, put }: Part) {
  const client = useClient();
  const title = useRef<HTMLHeadingElement>(null);
  // The button that was pressed goes with what it changed: the hand is led back to the beginning of the list.
  const change = (to: Partial<Draft>): void => {
    put(to);
    title.current!.focus({ preventScroll: true });
  };
  const options = examineOptionsOf(table, draft);
  const key = JSON.stringify(options);
  const settled = useSettled(key, settlingMs);
  const left = columnsOf(table, draft).length;
  const examined = useLoaded(async () => {
    check(
      left >= 2,
      `table: at least 2 columns are needed to find causes among, got ${left}; take more below`,
    );
    // The answer for the table as it came is there already, unless an earlier version gave it, without ways to take.
    const isAsItCame = settled === JSON.stringify(examineOptionsOf(table, emptyDraft));
    const isWhole = table.findings.every(({ remedies }) => remedies !== undefined);
    const { findings } = isAsItCame && isWhole ? table : await client.examine(table.id, JSON.parse(settled));
    return { findings, key: settled };
  }, [client, table, settled]);
  const isThere = examined.is === "there" && examined.value.key === key;
  const known = examined.is === "there" ? examined.value.findings : [];
  // What a hand has just resolved does not wait for the engine to say so.
  const findings = isThere ? known : known.filter((finding) => !isTended(finding, draft));
  const fatal = findings.filter(({ severity }) => severity === "fatal");
  const closedBy =
    examined.is === "refused"
      ? "Closed until the table can be read as it is asked for above."
      : !isThere
        ? "Open when the table is examined."
        : fatal.length > 0
          ? "Closed until what is marked “Must be resolved” above is: no search could use the table as it is."
          : null;
  return (
    <>
      <h2 ref={title} tabIndex={-1}>
        What the data doctor says
      </h2>
      <Changes draft={draft} put={change} />
      {examined.is !== "refused" && !isThere && <Waiting what="Examining the table" />}
      {examined.is === "refused" && (
        <>
          <Sentence text={examined.sentence} />
          {left >= 2 && (
            <button type="button" onClick={examined.again}>
              Try again
            </button>
          )}
        </>
      )}
      {examined.is === "there" && (
        <>
          {isThere && <Verdict findings={findings} />}
          {fatal.length > 1 && (
            <p className="actions">
              <button type="button" className="name" onClick={() => change(remediedAll(draft, fatal))}>
                Resolve all {fatal.length}: {firstWay(draft, fatal)}
              </button>
            </p>
          )}
          <FindingsList findings={findings} draft={draft} onTake={change} />
        </>
      )}
      <WayOn table={table} draft={draft} closedBy={closedBy} />
    </>
  );
}

/** What resolves all of them: one and the same way out, where it is. */
function firstWay(draft: Draft, findings: wire.Findings["findings"]): string {
  const labels = new Set(findings.map((finding) => openWays(finding.remedies, draft)[0]?.label));
  const [label] = labels;
  return labels.size === 1 && label !== undefined ? label : "take the first way out of each";
}

function Verdict({ findings }: Pick<wire.Findings, "findings">) {
  const fatal = findings.filter(({ severity }) => severity === "fatal").length;
  if (fatal > 0)
    return (
      <p role="status">
        {fatal === 1 ? "One finding" : `${fatal} findings`} must be resolved before a search: a way out stands
        below {fatal === 1 ? "it" : "each"}.
      </p>
    );
  return (
    <p role="status">
      {findings.length === 0 ? "Nothing stands out in this table." : "Nothing stands in the way of a search."}
    </p>
  );
}

/** How many are shown one by one. */
const shownChanges = 12;

function Changes({ draft, put }: Omit<Part, "table">) {
  const changes = takenChanges(draft);
  if (changes.length === 0) return null;
  return (
    <ul className="data-changes" aria-label="Changes">
      {changes.slice(0, shownChanges).map(({ label, back }) => (
        <li key={label}>
          <span className="name">{label}</span>
          <button type="button" className="plain" aria-label={`Take back ${label}`} onClick={() => put(back)}>
            take back
          </button>
        </li>
      ))}
      {changes.length > shownChanges && <li>and {changes.length - shownChanges} more</li>}
    </ul>
  );
}

interface WayOnProps extends Omit<Part, "put"> {
  /** Why one cannot go on; null where one can. */
  readonly closedBy: string | null;
}

function WayOn({ table, draft, closedBy }: WayOnProps) {
  const left = columnsOf(table, draft).length;
  const isTruthCut = Array.isArray(draft.truth) && left < table.columns.length;
  return (
    <>
      <div className="actions">
        {closedBy === null ? (
          <>
            <a className="button primary" href={addressOf({ page: "search", table: table.id })}>
              Go to the search
            </a>
            <a className="button" href={addressOf({ page: "knowledge", table: table.id })}>
              Say what is known first
            </a>
          </>
        ) : (
          <>
            <button type="button" className="primary" disabled>
              Go to the search
            </button>
            <button type="button" disabled>
              Say what is known first
            </button>
            <span className="soft">{closedBy}</span>
          </>
        )}
      </div>
      {isTruthCut && (
        <p className="soft small">
          The answer is compared with the true graph among the {numbers.counted(left, "column")} that take
          part.
        </p>
      )}
    </>
  );
}
