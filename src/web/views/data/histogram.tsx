// Histogram of a column: counts of rows by interval or by label. Hidden from screen readers; the numbers are beside it.

const width = 100;
const height = 26;

export function Histogram({ rows }: { readonly rows: readonly number[] }) {
  return (
    <svg
      className="histogram"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      <path className="histogram-base" d={`M0 ${height - 0.5}H${width}`} />
      <path d={barsPath(rows, width, height - 1)} />
    </svg>
  );
}

/** All bars in one path; a bar with at least one row is visible. */
export function barsPath(rows: readonly number[], w: number, h: number): string {
  const most = Math.max(...rows, 1);
  const step = w / Math.max(rows.length, 1);
  const gap = Math.min(1, 0.2 * step);
  return rows
    .map((count, k) => {
      if (count === 0) return "";
      const tall = Math.max(1, (h * count) / most);
      return `M${round(k * step)} ${h}v${round(-tall)}h${round(step - gap)}v${round(tall)}z`;
    })
    .join("");
}

function round(x: number): number {
  return Math.round(10 * x) / 10;
}
