// The engine's examination of a table under a draft: the kinds of its columns, the score that suits them, the number of rows used,
// and the data doctor's findings. Repeated once the draft has settled after a change.

import { check, type wire } from "../../../core/index.ts";
import type { Client } from "../../client/client.ts";
import { type Draft, emptyDraft } from "../draft/draft.ts";
import { useClient } from "../shared/use-client.ts";
import { type Loaded, refusedBy, useLoaded } from "../shared/use-loaded.ts";
import { useSettled } from "../shared/use-settled.ts";
import { type ColumnKind, draftKinds } from "./column-kinds.ts";
import { examineOptionsOf } from "./run-request.ts";

export type Examined = Pick<wire.Findings, "kinds" | "score" | "reason" | "usedRows" | "findings">;

export interface Examination {
  /** The latest answer. */
  readonly answer: Loaded<Examined>;
  /** Does it apply to the current draft? */
  readonly isCurrent: boolean;
  /** Kinds of all columns under the current draft. */
  readonly kinds: readonly ColumnKind[];
  /** The score that will be used. */
  readonly score: string;
  readonly again: () => void;
}

/** Debounce: clicking through ten boxes sends one request. */
const settlingMs = 250;

export function useExamined(table: wire.TablePreview, draft: Draft): Examination {
  const client = useClient();
  const key = JSON.stringify(examineOptionsOf(table, draft));
  const settled = useSettled(key, settlingMs);
  const loaded = useLoaded(
    async () => ({ key: settled, answer: await examinedFor(client, table, settled) }),
    [client, table, settled],
  );
  const { again } = loaded;
  const latest = loaded.is === "there" ? loaded.value : { key: "", answer: { is: "waiting" } as const };
  const isCurrent = latest.key === key;
  const examined = latest.answer.is === "there" ? latest.answer.value : null;
  return {
    answer: latest.answer,
    isCurrent,
    kinds: draftKinds(table, draft, isCurrent ? examined?.kinds : null),
    score: draft.options.score ?? examined?.score ?? table.score,
    again,
  };
}

/** A refusal is returned as an answer, so that it applies to this request only. */
async function examinedFor(
  client: Client,
  table: wire.TablePreview,
  optionsText: string,
): Promise<Loaded<Examined>> {
  const options = JSON.parse(optionsText) as ReturnType<typeof examineOptionsOf>;
  const count = table.columns.length - (options.exclude?.length ?? 0);
  try {
    check(count >= 2, `table: at least 2 columns are needed, got ${count}; select more of them`);
    // The table already includes its examination with default settings.
    const isAsItCame = optionsText === JSON.stringify(examineOptionsOf(table, emptyDraft));
    return { is: "there", value: isAsItCame ? table : await client.examine(table.id, options) };
  } catch (error) {
    return { is: "refused", ...refusedBy(error) };
  }
}

/** Findings that must be resolved before a search. */
export function fatalIn({ answer }: Examination): wire.Findings["findings"] {
  return answer.is === "there" ? answer.value.findings.filter(({ severity }) => severity === "fatal") : [];
}
