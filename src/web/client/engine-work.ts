// What the page and the workers of its engine (web/worker) say to each other.

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

/** One question, one answer. */
export interface Jobs {
  /** A file is taken in: what is shown of it, and its bytes, unpacked. */
  readonly addTable: {
    readonly question: { readonly file: Blob; readonly name: string; readonly limits: FileLimits };
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
  /** Edges of a graph's text. */
  readonly edgesOf: { readonly question: string; readonly answer: NamedEdge[] };
  /** Refuses a run that cannot be. */
  readonly checkRequest: {
    readonly question: { readonly request: wire.RunRequest; readonly columns: readonly string[] };
    readonly answer: null;
  };
  /** How long a run would take, by a short trial. */
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

/** The bytes of a table and what it is called. */
export interface NamedBytes {
  readonly bytes: Blob;
  readonly name: string;
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
  /** Something of it is in the store: resume from its checkpoint, or start over where it has none. */
  readonly isBegun: boolean;
  readonly version: string;
  /** Memory that page and worker share, where they may: 1 is the wish to stop, which is read in the middle of the work. */
  readonly wish?: Int32Array | undefined;
}

/** What the worker of a run is told. */
export type RunCommand = ProcessCommand | { readonly run: RunOrder };

/** What it tells. */
export type WorkerNews =
  | ProcessNews
  /** It has heard that it is to stop. */
  | { readonly isStopping: true }
  | { readonly broken: string };
