// The cells of a correlation map as few paths, one for each step of the colour scale: sixty columns are 3,600 cells, which are
// slow as elements of their own.

export type Correlations = {
  readonly columns: readonly string[];
  readonly values: readonly (readonly number[])[];
};

/** A place in the map: row and column, from 0. */
export type Cell = readonly [number, number];

/** Steps of the scale on either side of 0. */
export const steps = 10;

export interface LevelPath {
  /** −10 to 10: the correlation in tenths. */
  readonly level: number;
  readonly path: string;
}

/** The cells of each level, each `size` wide; those that round to 0 are left to the ground. */
export function levelPaths({ values }: Correlations, size: number): readonly LevelPath[] {
  const byLevel = new Map<number, string[]>();
  values.forEach((row, i) => {
    row.forEach((value, j) => {
      const level = Math.round(steps * Math.max(-1, Math.min(1, value)));
      if (level === 0) return;
      const square = `M${j * size} ${i * size}h${size}v${size}h${-size}z`;
      const known = byLevel.get(level);
      if (known) known.push(square);
      else byLevel.set(level, [square]);
    });
  });
  return [...byLevel]
    .sort(([a], [b]) => a - b)
    .map(([level, squares]) => ({ level, path: squares.join("") }));
}

/** A minus in every cell that is plainly negative: the sign for eyes that do not see the colour. */
export function minusPath({ values }: Correlations, size: number): string {
  const [from, long] = [0.3 * size, 0.4 * size];
  return values
    .flatMap((row, i) =>
      row.map((value, j) =>
        value <= -0.15 ? `M${short(j * size + from)} ${short((i + 0.5) * size)}h${short(long)}` : "",
      ),
    )
    .join("");
}

/** The correlations of one column with the others, the strongest of either sign first. */
export function strongest(
  { columns, values }: Correlations,
  at: number,
): readonly { readonly name: string; readonly value: number }[] {
  return columns
    .map((name, k) => ({ name, value: values[at][k] }))
    .filter((_, k) => k !== at)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
}

/** Where a key leads from a cell; undefined for a key that leads nowhere. */
export function cellAfter([i, j]: Cell, key: string, d: number): Cell | undefined {
  const within = (k: number): number => Math.max(0, Math.min(d - 1, k));
  switch (key) {
    case "ArrowUp":
      return [within(i - 1), j];
    case "ArrowDown":
      return [within(i + 1), j];
    case "ArrowLeft":
      return [i, within(j - 1)];
    case "ArrowRight":
      return [i, within(j + 1)];
    case "Home":
      return [i, 0];
    case "End":
      return [i, d - 1];
    default:
      return undefined;
  }
}

function short(x: number): number {
  return Math.round(10 * x) / 10;
}
