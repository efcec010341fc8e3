// The findings of the data doctor by kind: at most one group for each, most serious first.

import type { wire } from "../../../core/index.ts";

export type Finding = wire.Findings["findings"][number];

export interface FindingGroup extends Pick<Finding, "kind" | "severity"> {
  readonly title: string;
  readonly findings: readonly Finding[];
}

/** Title of each kind; kinds of equal severity are sorted in this order, most serious first. */
const titles: Readonly<Record<Finding["kind"], string>> = {
  "not-finite": "Cells that are not numbers",
  text: "Text",
  "few-rows": "Few rows",
  constant: "Columns that do not vary",
  range: "Very large or small numbers",
  duplicate: "Copies",
  collinear: "Columns that determine each other",
  "missing-related": "Not missing at random",
  missing: "Missing values",
  "near-deterministic": "Columns that determine others",
  "frequent-value": "One value in most rows",
  "missing-code": "Codes for missing values",
  "date-order": "Order of day and month",
  "two-digit-years": "Years of two digits",
  "total-row": "A row of totals",
  bounds: "Values known only by a bound",
  "missing-label": "Labels for missing values",
  weights: "Survey weights",
  "dependent-rows": "Rows that are not independent",
  outliers: "Outliers",
  sparse: "Many labels, few rows",
  scales: "Different scales",
  identifier: "Identifiers of rows",
  "decimal-mark": "Decimal mark",
  "leading-zeros": "Codes with leading zeros",
  sheet: "Workbook",
  header: "First row",
  encoding: "Encoding",
  covariances: "Means and covariances in place of rows",
  "left-out": "Columns left out",
  discrete: "Few distinct values",
  "rare-labels": "Rare labels",
  spelling: "Labels spelt in several ways",
  "repeated-rows": "Repeated rows",
  score: "Score",
};

const severities = ["fatal", "warning", "note"] as const;
const kinds = Object.keys(titles);

export function groupedFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  const severityOf = (of: readonly Finding[]) =>
    severities.find((severity) => of.some((finding) => finding.severity === severity))!;
  const rank = ({ severity, kind }: FindingGroup) =>
    severities.indexOf(severity) * kinds.length + kinds.indexOf(kind);
  return [...new Set(findings.map(({ kind }) => kind))]
    .map((kind) => {
      const members = findings.filter((finding) => finding.kind === kind);
      return { kind, title: titles[kind], severity: severityOf(members), findings: members };
    })
    .sort((a, b) => rank(a) - rank(b));
}
