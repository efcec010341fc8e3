// The kind of every column of a table and whether it is used in a search: set by the user, or detected from the cells
// (find-kind.ts). Each column that is left out has a reason.

import { check, suggestion } from "../../check.ts";
import type { Cells, RawColumn } from "../cells.ts";
import type { ColumnKind } from "../column-kind.ts";
import { isNoAnswer } from "../no-answer.ts";
import { copiesAmong, sumsAmong } from "./copies.ts";
import { type DateChoice, isDate } from "./dates.ts";
import { datesIn, digitDatesIn } from "./dates-in.ts";
import { constantReason, detectedKind } from "./find-kind.ts";
import { numbersIn } from "./numbers-in.ts";
import { numberedOrder, romanOrder, scaleOrder } from "./ordered-labels.ts";
import { panelAmong } from "./panels.ts";
import { inOrder, missingIn, type ReadAs, unused, used, withLabels } from "./reading.ts";
import { totalDoubts } from "./total-row.ts";

/** Kinds that a user may assign to a column. */
export const sayableKinds = ["number", "category", "binary", "ordered", "date", "weight"] as const;

/** Kind by column name, optionally with how to read it: "ordered: low < medium < high", "date: day first from 1930". */
export type KindChoices = Readonly<Record<string, string>>;

export interface KindOptions {
  readonly kinds?: KindChoices | undefined;
  /** The user selected the columns by name: none but constants and copies is left out; an identifier is read as numbers or labels. */
  readonly isChosen?: boolean;
}

/** A reading of a column, with the column's name. */
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
    const how = isKept
      ? keptReading(found)
      : asked === undefined
        ? found
        : { ...found, isSet: true as const };
    const lost = `${infinite} infinite ${infinite === 1 ? "cell counts" : "cells count"} as missing`;
    return infinite === 0 ? how : { ...how, reason: how.reason ? `${how.reason}; ${lost}` : lost };
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
  const found = panelAmong(read, names);
  return read.map((each, j) => {
    const doubts = [...(each.doubts ?? []), ...totalDoubts(each)];
    const panel = found?.column === j ? { panel: found.panel } : {};
    return { name: names[j], ...each, ...panel, ...(doubts.length > 0 && { doubts }) };
  });
}

/** The column used after all, as numbers or as labels. */
function keptReading({ values, levels }: ReadAs): ReadAs {
  return { kind: levels === null ? "number" : "category", isUsed: true, values, levels };
}

/** The column with infinite cells as missing, and their number. */
function finite(column: RawColumn): { readonly column: RawColumn; readonly infinite: number } {
  const infinite = column.values.filter((x) => x === Infinity || x === -Infinity).length;
  if (infinite === 0) return { column, infinite };
  return {
    column: { ...column, values: column.values.map((x) => (Number.isFinite(x) ? x : Number.NaN)) },
    infinite,
  };
}

function askedKind(column: RawColumn, asked: string, decimal: "." | ","): ReadAs {
  const [, word, how] = /^\s*(\w+)\s*(?::\s*(.+))?$/.exec(asked) ?? [];
  const field = { field: "kinds" };
  check(
    sayableKinds.some((kind) => kind === word) &&
      (how === undefined || word === "ordered" || word === "date"),
    () =>
      `table: the kind of "${column.name}" must be one of ${sayableKinds.join(", ")} (or "ordered: low < medium < high", "date: day first"), got "${asked}"`,
    field,
  );
  if (missingIn(column.values) === column.values.length)
    return unused("constant", column, "has no value in any row");
  const labelled = column.labels === undefined ? withLabels(column) : column;
  if (labelled.labels!.length === 1 && word !== "weight")
    return unused("constant", column, constantReason(column));
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
      const { values, notes, doubts } = read;
      const reason = notes.length === 0 ? {} : { reason: notes.join("; ") };
      return { kind: "number", isUsed: true, ...reason, doubts, values, levels: null };
    }
    case "date":
      return askedDates(column, how);
    case "weight":
      return unused("weight", withNumbers(column, decimal), "is the weight of the rows");
    case "ordered":
      return how === undefined && column.labels === undefined
        ? used("ordered", column)
        : inOrder(labelled, orderOf(labelled, how));
  }
}

/** The column with its labels read as numbers, if they all are. */
function withNumbers(column: RawColumn, decimal: "." | ","): RawColumn {
  const read = column.labels && numbersIn(column, decimal, true);
  if (!read || missingIn(read.values) > missingIn(column.values)) return column;
  return { name: column.name, values: read.values };
}

/** `how`: "day first", "month first", "from 1930", or an order and a year. */
function askedDates(column: RawColumn, how: string | undefined): ReadAs {
  const field = { field: "kinds" };
  const match = /^(?:(day|month) first)?\s*(?:from (\d{4}))?$/.exec(how?.trim() ?? "");
  check(
    match !== null,
    () =>
      `table: how the dates of "${column.name}" are read must be as in "date: day first", "date: month first", or "date: from 1930" for years of two digits, got "${how}"`,
    field,
  );
  const choice: DateChoice = {
    order: match[1] === undefined ? undefined : match[1] === "day" ? "day first" : "month first",
    from: match[2] === undefined ? undefined : Number(match[2]),
  };
  const dates = column.labels === undefined ? digitDatesIn(column) : datesIn(column, choice);
  check(
    dates !== null,
    () => {
      const odd = column.labels?.find((label) => !isDate(label));
      const which =
        column.labels === undefined
          ? "got numbers"
          : odd !== undefined
            ? `got "${odd}"`
            : "got some with the day first and some with the month first, or dates and times of day";
      return `table: the cells of column "${column.name}" must be dates that can be read in one way, ${which}`;
    },
    field,
  );
  return dates;
}

/** The labels in the order that the user specified, of a well-known scale, or of the numbers that they begin with. */
function orderOf({ name, labels = [] }: RawColumn, said: string | undefined): string[] {
  if (said === undefined) {
    const answers = labels.filter((label) => !isNoAnswer(label));
    const order = scaleOrder(answers) ?? romanOrder(answers, "stage") ?? numberedOrder(answers);
    check(
      order !== null,
      () =>
        `table: the order of the labels of "${name}" is needed, as in "ordered: ${labels.slice(0, 3).join(" < ")}", got only "ordered"`,
      { field: "kinds" },
    );
    return order;
  }
  const order = said.split("<").map((label) => label.trim());
  const unknown = labels.find((label) => !order.includes(label) && !isNoAnswer(label));
  check(unknown === undefined, `table: the order of "${name}" lacks its label "${unknown}"`, {
    field: "kinds",
  });
  return order.filter((label) => labels.includes(label));
}
