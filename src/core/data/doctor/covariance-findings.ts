// What is to be said of a table that is given by its means and covariances: where these come from, and what was not looked for.

import type { Table } from "../table.ts";
import { type Finding, finding } from "./findings.ts";

/** `isObserved`: what is about one column was looked for in all its values. */
export function covarianceFindings({ X, scatter }: Table, isObserved = false): Finding[] {
  if (scatter === undefined) return [];
  const checks = isObserved
    ? "Curves and residuals far from normal"
    : "Outliers, repeated rows, columns of few values, curves and residuals far from normal";
  // A score or search that reads rows is given those that there are.
  const isWithoutRows = X.rows === 0;
  return [
    finding({
      kind: "covariances",
      severity: "note",
      columns: [],
      message: `means and covariances are ${scatter.origin}`,
      meaning: isWithoutRows
        ? `${checks} could not be checked, and scores and searches that read rows cannot be used.`
        : `${checks} were checked in ${X.rows} of the rows.`,
      remedies: isWithoutRows ? [{ when: "to use those", act: "give a table with complete rows" }] : [],
    }),
  ];
}
