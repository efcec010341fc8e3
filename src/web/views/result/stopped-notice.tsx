// Notice above a result whose run was stopped or is still running, with the button to resume it.

import { isGoing, type wire } from "../../../core/index.ts";
import { go } from "../shared/route.ts";
import { Sentence } from "../shared/sentence.tsx";
import { StepLink } from "../shared/step-link.tsx";
import { useAttempt } from "../shared/use-attempt.ts";
import { useClient } from "../shared/use-client.ts";

export interface StoppedNoticeProps {
  readonly run: wire.RunBody;
  /** Why the run stopped; null if it ended normally. */
  readonly sentence: string | null;
}

export function StoppedNotice({ run, sentence }: StoppedNoticeProps) {
  const client = useClient();
  const { sentence: refusal, attempt } = useAttempt();
  const goes = isGoing(run);
  if (sentence === null && !goes && !run.isResumable) return null;
  const resume = () =>
    attempt(async () => {
      await client.resume(run.id);
      go({ page: "watch", run: run.id });
    });
  return (
    <div className="notice result-notice">
      <p>
        <strong>{goes ? "This run is running; below is the best graph at its last stop." : sentence}</strong>
      </p>
      {run.isResumable && (
        <button type="button" onClick={resume}>
          Resume
        </button>
      )}
      {goes && <StepLink to={{ page: "watch", run: run.id }}>Watch it</StepLink>}
      <Sentence text={refusal} />
    </div>
  );
}
