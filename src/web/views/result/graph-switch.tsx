// Which of a result's graphs is shown, with its size and score, and what its lines mean.

import { numbers } from "../../../core/index.ts";
import type { ResultGraph } from "./result-graphs.ts";

export interface GraphSwitchProps {
  readonly graphs: readonly ResultGraph[];
  readonly shown: ResultGraph;
  readonly onShow: (id: ResultGraph["id"]) => void;
}

export function GraphSwitch({ graphs, shown, onShow }: GraphSwitchProps) {
  return (
    <>
      {graphs.length > 1 && (
        <fieldset className="result-switch">
          <legend className="hidden">Which graph is shown</legend>
          {graphs.map((graph) => (
            <label key={graph.id} className={graph === shown ? "result-here" : undefined}>
              <input
                type="radio"
                name="graph"
                className="hidden"
                checked={graph === shown}
                onChange={() => onShow(graph.id)}
              />
              <span>{graph.title}</span>
              <span className="small soft">
                {numbers.counted(graph.count, "edge")}
                {graph.score !== null && `, ${numbers.fixed(graph.score)}`}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <p className="soft small">{shown.meaning} Causes are above their effects.</p>
      <Legend of={shown.legend} />
    </>
  );
}

export function Legend({ of }: { readonly of: ResultGraph["legend"] }) {
  if (of.length === 0) return null;
  return (
    <ul className="graph-legend small">
      {of.map(([kind, words]) => (
        <li key={kind}>
          <svg className={`graph-edge graph-${kind}`} viewBox="0 0 34 10" aria-hidden="true">
            <path d="M1 5H33" className="graph-line" strokeWidth={kind === "reversed" ? 5 : 2} />
            {kind === "reversed" && <path d="M1 5H33" className="graph-core" strokeWidth={1.8} />}
          </svg>
          {words}
        </li>
      ))}
    </ul>
  );
}
