// The legend of a drawing: a sample of each line with its meaning.

import type { LegendRow } from "./legend.ts";

export function GraphLegend({ of }: { readonly of: readonly LegendRow[] }) {
  if (of.length === 0) return null;
  return (
    <ul className="graph-legend small">
      {of.map(([look, words]) => (
        <li key={look}>
          <svg className={`graph-edge graph-${look}`} viewBox="0 0 34 10" aria-hidden="true">
            <Sample look={look} />
          </svg>
          {words}
        </li>
      ))}
    </ul>
  );
}

function Sample({ look }: { readonly look: LegendRow[0] }) {
  if (look === "widths")
    return (
      <>
        <path d="M1 2H33" className="graph-line" strokeWidth={1} />
        <path d="M1 7H33" className="graph-line" strokeWidth={4} />
      </>
    );
  return (
    <>
      <path
        d={look === "arrow" ? "M1 5H25" : "M1 5H33"}
        className="graph-line"
        strokeWidth={look === "reversed" ? 5 : 2}
      />
      {look === "arrow" && <path d="M33 5L24 1V9Z" className="graph-head" />}
      {look === "reversed" && <path d="M1 5H33" className="graph-core" strokeWidth={1.8} />}
      {look === "known" && <circle className="graph-mark" cx={17} cy={5} r={3.6} />}
    </>
  );
}
