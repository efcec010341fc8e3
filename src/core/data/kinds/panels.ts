// Finds panels: units (countries, shares, patients) observed at the same series of times.
//
// A column of labels or whole numbers names the units of a panel, and a column of dates, or with the name of a time, its times, if
//   - every unit has a block of rows, in which the times ascend or descend, or the file is sorted by time, and no unit comes
//     twice at one
//   - there are three rows for each unit, and three for every two times, on average

import { isTime } from "../name-words.ts";
import type { ReadAs } from "./reading.ts";

export interface Panel {
  /** The column of the times. */
  readonly along: string;
  readonly units: number;
}

/** The first column that names the units of a panel, and its times. */
export function panelAmong(
  columns: readonly ReadAs[],
  names: readonly string[],
): { readonly column: number; readonly panel: Panel } | null {
  const all = names.map((_, j) => j);
  const times = all.filter(
    (j) => columns[j].levels === null && (columns[j].kind === "date" || isTime(names[j])),
  );
  for (const column of all.filter((j) => !times.includes(j) && canBeUnits(columns[j])))
    for (const time of times) {
      const units = unitsOf(columns[column].values, columns[time].values);
      if (units !== null) return { column, panel: { along: names[time], units } };
    }
  return null;
}

function canBeUnits({ kind, levels, values }: ReadAs): boolean {
  return kind !== "constant" && kind !== "date" && (levels !== null || values.every(Number.isInteger));
}

/** The number of units; null if the two columns are not those of a panel. */
function unitsOf(units: Float64Array, times: Float64Array): number | null {
  const n = units.length;
  if (units.some(Number.isNaN) || times.some(Number.isNaN)) return null;
  // Both are false after a few rows of most files.
  const [blocks, isSorted] = [blocksAlong(units, times), isByTime(units, times)];
  if (blocks === null && !isSorted) return null;
  const [count, moments] = [new Set(units).size, new Set(times).size];
  const isLong = count > 1 && moments > 2 && n >= 3 * count && 2 * n >= 3 * moments;
  return isLong && (isSorted || blocks === count) ? count : null;
}

/** The number of blocks of rows of one unit, in each of which the times ascend, or in each descend; null if they do not. */
function blocksAlong(units: Float64Array, times: Float64Array): number | null {
  let [blocks, ups, downs] = [1, 0, 0];
  for (let i = 1; i < units.length; i++) {
    if (units[i] !== units[i - 1]) blocks++;
    else if (times[i] > times[i - 1]) ups++;
    else if (times[i] < times[i - 1]) downs++;
    else return null;
    if (ups > 0 && downs > 0) return null;
  }
  return ups + downs > 0 ? blocks : null;
}

/** Is the file sorted by time, with no unit twice at one? */
function isByTime(units: Float64Array, times: Float64Array): boolean {
  let seen = new Set<number>();
  let [ups, downs] = [0, 0];
  for (let i = 0; i < units.length; i++) {
    if (i > 0 && times[i] !== times[i - 1]) {
      if (times[i] > times[i - 1]) ups++;
      else downs++;
      seen = new Set();
    }
    if (seen.has(units[i]) || (ups > 0 && downs > 0)) return false;
    seen.add(units[i]);
  }
  return true;
}
