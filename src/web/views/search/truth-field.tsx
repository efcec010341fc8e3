// The true graph to compare with, if known: that of an example, or a file in any supported format.

import { useId } from "react";
import { directedTruth, edgesOf, formatOf, type NamedEdge, numbers, readGraph } from "../../../core/index.ts";
import type { Draft } from "../draft/draft.ts";
import { FileInput } from "../shared/file-button.tsx";
import { Sentence } from "../shared/sentence.tsx";
import { useAttempt } from "../shared/use-attempt.ts";

export interface TruthFieldProps {
  readonly columns: readonly string[];
  /** True graph of an example table. */
  readonly example: readonly NamedEdge[] | null;
  readonly truth: NonNullable<Draft["truth"]> | null;
  readonly onChange: (truth: NonNullable<Draft["truth"]> | null) => void;
  readonly sentence: string | null;
}

export function TruthField({ columns, example, truth, onChange, sentence }: TruthFieldProps) {
  const id = useId();
  const { sentence: refused, attempt } = useAttempt();
  const take = (file: File) => attempt(async () => onChange(edgesIn(await file.text(), file.name, columns)));
  return (
    <div className="field">
      <label htmlFor={id}>True graph</label>
      <p className="hint" id={`${id}-hint`}>
        {truth === null
          ? "If the true graph is known, the result is compared with it: an edge list that begins with the line cause,effect, an adjacency matrix, DOT, GML, … The search does not use it."
          : `The result is compared with ${typeof truth === "string" ? "a graph file" : numbers.counted(truth.length, "true edge")}. The search does not use them.`}
      </p>
      <div className="actions search-truth">
        <FileInput id={id} describedBy={`${id}-hint`} onFiles={([file]) => take(file)} />
        {example !== null && truth === null && (
          <button type="button" onClick={() => onChange(example.map(([cause, effect]) => [cause, effect]))}>
            Use the true graph of the example
          </button>
        )}
        {truth !== null && (
          <button type="button" onClick={() => onChange(null)}>
            Remove the true graph
          </button>
        )}
      </div>
      <Sentence text={refused ?? sentence} />
    </div>
  );
}

function edgesIn(text: string, name: string, columns: readonly string[]): [string, string][] {
  const named = readGraph(text, formatOf(name, text), columns, { where: "truth" });
  directedTruth(named, name);
  return edgesOf(named).map(([cause, effect]) => [cause, effect]);
}
