// The drawing itself, by React Flow: it can be panned and zoomed, variables can be moved and selected, edges selected.

import { ReactFlow } from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { type CSSProperties, useCallback, useMemo, useRef } from "react";
import type { Chosen } from "../shared/shown-edge.ts";
import { edgeTypes, type Flow, nodeTypes } from "./graph-flow.tsx";
import { GraphWindow } from "./graph-window.tsx";
import { extentOf, type Place } from "./layout.ts";
import type { Placed } from "./use-placed.ts";
import { type Extent, zoom } from "./view-of.ts";

interface GraphCanvasProps {
  readonly flow: Flow;
  readonly placed: Placed;
  readonly label: string;
  /** The variable that a large drawing initially shows. */
  readonly home: string | undefined;
  readonly chosen: Chosen | null;
  readonly onChoose: (chosen: Chosen | null) => void;
  readonly onMove: (name: string, place: Place) => void;
  readonly isFull: boolean;
  readonly onFull: () => void;
}

/** Number of variables above which names would be illegible with all in view: the drawing is larger and has an overview. */
const many = 24;

/** Number of edges above which those out of view are not rendered. */
const manyEdges = 200;

const labels = {
  "node.a11yDescription.default":
    "Press Enter to see its causes and effects, arrow keys to move it, Escape to close.",
  "edge.a11yDescription.default": "Press Enter for details of this edge, Escape to close.",
  "controls.ariaLabel": "Zoom",
  "controls.zoomIn.ariaLabel": "Zoom in",
  "controls.zoomOut.ariaLabel": "Zoom out",
};

export function GraphCanvas(props: GraphCanvasProps) {
  const { flow, placed, home, chosen, onChoose, onMove, isFull } = props;
  const extent = useMemo(() => extentOf(placed), [placed]);
  const latest = useRef(flow);
  latest.current = flow;
  const extentOfNames = useCallback((names?: readonly string[]) => boxAround(latest.current, names), []);
  const nameOf = (id: string): string => flow.nodes[Number(id)].data.name;
  const shape = flow.nodes.length > many ? 1.3 : extent.width / extent.height;
  return (
    <section
      className="graph-canvas"
      aria-label={props.label}
      style={{ "--shape": shape } as CSSProperties}
      onKeyDown={(event) => event.key === "Escape" && onChoose(null)}
    >
      <ReactFlow
        nodes={flow.nodes}
        edges={flow.edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        nodesConnectable={false}
        onNodesChange={(changes) => {
          for (const change of changes) {
            if (change.type === "position" && change.position) onMove(nameOf(change.id), change.position);
            if (change.type === "select" && change.selected)
              onChoose({ what: "node", name: nameOf(change.id) });
          }
        }}
        onEdgesChange={(changes) => {
          for (const change of changes) {
            if (change.type !== "select" || !change.selected) continue;
            const { from, to } = flow.edges[Number(change.id)].data!.edge;
            onChoose({ what: "edge", from, to });
          }
        }}
        onPaneClick={() => onChoose(null)}
        multiSelectionKeyCode={null}
        selectionKeyCode={null}
        deleteKeyCode={null}
        zoomOnDoubleClick={false}
        preventScrolling={isFull}
        zoomOnScroll={isFull}
        minZoom={zoom.least}
        maxZoom={zoom.most}
        onlyRenderVisibleElements={flow.edges.length > manyEdges}
        ariaLabelConfig={labels}
      >
        <GraphWindow
          extent={extent}
          extentOf={extentOfNames}
          home={home}
          chosen={chosen}
          isFull={isFull}
          onFull={props.onFull}
          hasOverview={flow.nodes.length > many}
        />
      </ReactFlow>
    </section>
  );
}

/** Bounding box of some variables, or of the whole drawing; null if none of them is drawn. */
function boxAround({ nodes, edges }: Flow, names?: readonly string[]): Extent | null {
  const wanted = names && new Set(names);
  const places = new Map(
    nodes.flatMap(({ data: { name }, position }) =>
      wanted === undefined || wanted.has(name) ? [[name, position]] : [],
    ),
  );
  if (places.size === 0) return null;
  return extentOf({ places, routes: wanted === undefined ? edges.map(({ data }) => data!.points) : [] });
}
