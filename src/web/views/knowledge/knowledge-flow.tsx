// Nodes and edges of the drawing of prior knowledge, for React Flow. Their ids are indices in the list of drawn names, since names
// can be any text.

import {
  type ConnectionLineComponentProps,
  type Edge,
  type EdgeProps,
  Handle,
  type Node,
  type NodeProps,
  Position,
} from "@xyflow/react";
import { memo } from "react";
import type { NamedEdge } from "../../../core/index.ts";
import type { DraftKnowledge } from "../draft/draft.ts";
import { drawnEdge } from "../graph/edge-path.ts";
import { nameText } from "../shared/shown-edge.ts";
import { type EdgeKind, saying } from "./knowledge.ts";
import { type Box, lineBetween, type Place } from "./knowledge-places.ts";

export type Picking = { readonly from: string | null; readonly pick: (name: string) => void };
export type VariableNode = Node<Picking & { readonly name: string }, "variable">;
export type KnowledgeEdge = Edge<
  { readonly edge: NamedEdge; readonly kind: EdgeKind; readonly drawn: ReturnType<typeof drawnEdge> },
  "known"
>;

export function nodeOf(
  { name, x, y }: Place,
  drawn: readonly string[],
  box: Box,
  picking: Picking,
): VariableNode {
  return {
    id: String(drawn.indexOf(name)),
    type: "variable",
    position: { x, y },
    ...box,
    measured: box,
    selectable: false,
    data: { name, ...picking },
  };
}

export function edgesOf(
  { required, forbidden }: DraftKnowledge,
  places: readonly Place[],
  drawn: readonly string[],
  { box, width, chosen }: { readonly box: Box; readonly width: number; readonly chosen: NamedEdge | null },
): KnowledgeEdge[] {
  const at = new Map(places.map((place) => [place.name, place]));
  const of = (kind: EdgeKind, edges: readonly NamedEdge[]): KnowledgeEdge[] =>
    edges.flatMap((edge): KnowledgeEdge[] => {
      const [cause, effect] = edge;
      const [a, b] = [at.get(cause), at.get(effect)];
      if (a === undefined || b === undefined || a === b) return [];
      const [source, target] = [String(drawn.indexOf(cause)), String(drawn.indexOf(effect))];
      return [
        {
          id: `${source}-${target}`,
          type: "known",
          source,
          target,
          selected: chosen !== null && chosen[0] === cause && chosen[1] === effect,
          ariaLabel: `${cause} ${saying[kind]} ${effect}`,
          data: { edge, kind, drawn: drawnEdge(lineBetween(a, b, box, width), true) },
        },
      ];
    });
  return [...of("required", required), ...of("forbidden", forbidden)];
}

const Variable = memo(({ data: { name, from, pick } }: NodeProps<VariableNode>) => (
  <button
    type="button"
    className={from === name ? "known-node from" : "known-node"}
    title={name}
    aria-pressed={from === name}
    onClick={() => pick(name)}
  >
    <span>{nameText(name)}</span>
    <Handle type="source" position={Position.Top} />
  </button>
));

const Line = memo(({ data, selected }: EdgeProps<KnowledgeEdge>) => {
  const { kind, drawn } = data!;
  const { x, y } = drawn.middle;
  return (
    <g className={`graph-edge known-${kind} ${selected ? "graph-chosen" : ""}`}>
      <path className="graph-halo" d={drawn.line} />
      <path className="graph-line" d={drawn.line} strokeWidth={2} />
      <path className="graph-head" d={drawn.head} />
      {kind === "forbidden" && (
        <path className="known-cross" d={`M${x - 5} ${y - 5}l10 10M${x + 5} ${y - 5}l-10 10`} />
      )}
      <path className="graph-reach" d={drawn.line} />
    </g>
  );
});

/** The line being drawn, from the centre of its cause to the pointer. */
export function Reaching({ fromNode, toX, toY }: ConnectionLineComponentProps) {
  const { positionAbsolute: at } = fromNode.internals;
  const [x, y] = [at.x + (fromNode.measured.width ?? 0) / 2, at.y + (fromNode.measured.height ?? 0) / 2];
  return <path className="known-reaching" d={`M${x} ${y}L${toX} ${toY}`} />;
}

export const nodeTypes = { variable: Variable };
export const edgeTypes = { known: Line };
