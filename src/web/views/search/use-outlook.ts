// What to expect of the run that a draft describes: an estimate of its duration, and the data doctor's findings. Requested from the
// engine once the draft has settled.

import { useMemo } from "react";
import type { wire } from "../../../core/index.ts";
import type { Client, NewRun } from "../../client/client.ts";
import type { Draft } from "../draft/draft.ts";
import { useClient } from "../shared/use-client.ts";
import { type Loaded, type Refused, refusedBy, sentenceOf, useLoaded } from "../shared/use-loaded.ts";
import { useSettled } from "../shared/use-settled.ts";
import { usedColumns } from "./column-kinds.ts";
import { requestOf } from "./run-request.ts";
import { type Examination, useExamined } from "./use-examined.ts";

/** The request, or the reason why there is none. */
export type NewRunRequest = { readonly request: NewRun } | { readonly sentence: string };

export interface Outlook {
  readonly newRun: NewRunRequest;
  readonly examination: Examination;
  /** Also waiting while the draft changes. */
  readonly estimate: Loaded<wire.Estimate | null>;
}

export function useOutlook(table: wire.TablePreview, draft: Draft): Outlook {
  const client = useClient();
  const examination = useExamined(table, draft);
  const newRun = useNewRun(table, draft, examination);
  const key = JSON.stringify(newRun);
  const settled = useSettled(key);
  const estimate = useLoaded(async () => {
    const { request } = JSON.parse(settled) as { request?: NewRun };
    return { key: settled, answer: request ? await estimated(client, request) : null };
  }, [client, settled]);
  return { newRun, examination, estimate: ofNow(estimate, key) };
}

/** The request for the draft. */
export function useNewRun(table: wire.TablePreview, draft: Draft, { kinds }: Examination): NewRunRequest {
  const used = JSON.stringify(usedColumns(kinds));
  return useMemo(() => {
    try {
      return { request: requestOf(table, draft, JSON.parse(used)) };
    } catch (error) {
      return { sentence: sentenceOf(error) };
    }
  }, [table, draft, used]);
}

type Answer = wire.Estimate | { readonly refused: Refused } | null;

async function estimated(client: Client, request: NewRun): Promise<Answer> {
  try {
    return await client.estimate(request);
  } catch (error) {
    return { refused: refusedBy(error) };
  }
}

/** The estimate for the current request; an answer to an earlier one counts as waiting. */
function ofNow(
  estimate: Loaded<{ readonly key: string; readonly answer: Answer }>,
  key: string,
): Loaded<wire.Estimate | null> {
  if (estimate.is === "refused") return estimate;
  if (estimate.is === "waiting" || estimate.value.key !== key) return { is: "waiting" };
  const { answer } = estimate.value;
  if (answer !== null && "refused" in answer) return { is: "refused", ...answer.refused };
  return { is: "there", value: answer };
}
