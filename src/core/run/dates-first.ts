// Dates come first: by default no other variable is considered as a cause of a date or a time. This is prior knowledge that follows
// from the kinds of the columns; a spec for a table has it as forbidden edges.
//
// Edges between dates stay free. What the user states about a date precedes: one with a required cause among the other variables,
// in a tier or without effects is treated like any other variable.

import type { Remedy } from "../check.ts";
import type { LoadedTable } from "../data/columns.ts";
import { describeKnowledge } from "../graph/knowledge-format.ts";
import { knowledgeOf } from "./knowledge-names.ts";
import type { RunResult } from "./result.ts";
import type { RunSpec } from "./spec.ts";
import { kindsOf } from "./table-for.ts";

type Named = NonNullable<RunSpec["knowledge"]>;
type Stated = Pick<RunSpec, "knowledge" | "dates">;

/** The knowledge of a spec for this table, with the edges that are forbidden because they end at a date. */
export function withDatesFirst(table: LoadedTable, spec: Stated): RunSpec["knowledge"] {
  const { names } = table;
  const kinds = kindsOf(table);
  const forbidden = edgesIntoDates(
    names,
    names.filter((_, j) => kinds[j] === "date"),
    spec,
  );
  const { knowledge } = spec;
  const before = new Set(knowledge?.forbidden.map((edge) => JSON.stringify(edge)));
  const more = forbidden.filter((edge) => !before.has(JSON.stringify(edge)));
  if (more.length === 0) return knowledge;
  return { required: [], ...knowledge, forbidden: [...(knowledge?.forbidden ?? []), ...more] };
}

type Dated = Pick<RunResult, "spec" | "kinds"> & { readonly table: Pick<RunResult["table"], "columns"> };

/** The dates of a result that come first, as a sentence, with the way to lift it; null if there are none. */
export function datesFirst(
  result: Dated,
): { readonly sentence: string; readonly remedies: readonly Remedy[] } | null {
  const first = new Set(edgesOf(result).map(([, effect]) => effect));
  if (first.size === 0) return null;
  return {
    sentence: `dates have no causes among the other variables: ${[...first].join(", ")}`,
    remedies: [{ when: "to allow them", set: { dates: "any" } }],
  };
}

/** The knowledge of a result as lines for a reader: what the user stated, and which dates come first. */
export function knowledgeLines(result: Dated, names: readonly string[]): string[] {
  const { knowledge } = result.spec;
  const derived = new Set(edgesOf(result).map((edge) => JSON.stringify(edge)));
  const own = knowledge && {
    ...knowledge,
    forbidden: knowledge.forbidden.filter((edge) => !derived.has(JSON.stringify(edge))),
  };
  const first = datesFirst(result);
  return [...describeKnowledge(knowledgeOf(own, names), names), ...(first ? [first.sentence] : [])];
}

function edgesOf({ spec, kinds = {}, table: { columns } }: Dated): [string, string][] {
  const dates = columns.filter((name) => kinds[name]?.kind === "date");
  return edgesIntoDates(columns, dates, spec);
}

function edgesIntoDates(
  names: readonly string[],
  dates: readonly string[],
  { knowledge, dates: how = "first" }: Stated,
): [string, string][] {
  if (how === "any" || dates.length === 0) return [];
  const first = new Set(dates.filter((name) => !isPlaced(name, knowledge)));
  for (let before = -1; before !== first.size; ) {
    before = first.size;
    for (const [cause, effect] of knowledge?.required ?? []) if (!first.has(cause)) first.delete(effect);
  }
  const others = names.filter((name) => !first.has(name));
  const roots = new Set(knowledge?.roots);
  return [...first]
    .filter((name) => !roots.has(name))
    .flatMap((effect) => others.map((cause): [string, string] => [cause, effect]));
}

/** Is it in a tier, or stated to have no effects? */
function isPlaced(name: string, { tiers = [], leaves = [] }: Partial<Named> = {}): boolean {
  const inTier = tiers.some((tier) => ("names" in tier ? tier.names : tier).includes(name));
  return inTier || leaves.includes(name);
}
