// The edges of a drawing as a list of buttons, with all information of the drawing, for keyboards, screen readers and long names.

import { numbers, type PairShares, words } from "../../../core/index.ts";
import { type Chosen, isChosen, isSplit, nameText, type ShownEdge } from "../shared/shown-edge.ts";

export interface EdgeListProps {
  readonly edges: readonly ShownEdge[];
  readonly chosen: Chosen | null;
  readonly onChoose: (chosen: Chosen) => void;
}

/** Number of edges above which the list is truncated. */
const most = 500;

export function EdgeList({ edges, chosen, onChoose }: EdgeListProps) {
  if (edges.length === 0) return <p className="soft small">No edges.</p>;
  return (
    <details className="graph-list">
      <summary>{numbers.counted(edges.length, "edge")} as a list</summary>
      {edges.length > most && (
        <p className="soft small">
          The first {numbers.count(most)} of {numbers.count(edges.length)}; the files to download have all of
          them.
        </p>
      )}
      <ul>
        {edges.slice(0, most).map((edge, k) => (
          <li key={k}>
            <button
              type="button"
              className="plain"
              aria-pressed={isChosen(edge, chosen)}
              onClick={() => onChoose({ what: "edge", from: edge.from, to: edge.to })}
            >
              <span className="name">
                <bdi>{nameText(edge.from)}</bdi> {edge.isDirected ? "→" : "—"} <bdi>{nameText(edge.to)}</bdi>
              </span>
              {edge.sure !== undefined && (
                <span className="number">{shareText(edge.sure, edge.isDirected)}</span>
              )}
              {edge.loss !== null && <span className="number">{numbers.significant(edge.loss)}</span>}
              {edge.note !== "" && <span className={`graph-word graph-${edge.kind}`}>{edge.note}</span>}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** "95 %, this way 60 %": the share of graphs that link the two, and the share that have this edge. */
function shareText(sure: PairShares | null, isDirected: boolean): string {
  const [link, share] = words.edgeShares(sure, isDirected);
  if (isSplit(sure, isDirected)) return `${link}, ${share}`;
  return `${link}, ${isDirected ? "this way" : "open"} ${share}`;
}
