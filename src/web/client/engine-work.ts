// Messages between the page and the workers of its engine (web/worker).

import type {
  ExamineOptions,
  NamedEdge,
  ProcessCommand,
  ProcessNews,
  RefusedBody,
  RunResult,
  TableLimits,
  wire,
} from "../../core/index.ts";

/** Each question gets one answer. */
export interface Jobs {
  /** Adds a file: returns its preview and its bytes, decompressed. */
  readonly addTable: {
    readonly question: {
      readonly file: Blob;
      readonly name: string;
      readonly sheet?: string | undefined;
      readonly limits: FileLimits;
    };
    readonly answer: {
      readonly facts: Omit<wire.TablePreview, "id" | "uploaded" | "name" | "truth">;
      readonly bytes: Blob;
    };
  };
  readonly examine: {
    readonly question: { readonly table: NamedBytes; readonly options: ExamineOptions };
    readonly answer: wire.Findings;
  };
  readonly catalogue: { readonly question: null; readonly answer: wire.Catalogue };
  /** Edges of a graph given as text. */
  readonly edgesOf: { readonly question: string; readonly answer: NamedEdge[] };
  /** Throws if the request is invalid. */
  readonly checkRequest: {
    readonly question: { readonly request: wire.RunRequest; readonly columns: readonly string[] };
    readonly answer: null;
  };
  /** How long a run would take, from a short trial. */
  readonly estimate: {
    readonly question: { readonly table: NamedBytes; readonly request: wire.RunRequest };
    readonly answer: wire.Estimate;
  };
  readonly edge: {
    readonly question: {
      readonly table: NamedBytes;
      readonly request: Pick<wire.RunRequest, "columns" | "exclude" | "kinds">;
      readonly result: RunResult;
      readonly edge: NamedEdge;
    };
    readonly answer: wire.EdgeDetails;
  };
}

export interface FileLimits extends TableLimits {
  readonly unpackedBytes: number;
}

/** The bytes of a table and its name. */
export interface NamedBytes {
  readonly bytes: Blob;
  readonly name: string;
  /** Of a workbook: the sheet, if the user chose one. */
  readonly sheet?: string | undefined;
}

export type JobName = keyof Jobs;

export interface JobOrder<J extends JobName = JobName> {
  readonly job: number;
  readonly name: J;
  readonly question: Jobs[J]["question"];
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
  /** Part of the run is already in the store: resume from its checkpoint, or start over if it has none. */
  readonly isBegun: boolean;
  readonly version: string;
  /** Shared between page and worker where allowed: 1 requests a stop, which the worker can read in the middle of a step. */
  readonly wish?: Int32Array | undefined;
}

/** Messages to the worker of a run. */
export type RunCommand = ProcessCommand | { readonly run: RunOrder };

/** Messages from the worker of a run. */
export type WorkerNews =
  | ProcessNews
  /** Acknowledges a stop command. */
  | { readonly isStopping: true }
  | { readonly broken: string };
