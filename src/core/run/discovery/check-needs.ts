// Refuses a table or a score that the search or the pruning cannot use, from what their definitions say that they need.

import { check, type Refusal, setTo } from "../../check.ts";
import { checkNumbers, checkRows } from "../../data/table.ts";
import type { AnySearch, Need } from "../../search/definition.ts";
import { prunings } from "../../search/prune/prune.ts";
import type { SearchProblem } from "../../search/search.ts";
import { searches } from "../../search/searches.ts";
import type { RunSpec } from "../spec.ts";

type Given = Pick<SearchProblem, "table" | "score">;

const checks: Readonly<Record<Need, (where: string, given: Given, refusal: Refusal) => void>> = {
  rows: (where, { table }, refusal) => checkRows(where, table, refusal),
  numbers: (where, { table }, refusal) => checkNumbers(where, table, refusal),
  terms: (where, { score }, refusal) =>
    check(score.local !== undefined, `${where}: the score "${score.name}" has no local terms`, refusal),
  equivalence: (where, { score }, refusal) =>
    check(
      score.isEquivalent,
      `${where}: the score "${score.name}" differs between the members of a class`,
      refusal,
    ),
};

export function checkNeeds(
  { options = {}, prune }: Pick<RunSpec, "options" | "prune">,
  { name, needs = () => [] }: AnySearch,
  given: Given,
): void {
  for (const need of needs(options)) {
    // Where an option brings the need with it, that is the field at fault.
    const bringing = Object.keys(options).filter((key) => needs({ [key]: options[key] }).includes(need));
    const isOfOptions = bringing.length > 0 && !needs({}).includes(need);
    checks[need](isOfOptions ? `${name} with ${bringing.join(" and ")}` : name, given, {
      field: isOfOptions ? bringing[0] : "search",
      remedies: [...(isOfOptions ? [{ unset: bringing }] : []), ...setTo("search", searchesWithout(need))],
    });
  }
  if (prunings[prune].needsRows)
    checkRows(`prune: ${prune}`, given.table, {
      field: "prune",
      remedies: setTo("prune", pruningsWithoutRows()),
    });
}

/** The quick searches by score without this need. */
function searchesWithout(need: Need): string[] {
  return Object.values(searches)
    .filter(({ isQuickFor, needs }) => isQuickFor !== undefined && !needs?.({}).includes(need))
    .map(({ name }) => name);
}

function pruningsWithoutRows(): string[] {
  return Object.values(prunings)
    .filter(({ needsRows }) => !needsRows)
    .map(({ name }) => name);
}
