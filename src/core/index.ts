// The public library: everything that runs anywhere.

export {
  check,
  checkNesting,
  type DoorWords,
  InputError,
  inOurWords,
  listedWith,
  mostNesting,
  nearest,
  type OptionChoice,
  type Refusal,
  type RefusedBody,
  type Remedy,
  refusedBody,
  refusedError,
  shownValue,
  suggestion,
  tooNested,
  waysOut,
  withWaysOut,
} from "./check.ts";
export { asCategories, sortCodesInto, withCategories } from "./data/categories.ts";
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
export { dataHash } from "./data/data-hash.ts";
export type { Finding } from "./data/doctor/doctor.ts";
export { cellFindings, examination, examine, fatalError, scoreFindings } from "./data/doctor/doctor.ts";
export { exampleTables } from "./data/example-tables.ts";
export { type DroppedOutliers, withoutOutliers } from "./data/outliers.ts";
export { paperSet, paperSets } from "./data/paper-sets.ts";
export {
  graphModels,
  mechanisms,
  noises,
  type Simulated,
  type SimulateOptions,
  simulate,
  simulation,
} from "./data/simulate/simulate.ts";
export { r2Sortability, varSortability } from "./data/sortability.ts";
export {
  createTable,
  type Levels,
  nameOrder,
  standardised,
  type Table,
  withColumns,
} from "./data/table.ts";
export { checkFileColumns, checkSize, type TableLimits } from "./data/table-limits.ts";
export { type ProfiledCells, tableProfile } from "./data/table-profile.ts";
export {
  brokenQuote,
  checkUtf8,
  columnsFromCsv,
  columnsFromJson,
  csvHead,
  csvOf,
  csvShape,
  cutAfterLine,
  type HeaderChoice,
  type HeaderDoubt,
  headBytes,
  headerChoices,
  isGzip,
  jsonHead,
  jsonShape,
  mostLineLength,
  recordCount,
  type TableFormat,
  tableExtension,
  tableFormatOf,
  tableFormats,
  tableFromCsv,
  tooLongLine,
  wrongWidth,
} from "./data/text/text.ts";
export * from "./engine/index.ts";
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
export {
  type FormatName,
  formatNames,
  formatOf,
  graphFormats,
  type NamedGraph,
  namedGraph,
  quoted,
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
export { createSha256, type Hasher, sha256 } from "./math/bytes/bytes.ts";
export {
  type DenseWorkspace,
  denseCholesky,
  denseWorkspace,
  downdateCholesky,
  matrixExponential,
  product,
  rbfMatrix,
  solveCholesky,
  symmetricProduct,
  traceOfExponential,
  updateCholesky,
} from "./math/dense/dense.ts";
export { type Hsic, type HsicOptions, hsic, hsicSpace } from "./math/hsic.ts";
export { type Matrix, matrix, matrixFromRows } from "./math/matrix.ts";
export { createRng, type Rng } from "./math/rng.ts";
export {
  createNetworkKernels,
  type NetworkBuild,
  type NetworkKernels,
  networkBuild,
  packedBytes,
  wideKernels,
} from "./math/wasm/wasm.ts";
export { type Crew, type CrewWork, crewScript } from "./net/crew.ts";
export * as net from "./net/index.ts";
export type { DescribedOption } from "./option.ts";
export * from "./report/index.ts";
export * from "./run/index.ts";
export * from "./score/index.ts";
export {
  type Agent,
  type AgentMachine,
  type AgentOptions,
  type AgentRuns,
  type AgentStep,
  type CorlOptions,
  type CorlSearchOptions,
  type CorlStep,
  corlRun,
  corlSearch,
  createAgent,
  decoderNames,
  encoderNames,
  type PolicyName,
  policyNames,
  presets,
  type RestartedStep,
  type RestartRow,
  type RlOptions,
  type RlOrderOptions,
  type RlOrderSearchOptions,
  type RlOrderStep,
  type RlSearchOptions,
  type RlStep,
  type RunNews,
  type RunPool,
  restarted,
  rewardModes,
  rlOrderRun,
  rlOrderRuns,
  rlOrderSearch,
  rlRun,
  rlRuns,
  rlSearch,
} from "./search/agents/agents.ts";
export { freeBaselines } from "./search/baselines/baselines.ts";
export { type CamOptions, cam } from "./search/cam/cam.ts";
export type {
  ConflictRule,
  GivenSet,
  IndependenceOptions as TestOptions,
  IndependenceTest,
  PcConflict,
  Separation,
} from "./search/constraint/constraint.ts";
export {
  fisherZ,
  gSquare,
  kci,
  type PcOptions,
  type PcStep,
  type PcTestName,
  pc,
  pcTestNames,
} from "./search/constraint/constraint.ts";
export type { NotearsOptions, NotearsStep } from "./search/continuous/continuous.ts";
export {
  type DagGnnOptions,
  type DagGnnStep,
  type DagmaOptions,
  dagGnn,
  dagma,
  type GranDagOptions,
  type GranDagStep,
  granDag,
  type NotearsMlpOptions,
  notears,
  notearsMlp,
  notearsQuadratic,
} from "./search/continuous/continuous.ts";
export type { Verdict } from "./search/exact/exact.ts";
export {
  type ExactStep,
  exactSearch,
  kBest,
  meetsBound,
  type Pass,
  subsetProgramBytes,
} from "./search/exact/exact.ts";
export type { GesOperator } from "./search/greedy/greedy.ts";
export {
  type GesOptions,
  type GesPhase,
  type GesStep,
  ges,
  type HillClimbOptions,
  type HillClimbStep,
  hillClimb,
} from "./search/greedy/greedy.ts";
export type { LingamOptions, LingamStep } from "./search/lingam/lingam.ts";
export {
  directLingam,
  type IcaLingamOptions,
  type IcaLingamStep,
  icaLingam,
} from "./search/lingam/lingam.ts";
export { type OrderStep, orderSearch, polish } from "./search/order/order.ts";
export { type BothOptions, type BothStep, bothSearches } from "./search/order-then-agent.ts";
export {
  additivePValues,
  type PruneCamOptions,
  pruneByCam,
  pruneByFit,
  pruneByQuadratic,
  pruneByScore,
  pruneByThreshold,
} from "./search/prune/prune.ts";
export { finish, type Search, type Step, stateOf } from "./search/search.ts";
