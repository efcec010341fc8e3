// The parts of core that node and web may use. The public library is library.ts.

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
  setTo,
  suggestion,
  tooNested,
  valueText,
  waysOut,
  withWaysOut,
} from "./check.ts";
export * from "./data/categories.ts";
export * from "./data/cells.ts";
export * from "./data/column-kind.ts";
export * from "./data/column-statistics.ts";
export * from "./data/columns.ts";
export * from "./data/complete-table.ts";
export * from "./data/correlations.ts";
export * from "./data/data-hash.ts";
export type { Finding } from "./data/doctor/doctor.ts";
export { examination, examine, fatalError } from "./data/doctor/doctor.ts";
export * from "./data/example-tables.ts";
export * from "./data/kinds/kinds.ts";
export * from "./data/moments/moments.ts";
export { chosenSheet, withSheets } from "./data/other-sheets.ts";
export * from "./data/outliers.ts";
export * from "./data/paper-sets.ts";
export * from "./data/simulate/simulate.ts";
export * from "./data/sortability.ts";
export * from "./data/table.ts";
export * from "./data/table-bytes.ts";
export * from "./data/table-limits.ts";
export * from "./data/text/text.ts";
export { isZip, type SheetText, sheetText } from "./data/workbook/workbook.ts";
export * from "./engine/index.ts";
export * from "./graph/acyclicity.ts";
export * from "./graph/class/class.ts";
export * from "./graph/compare.ts";
export * from "./graph/drawing.ts";
export * from "./graph/equivalence.ts";
export * from "./graph/formats/formats.ts";
export * from "./graph/graph.ts";
export * from "./graph/knowledge.ts";
export { describeKnowledge, knowledgeIn, type LeftOutName, readKnowledge } from "./graph/knowledge-format.ts";
export {
  documentOf,
  type KnowledgeDocument,
  type KnowledgeStatement,
  knowledgeStatements,
} from "./graph/knowledge-statements.ts";
export * from "./graph/metrics.ts";
export * from "./graph/pdag.ts";
export * from "./graph/shares/shares.ts";
export * from "./graph/sid.ts";
export * from "./math/bytes/bytes.ts";
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
export * from "./math/hsic.ts";
export * from "./math/matrix.ts";
export * from "./math/rng.ts";
export type { Scatter } from "./math/scatter.ts";
export * from "./math/scatter-sum.ts";
export {
  createNetworkKernels,
  type NetworkBuild,
  type NetworkKernels,
  networkBuild,
  packedBytes,
  wideKernels,
} from "./math/wasm/wasm.ts";
export * from "./net/crew.ts";
export * as net from "./net/index.ts";
export * from "./option.ts";
export * from "./report/index.ts";
export * from "./run/index.ts";
export * from "./score/index.ts";
export * from "./search/agents/agents.ts";
export * from "./search/baselines/baselines.ts";
export * from "./search/cam/cam.ts";
export type {
  ConflictRule,
  GivenSet,
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
export * from "./search/continuous/continuous.ts";
export * from "./search/exact/exact.ts";
export * from "./search/greedy/greedy.ts";
export * from "./search/lingam/lingam.ts";
export * from "./search/order/order.ts";
export * from "./search/order-then-agent.ts";
export * from "./search/prune/prune.ts";
export * from "./search/search.ts";
