// The public library: everything that runs in any environment and that a program may rely on. Whatever is not listed is private.

export { InputError, type Remedy } from "./check.ts";
// Tables, and the problems found in them.
export { type LoadedTable, tableFromCsv } from "./data/columns.ts";
export { examine, type Finding, fatalError } from "./data/doctor/doctor.ts";
export { exampleTables } from "./data/example-tables.ts";
export { type CovarianceOptions, readCovariance, tableByEm } from "./data/moments/moments.ts";
export { paperSet, paperSets } from "./data/paper-sets.ts";
export { type Simulated, type SimulateOptions, simulate } from "./data/simulate/simulate.ts";
export { r2Sortability, varSortability } from "./data/sortability.ts";
export { createTable, standardised, type Table, tableFromScatter, withColumns } from "./data/table.ts";
export { csvOf } from "./data/text/text.ts";
// The catalogue: searches, scores and pruning methods with their options.
export { catalogue } from "./engine/catalogue.ts";
// Graphs, classes of graphs, their formats and distances.
export { areEquivalent, cpdagOf, dagOf, equivalenceClass } from "./graph/equivalence.ts";
export {
  type FormatName,
  formatOf,
  graphFormats,
  type NamedGraph,
  namedGraph,
  readGraph,
} from "./graph/formats/formats.ts";
export {
  completeGraph,
  edgeCount,
  edgeList,
  emptyGraph,
  findCycle,
  type Graph,
  graphFromEdges,
  hasEdge,
  isAcyclic,
  type Order,
  parentsOf,
  sameGraph,
  topologicalOrder,
} from "./graph/graph.ts";
export { type Knowledge, noKnowledge, violations } from "./graph/knowledge.ts";
export { describeKnowledge, readKnowledge } from "./graph/knowledge-format.ts";
export { type GraphMetrics, graphMetrics } from "./graph/metrics.ts";
export { type Pdag, pdagFromGraph, undirectedPairs } from "./graph/pdag.ts";
export { structuralInterventionDistance } from "./graph/sid.ts";
// Numbers.
export { hsic } from "./math/hsic.ts";
export { type Matrix, matrix, matrixFromRows } from "./math/matrix.ts";
export { createRng, type Rng } from "./math/rng.ts";
// Discoveries: specifications, results, reports and certificates.
export { type ReportInput, reportHtml } from "./report/report.ts";
export { readCertificate, type Verification, verifyCertificate } from "./run/certificate/certificate.ts";
export { type Discovery, discovery, type Outcome } from "./run/discovery/discovery.ts";
export { knowledgeOf, namedKnowledge } from "./run/knowledge-names.ts";
export type { StopReason } from "./run/problem.ts";
export type { Certificate, NamedEdge, RunEvent, RunResult } from "./run/result.ts";
export { type RunOptions, type RunSpec, runSpec } from "./run/spec.ts";
export { readResult } from "./run/stored-result.ts";
export type { AskedOptions } from "./run/typed-options.ts";
// Scores: functions of a table that measure how well parents explain a node.
export { additive } from "./score/additive.ts";
export { bdeu } from "./score/bdeu.ts";
export { bge } from "./score/bge.ts";
export { discreteBic } from "./score/discrete-bic.ts";
export { generalizedCv } from "./score/generalized-cv.ts";
export { generalizedMarginal } from "./score/generalized-marginal.ts";
export { gp } from "./score/gp.ts";
export { gpEqualVariance } from "./score/gp-equal-variance.ts";
export { gpPublished, gpPublishedEqualVariance } from "./score/gp-published.ts";
export { independence } from "./score/independence.ts";
export { linearBic, linearBicEqualVariance } from "./score/linear-bic.ts";
export { mixedBic } from "./score/mixed-bic.ts";
export { quadratic, quadraticEqualVariance } from "./score/quadratic.ts";
export { isBetter, type Score } from "./score/score.ts";
export type { ScoreName } from "./score/scores.ts";
export { type UserScore, type UserScoreMaker, userScore } from "./score/user-score.ts";
// Searches: generators of steps, each with the best graph so far.
export { corlSearch, presets, rlOrderSearch, rlSearch, vec2dagSearch } from "./search/agents/agents.ts";
export { freeBaselines } from "./search/baselines/baselines.ts";
export { cam } from "./search/cam/cam.ts";
export { fisherZ, gSquare, kci, pc } from "./search/constraint/constraint.ts";
export {
  dagGnn,
  dagma,
  granDag,
  notears,
  notearsMlp,
  notearsQuadratic,
} from "./search/continuous/continuous.ts";
export { exactSearch, kBest } from "./search/exact/exact.ts";
export { ges, hillClimb } from "./search/greedy/greedy.ts";
export { directLingam, icaLingam } from "./search/lingam/lingam.ts";
export { orderSearch, polish } from "./search/order/order.ts";
export { bothSearches } from "./search/order-then-agent.ts";
export {
  additivePValues,
  type PruningName,
  pruneByCam,
  pruneByFit,
  pruneByQuadratic,
  pruneByScore,
  pruneByThreshold,
} from "./search/prune/prune.ts";
export { finish, type Search, type Step, stateOf } from "./search/search.ts";
export type { SearchName } from "./search/searches.ts";
