// The kind of every column of a table, and which of them take part in a search: found from the cells (find-kind.ts), unless the
// user says so. What cannot take part is left out, each column with the reason.

import { check, suggestion } from "../../check.ts";
import type { Cells, RawColumn } from "../cells.ts";
import type { ColumnKind } from "../column-kind.ts";
import { copiesAmong, sumsAmong } from "./copies.ts";
import { datesOf } from "./dates.ts";
import {
  dated,
  detectedKind,
  inOrder,
  missingIn,
  numbersIn,
  type ReadAs,
  unused,
  used,
} from "./find-kind.ts";
import { scaleOrder } from "./ordered-labels.ts";

/** Kinds that a user may say a column is. */
export const sayableKinds = ["number", "category", "binary", "ordered", "date", "weight"] as const;

/** Column by column: one of them, or an order: "ordered: low < medium < high". */
export type KindChoices = Readonly<Record<string, string>>;

export interface KindOptions {
  readonly kinds?: KindChoices | undefined;
  /** Columns that were chosen by name are not left out for what they look like: an identifier is a number, or labels. */
  readonly isChosen?: boolean;
}

/** A column as it is read, by its name. */
export type NamedReading = ReadAs & Pick<ColumnKind, "name">;

export function columnKinds(
  { columns, decimal }: Pick<Cells, "columns" | "decimal">,
  { kinds = {}, isChosen = false }: KindOptions = {},
): NamedReading[] {
  const names = columns.map(({ name }) => name);
  for (const name of Object.keys(kinds))
    check(names.includes(name), () => `table: no column is called "${name}"; ${suggestion(name, names)}`, {
      field: "kinds",
    });
  const read: ReadAs[] = columns.map((given) => {
    const { column, infinite } = finite(given);
    const asked = Object.hasOwn(kinds, column.name) ? kinds[column.name] : undefined;
    const found = asked === undefined ? detectedKind(column, decimal) : askedKind(column, asked, decimal);
    const isKept = isChosen && asked === undefined && !found.isUsed && found.kind !== "constant";
    const how = isKept ? used(found.levels === null ? "number" : "category", column) : found;
    return infinite === 0 ? how : { ...how, reason: `${infinite} infinite cells count as missing` };
  });
  const weights = read.filter(({ kind }) => kind === "weight").length;
  check(weights <= 1, `table: only one column can be the weight of the rows, got ${weights}`, {
    field: "kinds",
  });
  const isAsked = (name: string) => Object.hasOwn(kinds, name);
  for (const repeats of [copiesAmong, sumsAmong])
    for (const { column, reason, of } of repeats(read, names, isAsked)) {
      const as = isAsked(names[column]) ? kinds[names[column]] : read[column].kind;
      const instead = { as, of, ...(of.every(isAsked) && { isSet: true }) };
      read[column] = { ...read[column], kind: "copy", isUsed: false, reason, instead };
    }
  return read.map((each, j) => ({ name: names[j], ...each }));
}

/** An infinite cell has no value. */
function finite(column: RawColumn): { readonly column: RawColumn; readonly infinite: number } {
  const infinite = column.values.filter((x) => x === Infinity || x === -Infinity).length;
  if (infinite === 0) return { column, infinite };
  return {
    column: { ...column, values: column.values.map((x) => (Number.isFinite(x) ? x : Number.NaN)) },
    infinite,
  };
}

function askedKind(column: RawColumn, asked: string, decimal: "." | ","): ReadAs {
  const [, word, order] = /^\s*(\w+)\s*(?::\s*(.+))?$/.exec(asked) ?? [];
  const field = { field: "kinds" };
  check(
    sayableKinds.some((kind) => kind === word) && (order === undefined || word === "ordered"),
    () =>
      `table: the kind of "${column.name}" must be one of ${sayableKinds.join(", ")} (or "ordered: low < medium < high"), got "${asked}"`,
    field,
  );
  if (missingIn(column.values) === column.values.length)
    return unused("constant", column, "has no value in any row");
  const labelled = column.labels === undefined ? withLabels(column) : column;
  switch (word as (typeof sayableKinds)[number]) {
    case "category":
      return used("category", labelled);
    case "binary":
      check(
        labelled.labels!.length === 2,
        () => `table: a binary column has two values, but "${column.name}" has ${labelled.labels!.length}`,
        field,
      );
      return used("binary", column);
    case "number": {
      if (column.labels === undefined) return used("number", column);
      const read = numbersIn(column, decimal, true);
      check(
        read !== null,
        `table: no cell of column "${column.name}" is a number, got "${column.labels[0]}"`,
        field,
      );
      return { ...read, kind: "number", isUsed: true };
    }
    case "date": {
      const dates = column.labels === undefined ? null : datesOf(column.labels);
      check(
        dates !== null,
        () => {
          const odd = column.labels?.find((label) => datesOf([label]) === null);
          const which =
            odd === undefined ? "they are written in several ways, or are numbers" : `got "${odd}"`;
          return `table: every cell of column "${column.name}" must be a date, all written alike, ${which}`;
        },
        field,
      );
      return { ...dated(column, dates), isUsed: true };
    }
    case "weight":
      return unused("weight", column, "is the weight of the rows");
    case "ordered":
      return order === undefined && column.labels === undefined
        ? used("ordered", column)
        : { ...inOrder(labelled, orderOf(labelled, order)), isUsed: true };
  }
}

/** The labels in the order that was said, or in that of a well-known scale, or of the numbers that they begin with. */
function orderOf({ name, labels = [] }: RawColumn, said: string | undefined): string[] {
  if (said === undefined) {
    const order = scaleOrder(labels) ?? numberedOrder(labels);
    check(
      order !== null,
      () =>
        `table: the order of the labels of "${name}" is needed, as in "ordered: ${labels.slice(0, 3).join(" < ")}", got only "ordered"`,
      { field: "kinds" },
    );
    return order;
  }
  const order = said.split("<").map((label) => label.trim());
  const unknown = labels.find((label) => !order.includes(label));
  check(unknown === undefined, `table: the order of "${name}" lacks its label "${unknown}"`, {
    field: "kinds",
  });
  return order.filter((label) => labels.includes(label));
}

/** Labels that begin with different numbers, "18-24" or "2 (seldom)", in their order; null where one does not. */
function numberedOrder(labels: readonly string[]): string[] | null {
  const numbers = new Map(
    labels.map((label) => [label, Number.parseFloat(/^[<>≤≥]?\s*(-?\d+(?:\.\d+)?)/.exec(label)?.[1] ?? "")]),
  );
  const isNumbered =
    new Set(numbers.values()).size === labels.length && [...numbers.values()].every(Number.isFinite);
  return isNumbered ? labels.toSorted((a, b) => numbers.get(a)! - numbers.get(b)!) : null;
}

/** A column of numbers with a label for each distinct one. */
function withLabels({ name, values }: RawColumn): RawColumn {
  const distinct = [...new Set(values)].filter((x) => !Number.isNaN(x)).sort((a, b) => a - b);
  const code = new Map(distinct.map((x, k) => [x, k]));
  return { name, labels: distinct.map(String), values: values.map((x) => code.get(x) ?? Number.NaN) };
}
