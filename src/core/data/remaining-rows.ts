// The number of rows that remain when a share of them is dropped.

export function remainingRows(rows: number, share: number): number {
  return Math.round(rows * (1 - share));
}
