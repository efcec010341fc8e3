// The columns of a table as a draft has them: what each is and whether it takes part, and the draft with that changed.

import { sayableKinds, type wire } from "../../../core/index.ts";
import { type Draft, userKind } from "../draft/draft.ts";

export type ColumnKind = wire.TablePreview["kinds"][number];
export type Kind = ColumnKind["kind"];

type TableKinds = Pick<wire.TablePreview, "kinds">;

/**
 * All columns in the order of the table, as the engine read them for this draft; while it has not said yet, as it will read them
 * but for copies, of which one takes part in the place of the other.
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

/** "ordered: low < high" is ordered. */
export function kindIn(choice: string): Kind {
  return choice.split(":")[0].trim() as Kind;
}

/** The order in what is told of ordered labels: "low < high; 3 cells with text ("refused") count as missing". */
export function orderIn(reason: string): string {
  return reason.replace(/; \d+ cells? with text \(.*$/s, "");
}

export function usedColumns(kinds: readonly ColumnKind[]): string[] {
  return kinds.filter(({ isUsed }) => isUsed).map(({ name }) => name);
}

/** What is known of one column as it was found. */
export interface DetectedColumn {
  readonly entry: ColumnKind;
  readonly statistics: wire.TablePreview["statistics"][number];
}

/** With a column taking part, or not. One that was left out by itself is kept as what it is, or as numbers or labels. */
export function withColumn(draft: Draft, { entry, statistics }: DetectedColumn, isTaken: boolean): Draft {
  const { name, kind } = entry;
  const without = draft.without.filter((other) => other !== name);
  const isSaid = userKind(draft, name) !== undefined;
  // Kept by hand before, it is left out by itself again.
  if (!isTaken && isSaid && !entry.isUsed) return withKind({ ...draft, without }, name, undefined);
  if (!isTaken) return { ...draft, without: [...without, name] };
  if (entry.isUsed || isSaid || kind === "constant") return { ...draft, without };
  const plain = statistics.numbers === null ? "category" : "number";
  return withKind({ ...draft, without }, name, sayableKinds.find((one) => one === kind) ?? plain);
}

/** Undefined: as found. */
export function withKind(draft: Draft, name: string, kind: string | undefined): Draft {
  const others = Object.entries(draft.kinds).filter(([other]) => other !== name);
  return { ...draft, kinds: Object.fromEntries(kind === undefined ? others : [...others, [name, kind]]) };
}

/** Can it be made to take part by hand? */
export function isTakeable({ kind, isUsed }: ColumnKind): boolean {
  return isUsed || kind !== "constant";
}

/** What else a column may be, beside what it was found to be. */
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
