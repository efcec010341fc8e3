// What the page and the workers of its engine (web/worker) say to each other.

import type {
  Glimpse,
  LoggedEvent,
  NamedEdge,
  RefusedBody,
  RunResult,
  TableLimits,
  wire,
} from "../../core/index.ts";

/** One question, one answer. */
export interface Jobs {
  /** A file is taken in: what is shown of it, and its bytes, unpacked. */
  readonly addTable: {
    readonly asked: { readonly file: Blob; readonly name: string; readonly limits: FileLimits };
    readonly answer: {
      readonly shown: Omit<wire.TablePreview, "id" | "uploaded" | "name" | "truth">;
      readonly bytes: Blob;
    };
  };
  readonly examine: {
    readonly asked: { readonly table: NamedBytes; readonly options: ExamineAsked };
    readonly answer: wire.Findings;
  };
  readonly catalogue: { readonly asked: null; readonly answer: wire.Catalogue };
  /** Edges of a graph's text. */
  readonly edgesOf: { readonly asked: string; readonly answer: NamedEdge[] };
  /** Refuses a run that cannot be. */
  readonly checkRequest: {
    readonly asked: { readonly request: wire.RunRequest; readonly columns: readonly string[] };
    readonly answer: null;
  };
  /** How long a run would take, by a short trial. */
  readonly estimate: {
    readonly asked: { readonly table: NamedBytes; readonly request: wire.RunRequest };
    readonly answer: wire.Estimate;
  };
  readonly edge: {
    readonly asked: {
      readonly table: NamedBytes;
      readonly request: Pick<wire.RunRequest, "options" | "columns" | "missing">;
      readonly result: RunResult;
      readonly edge: NamedEdge;
    };
    readonly answer: wire.EdgeDetails;
  };
}

export interface FileLimits extends TableLimits {
  readonly unpackedBytes: number;
}

export interface ExamineAsked {
  readonly score: string;
  readonly missing: "fail" | "drop";
  readonly columns?: readonly string[] | undefined;
  readonly categorical?: readonly string[] | undefined;
}

/** The bytes of a table and what it is called. */
export interface NamedBytes {
  readonly bytes: Blob;
  readonly name: string;
}

export type JobName = keyof Jobs;

export interface JobOrder<J extends JobName = JobName> {
  readonly job: number;
  readonly name: J;
  readonly asked: Jobs[J]["asked"];
}

export type JobNews =
  | { readonly job: number; readonly progress: number }
  | { readonly job: number; readonly answer: unknown }
  | { readonly job: number; readonly refused: RefusedBody }
  | { readonly job: number; readonly broken: string };

export interface RunOrder {
  readonly id: string;
  readonly request: wire.RunRequest;
  readonly tableName: string;
  /** Something of it is in the store: go on from its checkpoint, or start over where it has none. */
  readonly isBegun: boolean;
  readonly version: string;
  /** Memory that page and worker share, where they may: 1 is the wish to stop, which is read in the middle of the work. */
  readonly wish?: Int32Array | undefined;
}

export type RunCommand =
  | { readonly run: RunOrder }
  | { readonly stop: true }
  | { readonly isWatched: boolean };

export type RunNews =
  /** `line`: which line of the record it is, from 1; null: a step that is not in it. */
  | { readonly event: LoggedEvent; readonly line: number | null }
  | Glimpse
  | { readonly refused: string }
  | { readonly broken: string }
  /** It cannot go on here and now, for this reason. */
  | { readonly ended: string }
  /** It has heard that it is to stop. */
  | { readonly isStopping: true }
  | { readonly isDone: true };
