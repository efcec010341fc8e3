// Rejects a request before it runs, as far as that is possible, with the messages of the command line.

import { check } from "../check.ts";
import { chosenColumns } from "../data/columns.ts";
import { knowledgeOf } from "../run/knowledge-names.ts";
import { isUserScore, type RunOptions, runSpec } from "../run/spec.ts";
import { scores } from "../score/scores.ts";
import { requestTruth } from "./request-options.ts";
import type { RunRequest } from "./wire/wire.ts";

/** `names` are the columns of the table. */
export function checkRequest(
  { options, truth, columns, exclude }: RunRequest,
  names: readonly string[],
): void {
  const { score } = options as RunOptions;
  check(
    typeof score !== "string" || !isUserScore(score),
    `discover: a user-defined score is a program and cannot be used here, got "${score}"; use one of ${Object.keys(scores).join(", ")}`,
  );
  const spec = runSpec(options as RunOptions);
  const used = chosenColumns(names, columns, exclude).map((k) => names[k]);
  const leftOut = exclude?.map((name) => ({ name, reason: "is excluded", remedies: [] }));
  knowledgeOf(spec.knowledge, used, leftOut);
  requestTruth({ truth }, used);
}
