// A true graph to compare with, where one is known: that of an example, or a file in any format that is read.

import { useId } from "react";
import { directedTruth, edgesOf, formatOf, type NamedEdge, numbers, readGraph } from "../../../core/index.ts";
import type { Draft } from "../draft/draft.ts";
import { Sentence } from "../shared/sentence.tsx";
import { useAttempt } from "../shared/use-attempt.ts";

export interface TruthFieldProps {
  readonly columns: readonly string[];
  /** Of an example. */
  readonly known: readonly NamedEdge[] | null;
  readonly truth: NonNullable<Draft["truth"]> | null;
  readonly onChange: (truth: NonNullable<Draft["truth"]> | null) => void;
  readonly sentence: string | null;
}

export function TruthField({ columns, known, truth, onChange, sentence }: TruthFieldProps) {
  const id = useId();
  const { sentence: refused, attempt } = useAttempt();
  const take = (file: File) => attempt(async () => onChange(edgesIn(await file.text(), file.name, columns)));
  return (
    <div className="field">
      <label htmlFor={id}>True graph</label>
      <p className="hint" id={`${id}-hint`}>
        {truth === null
          ? "Where the answer is known, to compare with: an edge list that begins with the line cause,effect, an adjacency matrix, DOT, GML, … No search looks at it."
          : `To compare with: ${typeof truth === "string" ? "a graph file" : numbers.counted(truth.length, "edge")}. No search looks at it.`}
      </p>
      <div className="actions search-truth">
        <input
          id={id}
          type="file"
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) take(file);
            target.value = "";
          }}
        />
        {known !== null && truth === null && (
          <button type="button" onClick={() => onChange(known.map(([cause, effect]) => [cause, effect]))}>
            Take that of the example
          </button>
        )}
        {truth !== null && (
          <button type="button" onClick={() => onChange(null)}>
            Compare with nothing
          </button>
        )}
      </div>
      {(refused ?? sentence) !== null && <Sentence text={(refused ?? sentence)!} />}
    </div>
  );
}

function edgesIn(text: string, name: string, columns: readonly string[]): [string, string][] {
  const named = readGraph(text, formatOf(name, text), columns, { where: "truth" });
  directedTruth(named, name);
  return edgesOf(named).map(([cause, effect]) => [cause, effect]);
}
