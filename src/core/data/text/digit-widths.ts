// Detects columns whose cells are all digits of one width, some with leading zeros: codes, which lose their zeros when read as numbers.
//
// The width restores them: 01067 is the number 1067 in a column of width 5.

/** Maximum number of digits that a number holds exactly. */
export const mostDigits = 15;

export interface DigitWidths {
  /** Registers a cell that is read as a number. */
  readonly add: (column: number, cell: string) => void;
  /** Width of a column; undefined if its cells differ in width, are not all digits, or have no leading zeros. */
  readonly of: (column: number) => number | undefined;
}

export function digitWidths(columns: number): DigitWidths {
  // 0: no cell yet; -1: no common width.
  const widths = new Int32Array(columns);
  const isPadded = new Uint8Array(columns);
  return {
    add: (j, cell) => {
      if (widths[j] < 0) return;
      const digits = /^\s*(\d+)\s*$/.exec(cell)?.[1] ?? "";
      const width = digits.length > 0 && digits.length <= mostDigits ? digits.length : -1;
      widths[j] = widths[j] === 0 || widths[j] === width ? width : -1;
      if (width > 1 && digits.startsWith("0")) isPadded[j] = 1;
    },
    of: (j) => (widths[j] > 1 && isPadded[j] === 1 ? widths[j] : undefined),
  };
}
