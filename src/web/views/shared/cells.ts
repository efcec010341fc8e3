// The cells of a matrix with values from −1 to 1, combined into one path for each step of the colour scale: a hundred columns make
// 10,000 cells, which would be slow as separate elements.

/** Row by row. */
export type CellValues = readonly (readonly number[])[];

/** Position in the map: row and column, from 0. */
export type Cell = readonly [number, number];

/** Steps of the colour scale on either side of 0. */
export const steps = 10;

interface LevelPath {
  /** −10 to 10: the value in tenths. */
  readonly level: number;
  readonly path: string;
}

/** The cells of each level, `size` pixels wide; those that round to 0 show the background. */
export function levelPaths(values: CellValues, size: number): readonly LevelPath[] {
  const byLevel = new Map<number, string[]>();
  values.forEach((row, i) => {
    row.forEach((value, j) => {
      const level = Math.round(steps * Math.max(-1, Math.min(1, value)));
      if (level === 0) return;
      const square = `M${j * size} ${i * size}h${size}v${size}h${-size}z`;
      const list = byLevel.get(level);
      if (list) list.push(square);
      else byLevel.set(level, [square]);
    });
  });
  return [...byLevel]
    .sort(([a], [b]) => a - b)
    .map(([level, squares]) => ({ level, path: squares.join("") }));
}

/** A minus sign in every clearly negative cell, for readers who cannot distinguish the colours. */
export function minusPath(values: CellValues, size: number): string {
  const [from, long] = [0.3 * size, 0.4 * size];
  return values
    .flatMap((row, i) =>
      row.map((value, j) =>
        value <= -0.15 ? `M${short(j * size + from)} ${short((i + 0.5) * size)}h${short(long)}` : "",
      ),
    )
    .join("");
}

/** The cell that a key moves to; undefined for other keys. */
export function cellAfter([i, j]: Cell, key: string, d: number): Cell | undefined {
  const within = (k: number): number => Math.max(0, Math.min(d - 1, k));
  const moves: Readonly<Record<string, Cell>> = {
    ArrowUp: [within(i - 1), j],
    ArrowDown: [within(i + 1), j],
    ArrowLeft: [i, within(j - 1)],
    ArrowRight: [i, within(j + 1)],
    Home: [i, 0],
    End: [i, d - 1],
  };
  return moves[key];
}

function short(x: number): number {
  return Math.round(10 * x) / 10;
}
