// The nodes and edges of a drawing, for React Flow: boxes with names, lines by kind. Both are called by their places in the lists,
// because names are data.

import { type Edge, type EdgeProps, Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { memo } from "react";
import type { NamedEdge } from "../../../core/index.ts";
import {
  allNodeWords,
  type Chosen,
  edgeWords,
  isChosen,
  lineWidths,
  type ShownEdge,
  shownName,
} from "../shared/shown-edge.ts";
import { type Box, directLine, drawnEdge } from "./edge-path.ts";
import { type Arrangement, nodeHeight, nodeWidth, type Place } from "./layout.ts";

type VariableNode = Node<{ readonly name: string; readonly look: string }, "variable">;
type DrawnEdge = Edge<
  {
    readonly points: readonly Place[];
    readonly edge: ShownEdge;
    readonly width: number;
    readonly look: string;
  },
  "drawn"
>;

/** An arrangement, and the edges that it was made by. */
export type Placed = Arrangement & { readonly by: readonly NamedEdge[] };

export function flowOf(
  names: readonly string[],
  edges: readonly ShownEdge[],
  { places, routes, by }: Placed,
  chosen: Chosen | null,
  isByStrength: boolean,
): { nodes: VariableNode[]; edges: DrawnEdge[] } {
  const boxOf = (name: string): Box => ({
    ...(places.get(name) ?? { x: 0, y: 0 }),
    width: nodeWidth(name),
    height: nodeHeight,
  });
  const number = new Map(names.map((name, i) => [name, String(i)]));
  const routeOf = new Map(by.map((edge, k) => [JSON.stringify(edge), routes[k]]));
  const pointsOf = (from: string, to: string): readonly Place[] => {
    const there = routeOf.get(JSON.stringify([from, to]));
    if (there !== undefined && there.length > 1) return there;
    const back = routeOf.get(JSON.stringify([to, from]));
    return back !== undefined && back.length > 1 ? back.toReversed() : directLine(boxOf(from), boxOf(to));
  };
  const told = allNodeWords(names, edges);
  const widths = lineWidths(edges, isByStrength);
  const isAt = ({ from, to }: ShownEdge): boolean =>
    chosen?.what === "node" && (from === chosen.name || to === chosen.name);
  const near = new Set(
    edges.filter((edge) => isAt(edge) || isChosen(edge, chosen)).flatMap((e) => [e.from, e.to]),
  );
  if (chosen?.what === "node") near.add(chosen.name);
  return {
    nodes: names.map((name, i) => ({
      id: String(i),
      type: "variable",
      position: places.get(name) ?? { x: 0, y: 0 },
      width: nodeWidth(name),
      height: nodeHeight,
      // Told, not measured: otherwise React Flow takes the edges away until it has measured each new node, and the focus with them.
      measured: { width: nodeWidth(name), height: nodeHeight },
      handles: [
        { type: "target", position: Position.Top, x: nodeWidth(name) / 2, y: 0 },
        { type: "source", position: Position.Bottom, x: nodeWidth(name) / 2, y: nodeHeight },
      ],
      data: { name, look: chosen === null ? "" : near.has(name) ? "graph-near" : "graph-far" },
      selected: chosen?.what === "node" && chosen.name === name,
      ariaLabel: told[i],
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
        look: chosen === null || isChosen(edge, chosen) || isAt(edge) ? "" : "graph-far",
      },
    })),
  };
}

const Variable = memo(({ data: { name, look } }: NodeProps<VariableNode>) => (
  <div className={`graph-node ${look}`} title={name}>
    <Handle type="target" position={Position.Top} isConnectable={false} />
    <span className="graph-name">{shownName(name)}</span>
    <Handle type="source" position={Position.Bottom} isConnectable={false} />
  </div>
));

const Line = memo(({ data, selected }: EdgeProps<DrawnEdge>) => {
  const { points, edge, width, look } = data!;
  const { line, head } = drawnEdge(points, edge.isDirected, 0.8 + width / 8);
  return (
    <g className={`graph-edge graph-${edge.kind} ${look} ${selected ? "graph-chosen" : ""}`}>
      <title>{edgeWords(edge)}</title>
      <path d={line} className="graph-halo" />
      <path d={line} className="graph-line" strokeWidth={edge.kind === "reversed" ? width + 3 : width} />
      {edge.kind === "reversed" && <path d={line} className="graph-core" strokeWidth={width * 0.4 + 1} />}
      {head !== "" && <path d={head} className="graph-head" />}
      <path d={line} className="graph-reach" />
    </g>
  );
});

export const nodeTypes = { variable: Variable };
export const edgeTypes = { drawn: Line };
