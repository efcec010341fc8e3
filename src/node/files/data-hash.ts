// The identity of a table's data (core/data/data-hash.ts), with Node's SHA-256.

import { createHash } from "node:crypto";
import { dataHash as dataHashBy, type Table } from "../../core/index.ts";

/**
 * 64 hexadecimal digits.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * dataHash(table).length; // 64
 * ```
 */
export function dataHash(table: Table): string {
  const hash = createHash("sha256");
  return dataHashBy(table, { update: (bytes) => hash.update(bytes), digest: () => hash.digest("hex") });
}
