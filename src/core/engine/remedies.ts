// The ways out of a finding that a program can take by itself: what to change in the request of a run, and what to write
// on the button.
//
// A finding's sentence names its ways out for the person; here are the same ones as data, and none that the sentence does
// not name. Where it names a way only in some cases (dropping rows does not help a column without any value), the
// sentence itself is asked, so that the two cannot come apart. No way: only the person can tell what to do, as with
// outliers, repeated rows, or a table that is too short.
//
// A change is added to what is asked for already: `without` and `categorical` name further columns, the others replace.

import type { Finding, FindingKind } from "../data/doctor/doctor.ts";

export interface Remedy {
  /** Short, as an order: Leave out "x". */
  readonly label: string;
  readonly change: RemedyChange;
}

export interface RemedyChange {
  /** Columns to leave out. */
  readonly without?: readonly string[];
  readonly missing?: "drop";
  readonly score?: string;
  /** Columns of numbers to take as categories. */
  readonly categorical?: readonly string[];
  /** For scores that read it. */
  readonly penaltyWeight?: number;
}

/** The ways out, the one that changes least first; where one of several columns can go, one way for each. */
export function remediesOf(finding: Finding): readonly Remedy[] {
  return ways[finding.kind](finding);
}

const ways: Readonly<Record<FindingKind, (finding: Finding) => readonly Remedy[]>> = {
  text: (finding) =>
    isNamed("--score bdeu", finding)
      ? [withScore("bdeu"), ...eachLeftOut(finding)]
      : [...eachLeftOut(finding), withScore("bic-mixed")],
  "not-finite": eachLeftOut,
  constant: eachLeftOut,
  range: eachLeftOut,
  // Which columns to keep of a table that is too short, only the person can tell.
  "few-rows": (finding) =>
    isNamed("--penalty-weight", finding)
      ? [{ label: "Double the penalty of each edge", change: { penaltyWeight: 2 } }]
      : [],
  duplicate: eachLeftOut,
  collinear: eachLeftOut,
  "near-deterministic": eachLeftOut,
  scales: () => [withScore("bic")],
  outliers: () => [],
  missing: (finding) => [
    ...(isNamed("--missing drop", finding) && finding.severity === "fatal"
      ? [{ label: "Drop the rows with gaps", change: { missing: "drop" as const } }]
      : []),
    ...eachLeftOut(finding),
  ],
  discrete: (finding) =>
    isNamed("--score bdeu", finding)
      ? [withScore("bdeu")]
      : [
          {
            label: `Take ${listed(finding.columns)} as categories (score bic-mixed)`,
            change: { score: "bic-mixed", categorical: finding.columns },
          },
          leftOut(finding.columns),
        ],
  identifier: eachLeftOut,
  sparse: eachLeftOut,
  "rare-labels": () => [],
  score: (finding) =>
    isNamed("--score bdeu", finding)
      ? [withScore("bdeu")]
      : [
          withScore("bic-mixed"),
          {
            label: `${leftOut(finding.columns).label} and use the score bic`,
            change: { without: finding.columns, score: "bic" },
          },
        ],
  "repeated-rows": () => [],
  // The file must be read anew.
  header: () => [],
};

function isNamed(way: string, { remedy }: Finding): boolean {
  return remedy.includes(way);
}

function eachLeftOut({ columns }: Finding): Remedy[] {
  return columns.map((name) => leftOut([name]));
}

function leftOut(columns: readonly string[]): Remedy {
  return { label: `Leave out ${listed(columns)}`, change: { without: columns } };
}

function withScore(score: string): Remedy {
  return { label: `Use the score ${score}`, change: { score } };
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `"${name}"`);
  return shown.join(", ") + (names.length > 3 ? ` and ${names.length - 3} more` : "");
}
