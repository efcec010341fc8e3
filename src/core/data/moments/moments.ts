// Tables that are known by their means and covariances: estimated from rows with gaps, or given as a matrix.

export { type CovarianceOptions, readCovariance } from "./covariance-table.ts";
export { tableByEm } from "./em-table.ts";
