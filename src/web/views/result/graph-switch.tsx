// Switch between the graphs of a result, each with its size and score.

import { numbers } from "../../../core/index.ts";
import type { ResultGraph } from "./result-graphs.ts";

export interface GraphSwitchProps {
  readonly graphs: readonly ResultGraph[];
  readonly current: ResultGraph;
  readonly onShow: (id: ResultGraph["id"]) => void;
}

export function GraphSwitch({ graphs, current, onShow }: GraphSwitchProps) {
  return (
    <>
      {graphs.length > 1 && (
        <fieldset className="result-switch">
          <legend className="hidden">Which graph is shown</legend>
          {graphs.map((graph) => (
            <label key={graph.id} className={graph === current ? "result-here" : undefined}>
              <input
                type="radio"
                name="graph"
                className="hidden"
                checked={graph === current}
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
      <p className="soft small">
        {current.meaning} Causes are above their effects
        {current.edges.some(({ isDirected }) => !isDirected) &&
          "; where a direction is open, which of the two is above means nothing"}
        .
      </p>
    </>
  );
}
