// A graph to look at: variables in layers, edges told apart by colour and line. One can move and zoom it, and choose edges and
// variables by pointer or keyboard; the list of its edges (edge-list.tsx) leads to the same.
//
// What an edge means (correct, missing, only in A) is said by whoever shows it; the drawing has a look for each kind.

import {
  ControlButton,
  Controls,
  getViewportForBounds,
  ReactFlow,
  useReactFlow,
  useStore,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { type CSSProperties, useCallback, useEffect, useMemo, useState } from "react";
import type { NamedEdge } from "../../../core/index.ts";
import { Sentence } from "../shared/sentence.tsx";
import type { Chosen, ShownEdge } from "../shared/shown-edge.ts";
import { sentenceOf } from "../shared/use-loaded.ts";
import { edgeTypes, flowOf, nodeTypes, type Placed } from "./graph-flow.tsx";
import { arranged, extentOf, plainArrangement } from "./layout.ts";
import "./graph-view.css";

interface GraphViewProps {
  readonly names: readonly string[];
  readonly edges: readonly ShownEdge[];
  /** What the drawing shows, for screen readers. */
  readonly label: string;
  /** Places follow these edges, so that they stay while other edges are shown; otherwise those shown. */
  readonly placedBy?: readonly NamedEdge[] | undefined;
  readonly chosen?: Chosen | null | undefined;
  readonly onChoose?: ((chosen: Chosen | null) => void) | undefined;
  readonly isWidthByStrength?: boolean | undefined;
}

export function GraphView(props: GraphViewProps) {
  const { names, edges, label, placedBy, chosen = null, onChoose = () => {} } = props;
  const isByStrength = props.isWidthByStrength ?? false;
  const { placed, isWaiting, sentence } = usePlaced(names, placedBy, edges);
  const flow = useMemo(
    () => placed && flowOf(names, edges, placed, chosen, isByStrength),
    [names, edges, placed, chosen, isByStrength],
  );
  const extent = useMemo(() => (placed === null ? null : extentOf(placed)), [placed]);
  // Of a large graph what is chosen is brought near.
  const near = useMemo(() => {
    if (placed === null || chosen === null) return null;
    const ends = chosen.what === "edge" ? [chosen.from, chosen.to] : [chosen.name];
    const places = new Map(
      ends.flatMap((name) => (placed.places.has(name) ? [[name, placed.places.get(name)!]] : [])),
    );
    return places.size === 0 ? null : extentOf({ places, routes: [] });
  }, [placed, chosen]);
  const shape = { "--shape": extent === null ? 2 : extent.width / extent.height } as CSSProperties;
  return (
    <div className="graph" style={shape}>
      {sentence !== null && <Sentence text={sentence} />}
      <section
        className="graph-canvas"
        aria-label={label}
        onKeyDown={(event) => event.key === "Escape" && onChoose(null)}
      >
        {flow === null || extent === null ? (
          <p className="graph-wait soft">Computing the layout …</p>
        ) : (
          <ReactFlow
            nodes={flow.nodes}
            edges={flow.edges}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            nodesDraggable={false}
            nodesConnectable={false}
            onNodesChange={(changes) => {
              for (const change of changes)
                if (change.type === "select" && change.selected)
                  onChoose({ what: "node", name: names[Number(change.id)] });
            }}
            onEdgesChange={(changes) => {
              for (const change of changes) {
                if (change.type !== "select" || !change.selected) continue;
                const { from, to } = edges[Number(change.id)];
                onChoose({ what: "edge", from, to });
              }
            }}
            onPaneClick={() => onChoose(null)}
            multiSelectionKeyCode={null}
            selectionKeyCode={null}
            deleteKeyCode={null}
            zoomOnDoubleClick={false}
            preventScrolling={false}
            zoomOnScroll={false}
            minZoom={zoom.least}
            maxZoom={zoom.most}
            onlyRenderVisibleElements={edges.length > 400}
            ariaLabelConfig={labels}
          >
            <Fitted extent={extent} near={near} />
          </ReactFlow>
        )}
      </section>
      {placed?.isPlain === true && (
        <p className="soft small">
          {isWaiting
            ? "A simple layered layout for now; a better one is being computed."
            : "A simple layered layout: each variable below its causes, with straight lines."}
        </p>
      )}
    </div>
  );
}

const zoom = { least: 0.05, most: 3, first: 1.25, readable: 0.5, near: 0.8 };

/** Below the drawing there is room for the buttons. */
const padding = { top: "14px", right: "14px", bottom: "62px", left: "14px" } as const;

const labels = {
  "node.a11yDescription.default": "Press Enter to see its causes and effects, Escape to close.",
  "edge.a11yDescription.default": "Press Enter for details of this edge, Escape to close.",
  "controls.ariaLabel": "Zoom",
  "controls.zoomIn.ariaLabel": "Zoom in",
  "controls.zoomOut.ariaLabel": "Zoom out",
};

interface FittedProps {
  readonly extent: ReturnType<typeof extentOf>;
  /** What is chosen. */
  readonly near: ReturnType<typeof extentOf> | null;
}

/**
 * Keeps the whole drawing in view, lines included, when its places or its frame change; brings near what is chosen where names
 * cannot be read; and has the buttons for its size.
 */
function Fitted({ extent, near }: FittedProps) {
  const { setViewport, getZoom } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const fit = useCallback(() => {
    if (width > 0 && height > 0)
      void setViewport(getViewportForBounds(extent, width, height, zoom.least, zoom.first, padding));
  }, [setViewport, extent, width, height]);
  useEffect(fit, [fit]);
  useEffect(() => {
    if (near !== null && width > 0 && getZoom() < zoom.readable)
      void setViewport(getViewportForBounds(near, width, height, zoom.readable, zoom.near, padding));
  }, [near, width, height, getZoom, setViewport]);
  return (
    <Controls orientation="horizontal" showInteractive={false} showFitView={false}>
      <ControlButton onClick={fit} aria-label="Fit the whole graph" title="Fit the whole graph">
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M1 1h5v2H3v3H1zM10 1h5v5h-2V3h-3zM1 10h2v3h3v2H1zM13 10h2v5h-5v-2h3z" />
        </svg>
      </ControlButton>
    </Controls>
  );
}

/** Milliseconds after which plain layers are shown until the arrangement is there. */
const patienceMs = 700;

/** The last arrangement stands until the next is there; the first one, if it is long in coming, is plain. */
function usePlaced(
  names: readonly string[],
  placedBy: readonly NamedEdge[] | undefined,
  edges: readonly ShownEdge[],
): { readonly placed: Placed | null; readonly isWaiting: boolean; readonly sentence: string | null } {
  const by = useMemo(() => placedBy ?? edges.map(({ from, to }): NamedEdge => [from, to]), [placedBy, edges]);
  const [state, setState] = useState<ReturnType<typeof usePlaced>>({
    placed: null,
    isWaiting: true,
    sentence: null,
  });
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(
      () => setState((last) => (last.placed === null ? { ...last, placed: plainly(names, by) } : last)),
      patienceMs,
    );
    arranged(names, by)
      .then(
        (arrangement) =>
          isWanted && setState({ placed: { ...arrangement, by }, isWaiting: false, sentence: null }),
        (error: unknown) =>
          isWanted && setState({ placed: plainly(names, by), isWaiting: false, sentence: sentenceOf(error) }),
      )
      .finally(() => clearTimeout(timer));
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [names, by]);
  return state;
}

function plainly(names: readonly string[], by: readonly NamedEdge[]): Placed {
  return { ...plainArrangement(names, by), by };
}
