// The best graph so far as a matrix, a row for each cause and a column for each effect: with many variables it is easier to read
// than overlapping lines. Edges that the last change removed are faint.

import { memo, useMemo } from "react";
import { type NamedEdge, numbers } from "../../../core/index.ts";
import { CellMap } from "../shared/cell-map.tsx";
import { nameText } from "../shared/shown-edge.ts";
import { edgeMarks, markWords } from "./edge-marks.ts";

interface EdgeMatrixProps {
  readonly columns: readonly string[];
  readonly edges: readonly NamedEdge[];
  /** Marked in both directions. */
  readonly undirected: readonly NamedEdge[];
  readonly gone: readonly NamedEdge[];
}

export const EdgeMatrix = memo(function EdgeMatrix(props: EdgeMatrixProps) {
  const { columns, edges, undirected, gone } = props;
  const values = useMemo(() => {
    const open = undirected.flatMap(([a, b]): NamedEdge[] => [
      [a, b],
      [b, a],
    ]);
    return edgeMarks(columns, [...edges, ...open], gone);
  }, [columns, edges, undirected, gone]);
  return (
    <CellMap
      columns={columns}
      values={values}
      low={0}
      hasNumbers={false}
      hasScale={false}
      label={`The best graph so far: ${numbers.counted(edges.length + undirected.length, "edge")}, a row for each cause, a column for each effect`}
      textOf={([i, j]) => (
        <span className="name">
          {nameText(columns[i])} → {nameText(columns[j])}: {markWords(values[i][j])}
        </span>
      )}
    />
  );
});
