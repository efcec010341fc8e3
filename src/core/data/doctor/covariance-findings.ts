// What is to be said of a table that is given by its means and covariances: where these come from, and what was not looked for.

import type { Table } from "../table.ts";
import { type Finding, finding } from "./findings.ts";

export function covarianceFindings({ X, scatter }: Table): Finding[] {
  if (scatter === undefined) return [];
  const where = X.rows > 0 ? `were checked in ${X.rows} of the rows` : "could not be checked";
  return [
    finding({
      kind: "covariances",
      severity: "note",
      columns: [],
      message: `the table is given by its means and covariances: ${scatter.origin}`,
      meaning: `Outliers, repeated rows, columns of few values and residuals far from normal ${where}, and scores and searches that read rows cannot be used.`,
      remedies: [{ when: "to use those", act: "give a table with all its rows" }],
    }),
  ];
}
