// Said before anything else of a result: that its run was stopped, or goes on; with the way to go on.

import { useState } from "react";
import type { wire } from "../../core/index.ts";
import { addressOf, go } from "./route.ts";
import { Sentence } from "./sentence.tsx";
import { useClient } from "./use-client.ts";
import { sentenceOf } from "./use-loaded.ts";
import { isGoing } from "./watched-run.ts";

export interface StoppedNoticeProps {
  readonly run: wire.RunBody;
  /** Of the result; null where its run ended by itself. */
  readonly sentence: string | null;
}

export function StoppedNotice({ run, sentence }: StoppedNoticeProps) {
  const client = useClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const goes = isGoing(run);
  if (sentence === null && !goes && !run.isResumable) return null;
  const resume = async (): Promise<void> => {
    setRefusal(null);
    try {
      await client.resume(run.id);
      go({ page: "watch", run: run.id });
    } catch (error) {
      setRefusal(sentenceOf(error));
    }
  };
  return (
    <div className="notice result-notice">
      <p>
        <strong>
          {goes ? "This run goes on; below is the best that it had when it was last stopped." : sentence}
        </strong>
      </p>
      {run.isResumable && (
        <button type="button" onClick={resume}>
          Resume
        </button>
      )}
      {goes && (
        <a className="button" href={addressOf({ page: "watch", run: run.id })}>
          Watch it
        </a>
      )}
      {refusal !== null && <Sentence text={refusal} />}
    </div>
  );
}
