// The nodes and edges of a drawing, for React Flow: boxes with names, lines by kind. Their ids are indices in the lists, since names
// can be any text.

import { type Edge, type EdgeProps, Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { memo } from "react";
import {
  allNodeWords,
  type Chosen,
  edgeWords,
  isChosen,
  lineOpacity,
  lineWidths,
  nameText,
  type ShownEdge,
} from "../shared/shown-edge.ts";
import { type Box, type Drawn, directLine, drawnEdge } from "./edge-path.ts";
import type { Around } from "./focus.ts";
import { nodeHeight, nodeWidth, type Place } from "./layout.ts";
import type { Moved } from "./moved-places.ts";
import type { Placed } from "./use-placed.ts";

export type VariableNode = Node<{ readonly name: string; readonly look: string }, "variable">;

export interface DrawnEdgeData extends Record<string, unknown> {
  readonly points: readonly Place[];
  readonly edge: ShownEdge;
  readonly width: number;
  readonly look: string;
}

type DrawnEdge = Edge<DrawnEdgeData, "drawn">;

/** Input of React Flow, whose types require mutable arrays. */
export interface Flow {
  readonly nodes: VariableNode[];
  readonly edges: DrawnEdge[];
}

interface FlowInput {
  readonly names: readonly string[];
  readonly edges: readonly ShownEdge[];
  readonly placed: Placed;
  readonly chosen: Chosen | null;
  /** Emphasised part; the rest is faint. Null: no emphasis. */
  readonly near: Around | null;
  readonly isByStrength: boolean;
}

export function flowOf({ names, edges, placed, chosen, near, isByStrength }: FlowInput): Flow {
  const { places, routes, by } = placed;
  const number = new Map(names.map((name, i) => [name, String(i)]));
  const routeOf = new Map(by.map((edge, k) => [JSON.stringify(edge), routes[k]]));
  const pointsOf = (from: string, to: string): readonly Place[] => {
    const there = routeOf.get(JSON.stringify([from, to]));
    if (there !== undefined && there.length > 1) return there;
    const back = routeOf.get(JSON.stringify([to, from]));
    return back !== undefined && back.length > 1
      ? back.toReversed()
      : directLine(boxOf(from, places), boxOf(to, places));
  };
  const labels = allNodeWords(names, edges);
  const widths = lineWidths(edges, isByStrength);
  return {
    nodes: names.map((name, i) => ({
      id: String(i),
      type: "variable",
      position: places.get(name) ?? { x: 0, y: 0 },
      width: nodeWidth(name),
      height: nodeHeight,
      // Given, not measured: otherwise React Flow removes the edges, and the focus with them, until it has measured each new node.
      measured: { width: nodeWidth(name), height: nodeHeight },
      handles: [
        { type: "target", position: Position.Top, x: nodeWidth(name) / 2, y: 0 },
        { type: "source", position: Position.Bottom, x: nodeWidth(name) / 2, y: nodeHeight },
      ],
      data: { name, look: near === null ? "" : near.names.has(name) ? "graph-near" : "graph-far" },
      selected: chosen?.what === "node" && chosen.name === name,
      ariaLabel: labels[i],
    })),
    edges: edges.map((edge, k) => ({
      id: String(k),
      type: "drawn",
      source: number.get(edge.from)!,
      target: number.get(edge.to)!,
      selected: isChosen(edge, chosen),
      ariaLabel: edgeWords(edge),
      data: {
        points: pointsOf(edge.from, edge.to),
        edge,
        width: widths[k],
        look: near === null || near.edges.has(edge) ? "" : "graph-far",
      },
    })),
  };
}

/** Variables at the positions the user moved them to, with direct lines to them. Whatever has not moved stays the same object. */
export function withMoved(flow: Flow, moved: Moved): Flow {
  if (moved.size === 0) return flow;
  const places = new Map(
    flow.nodes.map(({ data, position }) => [data.name, moved.get(data.name) ?? position]),
  );
  return {
    nodes: flow.nodes.map((node) =>
      moved.has(node.data.name) ? { ...node, position: moved.get(node.data.name)! } : node,
    ),
    edges: flow.edges.map((drawn) => {
      const data = drawn.data!;
      const { from, to } = data.edge;
      if (!moved.has(from) && !moved.has(to)) return drawn;
      return { ...drawn, data: { ...data, points: directLine(boxOf(from, places), boxOf(to, places)) } };
    }),
  };
}

function boxOf(name: string, places: ReadonlyMap<string, Place>): Box {
  return { ...(places.get(name) ?? { x: 0, y: 0 }), width: nodeWidth(name), height: nodeHeight };
}

/** The line of an edge with its head, which scales with the width of the line. */
export function lineOf({ points, edge, width }: DrawnEdgeData): Drawn {
  return drawnEdge(points, edge.isDirected, 0.8 + width / 8);
}

/** Radius of the mark on edges known beforehand. */
export const markRadius = 4;

const Variable = memo(({ data: { name, look } }: NodeProps<VariableNode>) => (
  <div className={`graph-node ${look}`} title={name}>
    <Handle type="target" position={Position.Top} isConnectable={false} />
    <span className="graph-name">{nameText(name)}</span>
    <Handle type="source" position={Position.Bottom} isConnectable={false} />
  </div>
));

const Line = memo(({ data, selected }: EdgeProps<DrawnEdge>) => {
  const { edge, width, look } = data!;
  const { line, head, middle } = lineOf(data!);
  return (
    <g className={`graph-edge graph-${edge.kind} ${look} ${selected ? "graph-chosen" : ""}`}>
      <title>{edgeWords(edge)}</title>
      <path d={line} className="graph-halo" />
      <g opacity={lineOpacity(edge)}>
        <path d={line} className="graph-line" strokeWidth={edge.kind === "reversed" ? width + 3 : width} />
        {edge.kind === "reversed" && <path d={line} className="graph-core" strokeWidth={width * 0.4 + 1} />}
        {head !== "" && <path d={head} className="graph-head" />}
      </g>
      {edge.kind === "known" && <circle className="graph-mark" cx={middle.x} cy={middle.y} r={markRadius} />}
      <path d={line} className="graph-reach" />
    </g>
  );
});

export const nodeTypes = { variable: Variable };
export const edgeTypes = { drawn: Line };
