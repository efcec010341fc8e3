// Tables given by means and covariances: estimated from rows with gaps, or read from a matrix.

export { type CovarianceOptions, readCovariance } from "./covariance-table.ts";
export { tableByEm } from "./em-table.ts";
