// The findings of the data doctor for a table with its current settings, and the user's changes, which can be undone.

import { useRef } from "react";
import type { wire } from "../../../core/index.ts";
import type { Draft } from "../draft/draft.ts";
import { draftChanges, isRemedied, openWays, withAllRemedies } from "../search/remedies.ts";
import { type Examination, fatalIn } from "../search/use-examined.ts";
import { WayButtons } from "../search/way-buttons.tsx";
import { TryAgain } from "../shared/loading.tsx";
import { Sentence, Waiting } from "../shared/sentence.tsx";
import { FindingsList } from "./findings-list.tsx";

/** A table, the draft of its next run, and the examination of the table. */
export interface TablePart {
  readonly table: wire.TablePreview;
  readonly draft: Draft;
  readonly put: (change: Partial<Draft>) => void;
  readonly examination: Examination;
}

export function TableFindings({ draft, put, examination }: TablePart) {
  const title = useRef<HTMLHeadingElement>(null);
  // The pressed button disappears with the finding it resolved: move the focus to the top of the list.
  const change = (to: Partial<Draft>): void => {
    put(to);
    title.current!.focus({ preventScroll: true });
  };
  const { answer, isCurrent, score, again } = examination;
  const all = answer.is === "there" ? answer.value.findings : [];
  // A finding that the user has just resolved is hidden without waiting for the engine.
  const isOpen = (finding: (typeof all)[number]) => isCurrent || !isRemedied(finding, draft);
  const findings = all.filter(isOpen);
  const fatal = fatalIn(examination).filter(isOpen);
  return (
    <section className="data-doctor">
      <h2 ref={title} tabIndex={-1}>
        Data doctor
      </h2>
      <Changes draft={draft} put={change} />
      {!isCurrent && <Waiting what="Examining the table" />}
      {answer.is === "refused" && isCurrent && (
        <>
          <Sentence text={answer.sentence} />
          <WayButtons ways={openWays(answer.remedies, draft)} onTake={change} />
          <TryAgain onClick={again} />
        </>
      )}
      {isCurrent && answer.is === "there" && <Verdict findings={findings} />}
      {fatal.length > 1 && (
        <p className="actions">
          <button type="button" className="name" onClick={() => change(withAllRemedies(draft, fatal))}>
            Resolve all {fatal.length}: {firstWay(draft, fatal)}
          </button>
        </p>
      )}
      <FindingsList findings={findings} draft={draft} score={score} onTake={change} />
    </section>
  );
}

/** Label for resolving all findings: their first remedy if it is the same for all. */
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

/** Maximum number of changes listed individually. */
const mostChanges = 12;

function Changes({ draft, put }: Pick<TablePart, "draft" | "put">) {
  const changes = draftChanges(draft);
  if (changes.length === 0) return null;
  return (
    <ul className="data-changes" aria-label="Changes">
      {changes.slice(0, mostChanges).map(({ label, back }) => (
        <li key={label}>
          <span className="name">{label}</span>
          <button type="button" className="plain" aria-label={`Undo ${label}`} onClick={() => put(back)}>
            undo
          </button>
        </li>
      ))}
      {changes.length > mostChanges && <li>and {changes.length - mostChanges} more</li>}
    </ul>
  );
}
