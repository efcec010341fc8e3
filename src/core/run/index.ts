// The public part of a discovery as plain data.

export * from "../score/scores.ts";
export * from "../search/prune/prune.ts";
export * from "../search/searches.ts";
export * from "./batch/batch.ts";
export type { ClaimRequest } from "./certificate/certificate.ts";
export {
  type CheckedProof,
  type Checking,
  type Claim,
  checkedProof,
  claimFor,
  claimOf,
  readCertificate,
  type Verification,
  type VerifyInput,
  verifyCertificate,
} from "./certificate/certificate.ts";
export * from "./comparison.ts";
export { defaultResamples } from "./confidence-options.ts";
export { datesFirst } from "./dates-first.ts";
export {
  agentRunsOf,
  type Discovery,
  discovery,
  type FlushedSets,
  gapVariables,
  isProofCheap,
  type MachineNeeds,
  machineNeeds,
  type Outcome,
  replicatedOptions,
  replicatesOf,
  restartsOf,
  type Scoring,
  type SetTables,
  searchTasksOf,
  setValuesOf,
} from "./discovery/discovery.ts";
export { filledBy } from "./filled.ts";
export * from "./former-options.ts";
export * from "./knowledge-names.ts";
export { methodsOf } from "./methods.ts";
export * from "./problem.ts";
export * from "./result.ts";
export { type FileSchema, fileSchema, type SchemaName, schemaNames } from "./schemas.ts";
export * from "./sealed.ts";
export { skippedSensitivity } from "./skipped-sensitivity.ts";
export * from "./spec.ts";
export * from "./spec-file.ts";
export * from "./spec-for.ts";
export { specSchemaFile } from "./spec-schema.ts";
export * from "./stored-result.ts";
export * from "./table-for.ts";
export * from "./truth.ts";
export * from "./typed-options.ts";
