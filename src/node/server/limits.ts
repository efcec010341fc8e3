// Limits of the server: sizes, and how much at once.

import type { TableLimits } from "../../core/index.ts";

export interface Limits extends TableLimits {
  /** Bytes of an upload, as sent. */
  readonly uploadBytes: number;
  /** Bytes of an upload after decompression. */
  readonly unpackedBytes: number;
  /** Concurrent runs. */
  readonly runs: number;
  /** Bytes of all tables and runs together; beyond it new ones are rejected. */
  readonly storageBytes: number;
}

/** Maximum ratio of decompressed to uploaded bytes: tables of numbers as text compress to about a third. */
export const unpacking = 5;

export const defaultLimits: Limits = {
  uploadBytes: 200e6,
  unpackedBytes: 200e6 * unpacking,
  rows: 5_000_000,
  columns: 1000,
  cells: 100_000_000,
  runs: 2,
  storageBytes: 20e9,
};
