// The data doctor's findings about columns that could be read in another way: which one was chosen, and how to get the other.

import type { Remedy } from "../../check.ts";
import type { ColumnDoubt } from "../reading-doubt.ts";
import { type Finding, finding } from "./findings.ts";
import { listed } from "./gap-findings.ts";

type Doubt<About extends ColumnDoubt["about"]> = Extract<ColumnDoubt, { about: About }>;

/** One finding for all columns with the same doubt. */
export function readingFindings(doubts: readonly ColumnDoubt[]): Finding[] {
  const about = <About extends ColumnDoubt["about"]>(what: About) =>
    doubts.filter((doubt): doubt is Doubt<About> => doubt.about === what);
  const findings: (Finding | null)[] = [
    weightFinding(about("weights")),
    totalFinding(about("total-row")),
    boundFinding(about("bounds")),
    orderFinding(about("date-order")),
    yearFinding(about("two-digit-years")),
    farFinding(about("far-date")),
    markFinding(about("decimal-mark")),
    zeroFinding(about("leading-zeros")),
  ];
  return findings.filter((each) => each !== null);
}

const columnsOf = (doubts: readonly ColumnDoubt[]) => doubts.map(({ column }) => column);

/** The remedy that sets all these columns to one kind. */
function asKind(when: string, doubts: readonly ColumnDoubt[], kind: string): Remedy {
  return { when, set: { kinds: Object.fromEntries(doubts.map(({ column }) => [column, kind])) } };
}

const exampleOf = ({ column, written, read }: Doubt<"date-order" | "two-digit-years" | "decimal-mark">) =>
  `"${column}" (${written} as ${read})`;

function orderFinding(doubts: readonly Doubt<"date-order">[]): Finding | null {
  if (doubts.length === 0) return null;
  return finding({
    kind: "date-order",
    severity: "warning",
    columns: columnsOf(doubts),
    message: `dates that could have the day or the month first were read with the month first: ${listed(doubts.map(exampleOf))}`,
    meaning: "No day above 12 tells the order. In the other order the dates differ by up to eleven months.",
    remedies: [asKind("if the day comes first", doubts, "date: day first")],
  });
}

function yearFinding(doubts: readonly Doubt<"two-digit-years">[]): Finding | null {
  if (doubts.length === 0) return null;
  const tighter = doubts.flatMap(({ column, tighter: from }) => (from === null ? [] : [{ column, from }]));
  const { from } = doubts[0];
  const closer = tighter.map(
    ({ column, from: year }) => `those of "${column}" lie closer together from ${year} on`,
  );
  return finding({
    kind: "two-digit-years",
    severity: tighter.length > 0 ? "warning" : "note",
    columns: columnsOf(doubts),
    message: `years of two digits were read as ${from} to ${from + 99}: ${listed(doubts.map(exampleOf))}${closer.length === 0 ? "" : `; ${listed(closer)}`}`,
    meaning: "A year in the wrong century is off by a hundred years.",
    remedies: [
      ...tighter.map(({ column, from: year }) => ({
        when: `if "${column}" begins in ${year} or later`,
        set: { kinds: { [column]: `date: from ${year}` } },
      })),
      ...centuryRemedies(doubts),
    ],
  });
}

function centuryRemedies(doubts: readonly Doubt<"two-digit-years">[]): Remedy[] {
  const later = doubts.filter(({ hasLater }) => hasLater);
  const earlier = doubts.filter(({ hasEarlier }) => hasEarlier);
  return [
    ...(later.length === 0 ? [] : [asKind("if all are before 2000", later, "date: from 1900")]),
    ...(earlier.length === 0 ? [] : [asKind("if all are from 2000 on", earlier, "date: from 2000")]),
  ];
}

function farFinding(doubts: readonly Doubt<"far-date">[]): Finding | null {
  if (doubts.length === 0) return null;
  const parts = doubts.map(
    ({ column, date, rows, first, last }) =>
      `"${column}" (${date} in ${rows} ${rows === 1 ? "row" : "rows"}; all others from ${first} to ${last})`,
  );
  return finding({
    kind: "missing-code",
    severity: "warning",
    columns: columnsOf(doubts),
    message: `dates far from all others, which may be mistakes or codes for missing values: ${listed(parts)}`,
    meaning: "As dates they dominate means, variances and correlations.",
    remedies: [{ when: "if they are not real", act: "replace them with empty cells" }],
  });
}

function markFinding(doubts: readonly Doubt<"decimal-mark">[]): Finding | null {
  if (doubts.length === 0) return null;
  return finding({
    kind: "decimal-mark",
    severity: "note",
    columns: columnsOf(doubts),
    message: `numbers with another decimal mark than the rest of the file: ${listed(doubts.map(exampleOf))}`,
    meaning: "Read with the other mark they would be text, or a thousand times as large.",
    remedies: [asKind("if they are labels", doubts, "category")],
  });
}

function zeroFinding(doubts: readonly Doubt<"leading-zeros">[]): Finding | null {
  if (doubts.length === 0) return null;
  return finding({
    kind: "leading-zeros",
    severity: "note",
    columns: columnsOf(doubts),
    message: `digits of one width with leading zeros are read as labels: ${listed(doubts.map(({ column, written }) => `"${column}" (${written})`))}`,
    meaning: "Such codes stand for places, accounts or products; their size means nothing.",
    remedies: [asKind("if they are quantities", doubts, "number")],
  });
}

function weightFinding(doubts: readonly Doubt<"weights">[]): Finding | null {
  if (doubts.length === 0) return null;
  const parts = doubts.map(
    ({ column, mean, rows }) => `"${column}" (mean ${Number(mean.toPrecision(3))} over ${rows} rows)`,
  );
  return finding({
    kind: "weights",
    severity: "warning",
    columns: columnsOf(doubts),
    message: `by name and values these may be survey weights: ${listed(parts)}`,
    meaning: "They take part as variables, and every row counts the same.",
    remedies: doubts.map(({ column }) => ({
      when: "if they say how many members of the population a row stands for",
      set: { kinds: { [column]: "weight" } },
    })),
  });
}

function boundFinding(doubts: readonly Doubt<"bounds">[]): Finding | null {
  if (doubts.length === 0) return null;
  const parts = doubts.map(
    ({ column, written, rows }) => `"${column}" (such as ${written}, in ${rows} rows)`,
  );
  return finding({
    kind: "bounds",
    severity: "warning",
    columns: columnsOf(doubts),
    message: `cells that give only a bound count as missing: ${listed(parts)}`,
    meaning:
      "Whether such a value is missing depends on the value itself: neither the other rows nor imputed values stand for it.",
    remedies: [{ act: "replace them with a number, such as the bound" }],
  });
}

function totalFinding(doubts: readonly Doubt<"total-row">[]): Finding | null {
  if (doubts.length === 0) return null;
  const parts = doubts.map(({ column, total }) => `"${column}" (${Number(total.toPrecision(6))})`);
  return finding({
    kind: "total-row",
    severity: "warning",
    columns: columnsOf(doubts),
    message: `the last row is the sum of all others in ${listed(parts)}`,
    meaning: "It is a total and no observation, and dominates means, variances and correlations.",
    remedies: [{ act: "leave that row out", option: "where" }],
  });
}
