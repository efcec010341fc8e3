// Data sets used by several experiments that we may not redistribute: where their files are expected.

/** GraN-DAG's Gaussian-process sets 1 to 5, the data of the paper's experiment 3. @type {import("./experiment.js").TableFamily} */
export const gpSets = {
  set: "gp-10",
  files: {
    table: "../shared/data/gp/p10_e40_n1000_GP-0{seed}.csv",
    truth: "../shared/data/gp/p10_e40_n1000_GP-0{seed}-truth.csv",
  },
  seeds: [1, 2, 3, 4, 5],
};

/** The protein data of Sachs et al., observational (the paper's experiment 4). @type {import("./experiment.js").TableFamily} */
export const sachsSet = {
  set: "sachs",
  files: { table: "../shared/data/sachs/sachs.csv", truth: "../shared/data/sachs/sachs-truth.csv" },
  seeds: [1],
};
