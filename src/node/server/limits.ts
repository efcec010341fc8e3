// What the server takes: sizes, and how much at once.

import type { TableLimits } from "../../core/index.ts";

export interface Limits extends TableLimits {
  /** Bytes of an upload, as sent. */
  readonly uploadBytes: number;
  /** Bytes of an upload after decompression. */
  readonly unpackedBytes: number;
  /** Runs at once. */
  readonly runs: number;
  /** Bytes of all tables and runs; beyond, no more are taken. */
  readonly storageBytes: number;
}

/** What an upload may grow to when it is unpacked: tables of numbers as text shrink to a third or so. */
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
