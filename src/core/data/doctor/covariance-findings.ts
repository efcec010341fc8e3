// The data doctor's finding about a table given by means and covariances: their origin, and what was not checked.

import type { Table } from "../table.ts";
import { type Finding, finding } from "./findings.ts";

/** Fewer rows show neither curves nor the shape of a distribution. */
const fewRows = 20;

/** `isObserved`: checks of a single column used all its values. */
export function covarianceFindings({ X, scatter }: Table, isObserved = false): Finding[] {
  if (scatter === undefined) return [];
  const checks = isObserved
    ? "Curves and residuals far from normal"
    : "Outliers, repeated rows, columns of few values, curves and residuals far from normal";
  // A score or search that reads rows gets the available ones.
  const isWithoutRows = X.rows === 0;
  return [
    finding({
      kind: "covariances",
      severity: "note",
      columns: [],
      message: `means and covariances are ${scatter.origin}`,
      meaning: isWithoutRows
        ? `${checks} could not be checked, and scores and searches that read rows cannot be used.`
        : `${checks} were checked ${X.rows < fewRows ? "only " : ""}in ${X.rows === 1 ? "the one row" : `the ${X.rows} rows`} with all values${X.rows < fewRows ? ", too few to find any" : ""}.`,
      remedies: isWithoutRows ? [{ when: "to use those", act: "give a table with complete rows" }] : [],
    }),
  ];
}
