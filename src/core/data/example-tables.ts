// The example tables in the package, each with its true graph: examples/NAME/data.csv and truth.csv.

/** Description of each table, by name. */
export const exampleTables = {
  twelve: "12 variables, 1000 rows, linear effects with Gaussian noise, drawn from a known graph",
  asia: "8 variables, categories: the lung-disease network of Lauritzen and Spiegelhalter, drawn from it",
} as const;
