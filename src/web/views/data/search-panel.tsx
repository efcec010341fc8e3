// From a table to its search: two questions about prior knowledge, a summary of what a search would use, the start button, and links
// to the knowledge and search screens.

import { useState } from "react";
import type { DraftKnowledge } from "../draft/draft.ts";
import { draftOf } from "../draft/draft.ts";
import { EndQuestions } from "../knowledge/end-questions.tsx";
import { usedColumns } from "../search/column-kinds.ts";
import { openWays } from "../search/remedies.ts";
import { RunFacts, StartButton } from "../search/start-button.tsx";
import { type Examination, fatalIn } from "../search/use-examined.ts";
import { useNewRun } from "../search/use-outlook.ts";
import { WayButtons } from "../search/way-buttons.tsx";
import { Sentence } from "../shared/sentence.tsx";
import { StepLink } from "../shared/step-link.tsx";
import type { Refused } from "../shared/use-loaded.ts";
import type { TablePart } from "./table-findings.tsx";

export function SearchPanel({ table, draft, put, examination }: TablePart) {
  const newRun = useNewRun(table, draft, examination);
  const key = JSON.stringify(newRun);
  // A refused start is shown until the request changes.
  const [refusal, setRefusal] = useState<{ readonly key: string; readonly refused: Refused } | null>(null);
  const refused = refusal?.key === key ? refusal.refused : null;
  const closedBy = whyClosed(examination);
  const isOpen = closedBy === null;
  const change = (to: (before: DraftKnowledge) => DraftKnowledge): void =>
    put({ knowledge: to(draftOf(table.id).knowledge) });
  return (
    <section className="panel data-search" aria-label="Search">
      <h2>What you know already</h2>
      <EndQuestions
        table={table}
        names={usedColumns(examination.kinds)}
        knowledge={draft.knowledge}
        onChange={change}
      />
      <h2>Search</h2>
      <RunFacts table={table} draft={draft} examination={examination} />
      <StartButton
        newRun={newRun}
        isOpen={isOpen}
        onRefused={(now) => setRefusal(now === null ? null : { key, refused: now })}
      />
      {"sentence" in newRun && <Sentence text={newRun.sentence} />}
      {refused !== null && (
        <>
          <Sentence text={refused.sentence} />
          <WayButtons ways={openWays(refused.remedies, draft)} onTake={put} />
        </>
      )}
      {closedBy !== null && <p className="soft small">{closedBy}</p>}
      <div className="actions">
        <StepLink to={isOpen ? { page: "search", table: table.id } : null}>Go to the search</StepLink>
        <StepLink to={isOpen ? { page: "knowledge", table: table.id } : null}>
          Add prior knowledge first
        </StepLink>
      </div>
      {Array.isArray(draft.truth) && usedColumns(examination.kinds).length < table.columns.length && (
        <p className="soft small">The result is compared with the true graph of the selected columns.</p>
      )}
    </section>
  );
}

/** Why a search cannot be started; null if it can. */
function whyClosed(examination: Examination): string | null {
  const { answer, isCurrent } = examination;
  if (!isCurrent) return "Available once the table is examined.";
  if (answer.is === "refused") return "Available once the table can be read with these settings.";
  return fatalIn(examination).length > 0
    ? "Available once the findings marked “Must be resolved” are resolved."
    : null;
}
