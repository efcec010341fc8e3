// An interactive graph: variables in layers, edges distinguished by colour and line style. It can be panned and zoomed, its variables
// moved, one variable and its surroundings focused, weak edges hidden, and edges and variables selected by pointer or keyboard; the
// list of its edges (edge-list.tsx) offers the same selection.
//
// The caller defines what an edge means (correct, missing, only in A); the drawing has a style for each kind.

import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { NamedEdge } from "../../../core/index.ts";
import { Sentence } from "../shared/sentence.tsx";
import { type Chosen, edgeWords, isChosen, type ShownEdge } from "../shared/shown-edge.ts";
import { mostLinked } from "./focus.ts";
import { GraphCanvas } from "./graph-canvas.tsx";
import { type Flow, flowOf, withMoved } from "./graph-flow.tsx";
import { GraphLegend } from "./graph-legend.tsx";
import { GraphTools } from "./graph-tools.tsx";
import { type LegendRow, legendRows } from "./legend.ts";
import { useMoved } from "./moved-places.ts";
import { useFullScreen } from "./use-full-screen.ts";
import { usePlaced } from "./use-placed.ts";
import { type Look, mostAtOnce, useVisiblePart } from "./use-visible-part.ts";
import "./graph-view.css";

interface GraphViewProps {
  readonly names: readonly string[];
  readonly edges: readonly ShownEdge[];
  /** What the drawing shows, for screen readers. */
  readonly label: string;
  /** Edges that determine the layout, so that it stays while other edges are shown; by default those shown. */
  readonly placedBy?: readonly NamedEdge[] | undefined;
  readonly chosen?: Chosen | null | undefined;
  readonly onChoose?: ((chosen: Chosen | null) => void) | undefined;
  readonly isWidthByStrength?: boolean | undefined;
  /** Meaning of the colours and line styles. */
  readonly legend?: readonly LegendRow[] | undefined;
  /** Positions of moved variables are stored under this key. */
  readonly storageKey?: string | undefined;
  /** Receives the current drawing, for exporting a picture of it. */
  readonly drawn?: RefObject<Flow | null> | undefined;
}

const nobody = (): void => {};

export function GraphView(props: GraphViewProps) {
  const { chosen = null, onChoose = nobody, isWidthByStrength: isByStrength = false } = props;
  const [look, setLook] = useState<Look>({
    reach: "neighbours",
    isOnly: props.names.length > mostAtOnce,
    least: 0,
    above: 0,
    isOpenOnly: false,
  });
  const { focus, names, edges, near, placedBy } = useVisiblePart(props, chosen, look);
  const { placed, isWaiting, sentence } = usePlaced(names, placedBy, edges);
  const isPart = names !== props.names;
  const { moved, move, putBack } = useMoved(
    isPart ? JSON.stringify([focus, look.reach]) : (props.storageKey ?? ""),
    !isPart && props.storageKey !== undefined,
  );
  const base = useMemo(
    () => placed && flowOf({ names, edges, placed, chosen, near, isByStrength }),
    [names, edges, placed, chosen, near, isByStrength],
  );
  const flow = useMemo(() => base && withMoved(base, moved), [base, moved]);
  useEffect(() => {
    if (props.drawn) props.drawn.current = flow;
  }, [props.drawn, flow]);
  const box = useRef<HTMLDivElement>(null);
  const [isFull, toggleFull] = useFullScreen(box);
  const marked = edges.find((edge) => isChosen(edge, chosen));
  return (
    <div ref={box} className={isFull ? "graph graph-full" : "graph"}>
      <Sentence text={sentence} />
      <GraphTools
        names={props.names}
        edges={props.edges}
        focus={focus}
        look={look}
        onLook={setLook}
        onFind={(name) => onChoose({ what: "node", name })}
        onAll={() => {
          setLook({ ...look, isOnly: false });
          onChoose(null);
        }}
        onPutBack={moved.size > 0 ? putBack : null}
      />
      <GraphLegend of={legendRows(edges, props.legend ?? [], isByStrength)} />
      {placed === null || flow === null ? (
        <section className="graph-canvas" aria-label={props.label}>
          <p className="graph-wait soft">Computing the layout …</p>
        </section>
      ) : (
        <GraphCanvas
          flow={flow}
          placed={placed}
          label={props.label}
          home={focus ?? mostLinked(names, edges)}
          chosen={chosen}
          onChoose={onChoose}
          onMove={move}
          isFull={isFull}
          onFull={toggleFull}
        />
      )}
      {isFull && marked !== undefined && <p role="status">{edgeWords(marked)}</p>}
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
