// The button that starts a run, and a summary of what the run will use: columns, rows, score and knowledge.

import { useState } from "react";
import { numbers, type wire } from "../../../core/index.ts";
import type { Draft } from "../draft/draft.ts";
import { knowledgeWords, partOf } from "../knowledge/knowledge.ts";
import { go } from "../shared/route.ts";
import { useClient } from "../shared/use-client.ts";
import { type Refused, refusedBy } from "../shared/use-loaded.ts";
import { usedColumns } from "./column-kinds.ts";
import { markStarted } from "./just-started.ts";
import type { Examination, Examined } from "./use-examined.ts";
import type { NewRunRequest } from "./use-outlook.ts";

interface StartButtonProps {
  readonly newRun: NewRunRequest;
  /** Does the table allow a start? */
  readonly isOpen: boolean;
  readonly onRefused: (refused: Refused | null) => void;
}

export function StartButton({ newRun, isOpen, onRefused }: StartButtonProps) {
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
  return (
    <button
      type="button"
      className="primary start-button"
      disabled={isStarting || !isOpen || "sentence" in newRun}
      onClick={start}
    >
      {isStarting ? "Starting…" : "Start"}
    </button>
  );
}

interface RunFactsProps {
  readonly table: wire.TablePreview;
  readonly draft: Draft;
  readonly examination: Examination;
}

export function RunFacts({ table, draft, examination }: RunFactsProps) {
  const { answer, isCurrent, kinds } = examination;
  const used = usedColumns(kinds);
  const knowledgeText = knowledgeWords(partOf(draft.knowledge, used));
  const examined = isCurrent && answer.is === "there" ? answer.value : null;
  return (
    <div role="status" className="run-facts">
      <p>
        {of(used.length, table.columns.length, "column")}
        {examined !== null && `, ${of(examined.usedRows, table.rows, "row")}`}.
        {examined !== null && gapWords(table, examined)}
      </p>
      {examined !== null && examined.reason !== "" && (
        <p>
          Score: <strong>{examined.score}</strong>,{" "}
          {draft.options.score === undefined ? `because ${examined.reason}` : "as chosen"}.
        </p>
      )}
      <p>{knowledgeText === "" ? "No prior knowledge." : `Prior knowledge: ${knowledgeText}.`}</p>
    </div>
  );
}

/** How missing values in the used columns are handled. */
function gapWords({ statistics, rows }: wire.TablePreview, { kinds, usedRows }: Examined): string {
  const used = new Set(usedColumns(kinds));
  const hasGaps = statistics.some(({ name, missing }) => missing > 0 && used.has(name));
  if (!hasGaps || used.size < 2) return "";
  const dropped = rows - usedRows;
  if (dropped === 0)
    return " Rows with a missing value are used too: covariances by EM, or values imputed several times.";
  return ` ${numbers.counted(dropped, "row")} with a missing value ${dropped === 1 ? "is" : "are"} dropped.`;
}

function of(part: number, all: number, noun: string): string {
  return part === all
    ? numbers.counted(all, noun)
    : `${numbers.count(part)} of ${numbers.counted(all, noun)}`;
}
