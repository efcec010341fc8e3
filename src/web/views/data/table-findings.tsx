// The findings of the data doctor for a table with its present settings, the remedies that were applied and can be undone, and
// the links to the next screens. Examined again after each change.

import { useRef } from "react";
import { check, numbers, type wire } from "../../../core/index.ts";
import { type Draft, emptyDraft } from "../draft/draft.ts";
import { draftChanges, isRemedied, openWays, withAllRemedies } from "../search/remedies.ts";
import { columnsOf, examineOptionsOf } from "../search/run-request.ts";
import { TryAgain } from "../shared/loading.tsx";
import { Sentence, Waiting } from "../shared/sentence.tsx";
import { StepLink } from "../shared/step-link.tsx";
import { useClient } from "../shared/use-client.ts";
import { useLoaded } from "../shared/use-loaded.ts";
import { useSettled } from "../shared/use-settled.ts";
import { FindingsList } from "./findings-list.tsx";

/** A table, with what is set for its next run. */
export interface TablePart {
  readonly table: wire.TablePreview;
  readonly draft: Draft;
  readonly put: (change: Partial<Draft>) => void;
}

/** A hand that clicks through ten boxes asks the engine once. */
const settlingMs = 250;

export function TableFindings({ table, draft, put }: TablePart) {
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
    check(left >= 2, `table: at least 2 columns are needed, got ${left}; select more below`);
    // The answer for the table as it came is there already, unless an earlier version gave it, without ways to take.
    const isAsItCame = settled === JSON.stringify(examineOptionsOf(table, emptyDraft));
    const isWhole = table.findings.every(({ remedies }) => remedies !== undefined);
    const { findings } = isAsItCame && isWhole ? table : await client.examine(table.id, JSON.parse(settled));
    return { findings, key: settled };
  }, [client, table, settled]);
  const isThere = examined.is === "there" && examined.value.key === key;
  const known = examined.is === "there" ? examined.value.findings : [];
  // What a hand has just resolved does not wait for the engine to say so.
  const findings = isThere ? known : known.filter((finding) => !isRemedied(finding, draft));
  const fatal = findings.filter(({ severity }) => severity === "fatal");
  const closedBy =
    examined.is === "refused"
      ? "Available once the table can be read with these settings."
      : !isThere
        ? "Available once the table is examined."
        : fatal.length > 0
          ? "Available once the findings marked “Must be resolved” are resolved."
          : null;
  return (
    <>
      <h2 ref={title} tabIndex={-1}>
        Data doctor
      </h2>
      <Changes draft={draft} put={change} />
      {examined.is !== "refused" && !isThere && <Waiting what="Examining the table" />}
      {examined.is === "refused" && (
        <>
          <Sentence text={examined.sentence} />
          {left >= 2 && <TryAgain onClick={examined.again} />}
        </>
      )}
      {examined.is === "there" && (
        <>
          {isThere && <Verdict findings={findings} />}
          {fatal.length > 1 && (
            <p className="actions">
              <button type="button" className="name" onClick={() => change(withAllRemedies(draft, fatal))}>
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
  return labels.size === 1 && label !== undefined ? label : "apply the first remedy of each";
}

function Verdict({ findings }: Pick<wire.Findings, "findings">) {
  const fatal = findings.filter(({ severity }) => severity === "fatal").length;
  if (fatal > 0)
    return (
      <p role="status">
        {fatal === 1 ? "One finding" : `${fatal} findings`} must be resolved before a search; remedies are
        listed below.
      </p>
    );
  return (
    <p role="status">{findings.length === 0 ? "No problems found." : "No finding prevents a search."}</p>
  );
}

/** How many are shown one by one. */
const shownChanges = 12;

function Changes({ draft, put }: Omit<TablePart, "table">) {
  const changes = draftChanges(draft);
  if (changes.length === 0) return null;
  return (
    <ul className="data-changes" aria-label="Changes">
      {changes.slice(0, shownChanges).map(({ label, back }) => (
        <li key={label}>
          <span className="name">{label}</span>
          <button type="button" className="plain" aria-label={`Undo ${label}`} onClick={() => put(back)}>
            undo
          </button>
        </li>
      ))}
      {changes.length > shownChanges && <li>and {changes.length - shownChanges} more</li>}
    </ul>
  );
}

interface WayOnProps extends Omit<TablePart, "put"> {
  /** Why one cannot go on; null where one can. */
  readonly closedBy: string | null;
}

function WayOn({ table, draft, closedBy }: WayOnProps) {
  const left = columnsOf(table, draft).length;
  const isTruthCut = Array.isArray(draft.truth) && left < table.columns.length;
  return (
    <>
      <div className="actions">
        <StepLink to={closedBy === null ? { page: "search", table: table.id } : null} isPrimary>
          Go to the search
        </StepLink>
        <StepLink to={closedBy === null ? { page: "knowledge", table: table.id } : null}>
          Add prior knowledge first
        </StepLink>
        {closedBy !== null && <span className="soft">{closedBy}</span>}
      </div>
      {isTruthCut && (
        <p className="soft small">
          The result is compared with the true graph of the {numbers.counted(left, "selected column")}.
        </p>
      )}
    </>
  );
}
