// Pause, resume and cancel a run, as its state allows; and the way to its result.

import { useState } from "react";
import { canBe, isGoing, type wire } from "../../../core/index.ts";
import { addressOf } from "../shared/route.ts";
import { Sentence } from "../shared/sentence.tsx";
import { useAttempt } from "../shared/use-attempt.ts";
import { useClient } from "../shared/use-client.ts";

type Action = "pause" | "resume" | "cancel";

export interface RunActionsProps {
  readonly run: wire.RunBody;
  /** Something was done to a run that had stopped, of which nothing is heard by itself. */
  readonly onStopped: () => void;
}

export function RunActions({ run, onStopped }: RunActionsProps) {
  const client = useClient();
  const { sentence, attempt } = useAttempt();
  const [doing, setDoing] = useState<Action | null>(null);
  const [isSure, setIsSure] = useState(false);
  const act = async (action: Action): Promise<void> => {
    setDoing(action);
    setIsSure(false);
    await attempt(async () => {
      await client[action](run.id);
      if (!isGoing(run)) onStopped();
    });
    setDoing(null);
  };
  const { status, isResumable, outcome } = run;
  const mayCancel = canBe(run, "cancel");
  return (
    <>
      <div className="actions">
        {isGoing(run) && (
          <button
            type="button"
            disabled={status === "pausing" || doing !== null}
            onClick={() => act("pause")}
          >
            {status === "pausing" ? "Pausing…" : "Pause"}
          </button>
        )}
        {isResumable && (
          <button type="button" className="primary" disabled={doing !== null} onClick={() => act("resume")}>
            Resume
          </button>
        )}
        {mayCancel && !isSure && (
          <button type="button" disabled={doing !== null} onClick={() => setIsSure(true)}>
            Cancel
          </button>
        )}
        {mayCancel && isSure && (
          <>
            <span>
              Cancel for good? It cannot go on afterwards, and what it has found since it was last paused is
              thrown away. To keep it, pause.
            </span>
            <button type="button" onClick={() => act("cancel")}>
              Yes, cancel it
            </button>
            <button type="button" onClick={() => setIsSure(false)}>
              No, keep it
            </button>
          </>
        )}
        {!isGoing(run) && outcome !== null && (
          <a
            className={status === "finished" ? "button primary" : "button"}
            href={addressOf({ page: "result", run: run.id })}
          >
            {status === "finished" ? "See the result" : "See the best so far"}
          </a>
        )}
        {(status === "failed" || status === "cancelled") && (
          <a className="button" href={addressOf({ page: "search", table: run.table.id })}>
            Back to the search
          </a>
        )}
      </div>
      {sentence !== null && <Sentence text={sentence} />}
    </>
  );
}
