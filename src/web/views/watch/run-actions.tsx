// Buttons to pause, resume and cancel a run, as its state allows, and a link to its result.

import { useState } from "react";
import { canBe, isGoing, type wire } from "../../../core/index.ts";
import { ConfirmButton } from "../shared/confirm-button.tsx";
import { Sentence } from "../shared/sentence.tsx";
import { StepLink } from "../shared/step-link.tsx";
import { useAttempt } from "../shared/use-attempt.ts";
import { useClient } from "../shared/use-client.ts";

type Action = "pause" | "resume" | "cancel";

export interface RunActionsProps {
  readonly run: wire.RunBody;
  /** Called after an action on a stopped run, which sends no news by itself. */
  readonly onStopped: () => void;
}

export function RunActions({ run, onStopped }: RunActionsProps) {
  const client = useClient();
  const { sentence, attempt } = useAttempt();
  const [doing, setDoing] = useState<Action | null>(null);
  const act = async (action: Action): Promise<void> => {
    setDoing(action);
    await attempt(async () => {
      await client[action](run.id);
      if (!isGoing(run)) onStopped();
    });
    setDoing(null);
  };
  const { status, isResumable, outcome } = run;
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
        {canBe(run, "cancel") && (
          <ConfirmButton
            title="Cancel"
            of="this run"
            question="A cancelled run cannot be resumed, and what it has found since it was last paused is lost. To keep it, pause."
            isDisabled={doing !== null}
            onConfirm={() => act("cancel")}
          />
        )}
        {!isGoing(run) && outcome !== null && (
          <StepLink to={{ page: "result", run: run.id }} isPrimary={status === "finished"}>
            {status === "finished" ? "See the result" : "See the best so far"}
          </StepLink>
        )}
        {(status === "failed" || status === "cancelled") && (
          <StepLink to={{ page: "search", table: run.table.id }}>Back to the search</StepLink>
        )}
      </div>
      <Sentence text={sentence} />
    </>
  );
}
