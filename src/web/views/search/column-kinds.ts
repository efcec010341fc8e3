// The columns of a table under a draft: the kind of each and whether it is used, and changes of these.

import { sayableKinds, type wire } from "../../../core/index.ts";
import { type Draft, userKind } from "../draft/draft.ts";

export type ColumnKind = wire.TablePreview["kinds"][number];
export type Kind = ColumnKind["kind"];

type TableKinds = Pick<wire.TablePreview, "kinds">;

/**
 * All columns in the order of the table, as the engine read them for this draft (`read`). Until it has answered: as it will read
 * them, except for duplicate columns, where another copy may be used.
 */
export function draftKinds(
  table: TableKinds,
  draft: Pick<Draft, "without" | "kinds">,
  read: readonly ColumnKind[] | null = null,
): readonly ColumnKind[] {
  const without = new Set(draft.without);
  const byName = new Map(read?.map((column) => [column.name, column]));
  return table.kinds.map((column) => {
    const { name, kind } = column;
    if (without.has(name)) return { name, kind, isUsed: false };
    const choice = userKind(draft, name);
    const isKept = choice !== undefined && kind !== "constant";
    return byName.get(name) ?? (isKept ? { name, kind: kindIn(choice), isUsed: true } : column);
  });
}

/** The kind in a user's choice: "ordered" for "ordered: low < high". */
export function kindIn(choice: string): Kind {
  return choice.split(":")[0].trim() as Kind;
}

/** The order in the reason for ordered labels: "low < high; 3 cells with text ("refused") count as missing". */
export function orderIn(reason: string): string {
  return reason.replace(/; \d+ cells? with text \(.*$/s, "");
}

export function usedColumns(kinds: readonly ColumnKind[]): string[] {
  return kinds.filter(({ isUsed }) => isUsed).map(({ name }) => name);
}

/** A column as detected by the engine, without the user's changes. */
export interface DetectedColumn {
  readonly entry: ColumnKind;
  readonly statistics: wire.TablePreview["statistics"][number];
}

/** Includes a column or leaves it out. Including one that the engine left out sets its kind: the detected one, number or category. */
export function withColumn(draft: Draft, { entry, statistics }: DetectedColumn, isTaken: boolean): Draft {
  const { name, kind } = entry;
  const without = draft.without.filter((other) => other !== name);
  const isSaid = userKind(draft, name) !== undefined;
  // It was used only because the user set its kind: without that, the engine leaves it out again.
  if (!isTaken && isSaid && !entry.isUsed) return withKind({ ...draft, without }, name, undefined);
  if (!isTaken) return { ...draft, without: [...without, name] };
  if (entry.isUsed || isSaid || kind === "constant") return { ...draft, without };
  const plain = statistics.numbers === null ? "category" : "number";
  return withKind({ ...draft, without }, name, sayableKinds.find((one) => one === kind) ?? plain);
}

/** Undefined: the detected kind. */
export function withKind(draft: Draft, name: string, kind: string | undefined): Draft {
  const others = Object.entries(draft.kinds).filter(([other]) => other !== name);
  return { ...draft, kinds: Object.fromEntries(kind === undefined ? others : [...others, [name, kind]]) };
}

/** Can the user include it? */
export function isTakeable({ kind, isUsed }: ColumnKind): boolean {
  return isUsed || kind !== "constant";
}

/** Kinds that a column may have instead of the detected one. */
export function otherKinds({ entry, statistics }: DetectedColumn): readonly Kind[] {
  const hasNumbers = statistics.numbers !== null || statistics.labels.some(({ label }) => /\d/.test(label));
  const isPossible: Partial<Record<Kind, boolean>> = {
    number: hasNumbers,
    category: true,
    binary: statistics.distinct === 2,
    ordered: statistics.distinct > 2,
    weight: statistics.numbers !== null && statistics.numbers.min >= 0 && statistics.missing === 0,
  };
  return sayableKinds.filter((kind) => kind !== entry.kind && isPossible[kind]);
}
