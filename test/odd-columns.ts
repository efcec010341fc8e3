// Tables with one column that is odd, and what is said of them.

import type { ColumnKind } from "../src/core/data/column-kind.ts";
import { type LoadedTable, tableFromCsv } from "../src/core/data/columns.ts";
import { examine, type Finding } from "../src/core/data/doctor/doctor.ts";
import { createRng } from "../src/core/math/rng.ts";

const rng = createRng("doubtful columns");
export const noise = Array.from({ length: 200 }, () => [rng.uniform(), rng.normal()]);

/** A table of two columns of noise, and one with these cells. */
export function tableWith(
  cell: (i: number) => unknown,
  { name = "x", kind: said = "", rows = 60 } = {},
): LoadedTable & { readonly found: ColumnKind; readonly findings: readonly Finding[] } {
  const lines = Array.from({ length: rows }, (_, i) => `${noise[i].join()},"${cell(i)}"`);
  const kinds = said === "" ? {} : { [name]: said };
  const table = tableFromCsv([`a,b,${name}`, ...lines].join("\n"), { kinds });
  const findings = examine(table, table).filter(({ kind }) => kind !== "scales" && kind !== "outliers");
  return { ...table, found: table.kinds![2], findings };
}
