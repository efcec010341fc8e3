// The public library: everything that runs anywhere.

export {
  check,
  checkNesting,
  InputError,
  inOurWords,
  mostNesting,
  nearest,
  shownValue,
  suggestion,
  tooNested,
} from "./check.ts";
export { asCategories, sortCodesInto, withCategories } from "./data/categories.ts";
export { scoreFindings } from "./data/category-findings.ts";
export { cellFindings } from "./data/cell-findings.ts";
export {
  type Cells,
  type ColumnFacts,
  categorisedTable,
  cellsFromColumns,
  checkColumns,
  chosenColumns,
  type Dropped,
  droppedFrom,
  type LoadedTable,
  missingMarkers,
  type RawColumn,
  type TableOptions,
  tableFromCells,
  takesText,
} from "./data/columns.ts";
export { type Correlations, correlations } from "./data/correlations.ts";
export { columnsFromCsv, csvOf, csvShape, tableFromCsv, wrongWidth } from "./data/csv.ts";
export { type HeaderChoice, type HeaderDoubt, headerChoices } from "./data/csv-header.ts";
export { brokenQuote, cutAfterLine, mostLineLength, tooLongLine } from "./data/csv-records.ts";
export { dataHash } from "./data/data-hash.ts";
export { examination, examine, fatalSentence } from "./data/doctor.ts";
export { exampleTables } from "./data/example-tables.ts";
export type { Finding } from "./data/findings.ts";
export { columnsFromJson, jsonShape } from "./data/json-columns.ts";
export { mechanisms } from "./data/mechanisms.ts";
export { noises } from "./data/noise.ts";
export { type DroppedOutliers, withoutOutliers } from "./data/outliers.ts";
export { paperSet, paperSets } from "./data/paper-sets.ts";
export { type Simulated, type SimulateOptions, simulate, simulation } from "./data/simulate.ts";
export { graphModels } from "./data/simulate-graph.ts";
export { r2Sortability, varSortability } from "./data/sortability.ts";
export {
  createTable,
  type Levels,
  nameOrder,
  standardised,
  type Table,
  withColumns,
} from "./data/table.ts";
export {
  checkUtf8,
  headBytes,
  isGzip,
  type TableFormat,
  tableExtension,
  tableFormatOf,
  tableFormats,
} from "./data/table-format.ts";
export { checkFileColumns, checkSize, type TableLimits } from "./data/table-limits.ts";
export { type ProfiledCells, tableProfile } from "./data/table-profile.ts";
export { csvHead, jsonHead, recordCount } from "./data/text-head.ts";
export { traceExponential } from "./graph/acyclicity.ts";
export { drawingOf } from "./graph/drawing.ts";
export {
  areEquivalent,
  cpdagOf,
  dagOf,
  equivalenceClass,
  meekClosure,
  memberByOrder,
} from "./graph/equivalence.ts";
export { quoted } from "./graph/formats/quote.ts";
export {
  type FormatName,
  formatNames,
  formatOf,
  graphFormats,
  type NamedGraph,
  namedGraph,
  readGraph,
} from "./graph/formats.ts";
export {
  completeGraph,
  edgeCount,
  edgeList,
  emptyGraph,
  findCycle,
  type Graph,
  graphFromEdges,
  graphFromParents,
  hasEdge,
  isAcyclic,
  type Order,
  parentsOf,
  renumbered,
  sameGraph,
  topologicalOrder,
} from "./graph/graph.ts";
export { isRestricting, type Knowledge, noKnowledge, violations } from "./graph/knowledge.ts";
export { describeKnowledge, explainContradictions, readKnowledge } from "./graph/knowledge-format.ts";
export {
  documentOf,
  type KnowledgeDocument,
  type KnowledgeStatement,
  knowledgeStatements,
} from "./graph/knowledge-statements.ts";
export { type GraphMetrics, graphMetrics } from "./graph/metrics.ts";
export { directedPart, type Pdag, pdagFromGraph, undirectedPairs } from "./graph/pdag.ts";
export { structuralInterventionDistance } from "./graph/sid.ts";
export {
  denseCholesky,
  downdateCholesky,
  matrixExponential,
  product,
  rbfMatrix,
  solveCholesky,
  symmetricProduct,
  traceOfExponential,
  updateCholesky,
} from "./math/dense.ts";
export { type DenseWorkspace, denseWorkspace } from "./math/dense-workspace.ts";
export { type Hsic, type HsicOptions, hsic, hsicSpace } from "./math/hsic.ts";
export { type Matrix, matrix, matrixFromRows } from "./math/matrix.ts";
export {
  createNetworkKernels,
  type NetworkBuild,
  type NetworkKernels,
  networkBuild,
  packedBytes,
} from "./math/network-kernels.ts";
export { createRng, type Rng } from "./math/rng.ts";
export { createSha256, type Hasher, sha256 } from "./math/sha256.ts";
export { wideKernels } from "./math/wide-kernels.ts";
export { type Crew, type CrewWork, crewScript } from "./net/crew.ts";
export * as net from "./net/index.ts";
export * from "./run/index.ts";
export { type AdditiveScoreOptions, additive } from "./score/additive.ts";
export { type BdeuOptions, bdeu } from "./score/bdeu.ts";
export { bge } from "./score/bge.ts";
export { type DiscreteBicOptions, discreteBic } from "./score/discrete-bic.ts";
export { type GeneralizedCvOptions, generalizedCv, generalizedCvTerms } from "./score/generalized-cv.ts";
export {
  type GeneralizedMarginalOptions,
  generalizedMarginal,
  generalizedMarginalTerms,
} from "./score/generalized-marginal.ts";
export { type GpOptions, gp, gpTerms } from "./score/gp.ts";
export { gpEqualVariance } from "./score/gp-equal-variance.ts";
export {
  type GpPublishedOptions,
  gpPublished,
  gpPublishedEqualVariance,
  gpPublishedResiduals,
} from "./score/gp-published.ts";
export type { GpGrid, GpMachine } from "./score/gp-statistics.ts";
export { type IndependenceOptions, independence } from "./score/independence.ts";
export { linearBic, linearBicEqualVariance } from "./score/linear-bic.ts";
export { type MixedBicOptions, mixedBic } from "./score/mixed-bic.ts";
export {
  emptyParentSetTable,
  fromParentSetTable,
  inTurn,
  type ParentSetTable,
  type ParentSetValues,
  parentSetRow,
  parentSets,
  parentSetTable,
  type SetWorkers,
  type TableProgress,
} from "./score/parent-sets.ts";
export { type QuadraticOptions, quadratic, quadraticEqualVariance } from "./score/quadratic.ts";
export { isBetter, type Local, lead, paperScore, type Score } from "./score/score.ts";
export { type UserScore, type UserScoreMaker, userScore } from "./score/user-score.ts";
export { freeBaselines } from "./search/baselines.ts";
export { type BothOptions, type BothStep, bothSearches } from "./search/both.ts";
export { meetsBound, type Pass } from "./search/bound.ts";
export { type CamOptions, cam } from "./search/cam.ts";
export type { Verdict } from "./search/certificate.ts";
export { type DagGnnOptions, type DagGnnStep, dagGnn } from "./search/dag-gnn.ts";
export { type DagmaOptions, dagma } from "./search/dagma.ts";
export { directLingam } from "./search/direct-lingam.ts";
export { type ExactStep, exactSearch } from "./search/exact.ts";
export { fisherZ } from "./search/fisher-z.ts";
export { gSquare } from "./search/g-square.ts";
export { type GesOptions, type GesPhase, type GesStep, ges } from "./search/ges.ts";
export type { GesOperator } from "./search/ges-operators.ts";
export { type GranDagOptions, type GranDagStep, granDag } from "./search/gran-dag.ts";
export { type HillClimbOptions, type HillClimbStep, hillClimb } from "./search/hill-climb.ts";
export { type IcaLingamOptions, type IcaLingamStep, icaLingam } from "./search/ica-lingam.ts";
export type {
  GivenSet,
  IndependenceOptions as TestOptions,
  IndependenceTest,
} from "./search/independence-test.ts";
export { kBest } from "./search/k-best.ts";
export { kci } from "./search/kci.ts";
export type { LingamOptions, LingamStep } from "./search/lingam.ts";
export { notears } from "./search/notears.ts";
export { type NotearsMlpOptions, notearsMlp } from "./search/notears-mlp.ts";
export { notearsQuadratic } from "./search/notears-quadratic.ts";
export type { NotearsOptions, NotearsStep } from "./search/notears-steps.ts";
export { type OrderStep, orderSearch } from "./search/order.ts";
export { type PcOptions, type PcStep, type PcTestName, pc, pcTestNames } from "./search/pc.ts";
export type { ConflictRule, PcConflict } from "./search/pc-orient.ts";
export type { Separation } from "./search/pc-skeleton.ts";
export { polish } from "./search/polish.ts";
export { pruneByFit, pruneByScore, pruneByThreshold } from "./search/prune.ts";
export { additivePValues, type PruneCamOptions, pruneByCam } from "./search/prune-cam.ts";
export { pruneByQuadratic } from "./search/prune-quadratic.ts";
export {
  type Agent,
  type AgentMachine,
  type AgentOptions,
  createAgent,
} from "./search/rl/agent.ts";
export {
  type CorlOptions,
  type CorlSearchOptions,
  type CorlStep,
  corlRun,
  corlSearch,
  rewardModes,
} from "./search/rl/corl.ts";
export { decoderNames } from "./search/rl/decoders.ts";
export { encoderNames } from "./search/rl/encoders.ts";
export { type PolicyName, policyNames } from "./search/rl/order-policy.ts";
export { presets } from "./search/rl/presets.ts";
export {
  type AgentRuns,
  type AgentStep,
  type RestartedStep,
  type RestartRow,
  type RunNews,
  type RunPool,
  restarted,
} from "./search/rl/restarts.ts";
export {
  type RlOptions,
  type RlSearchOptions,
  type RlStep,
  rlRun,
  rlRuns,
  rlSearch,
} from "./search/rl/rl.ts";
export {
  type RlOrderOptions,
  type RlOrderSearchOptions,
  type RlOrderStep,
  rlOrderRun,
  rlOrderRuns,
  rlOrderSearch,
} from "./search/rl/rl-order.ts";
export { finish, type Search, type Step, stateOf } from "./search/search.ts";
export { subsetProgramBytes } from "./search/subset-program.ts";
