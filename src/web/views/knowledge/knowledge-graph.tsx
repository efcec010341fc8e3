// Prior knowledge as a drawing: a line from one variable to another says that it must, or cannot, cause it. Drag from one to the
// other, or select one and then the other (by pointer or by Enter); select a line to change it.
//
// All variables are in view at their full size, so there is nothing to move or zoom (knowledge-places.ts).

import { ConnectionMode, ReactFlow } from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import type { NamedEdge } from "../../../core/index.ts";
import type { DraftKnowledge } from "../draft/draft.ts";
import { nameText } from "../shared/shown-edge.ts";
import { type EdgeKind, type KnowledgeProps, saying, withEdge, withoutEdge } from "./knowledge.ts";
import { edgesOf, edgeTypes, nodeOf, nodeTypes, Reaching, type VariableNode } from "./knowledge-flow.tsx";
import { placesOf } from "./knowledge-places.ts";
import "../graph/graph-view.css";

const opposite: Readonly<Record<EdgeKind, EdgeKind>> = { required: "forbidden", forbidden: "required" };

/** Maximum number of variables drawn: with more, the lines could not be told apart. */
const mostDrawn = 40;

export function KnowledgeGraph({ names, knowledge, onChange }: KnowledgeProps) {
  const [kind, setKind] = useState<EdgeKind>("required");
  const [from, setFrom] = useState<string | null>(null);
  const [chosen, setChosen] = useState<NamedEdge | null>(null);
  const [room, width] = useWidth();
  const drawn = useMemo(() => drawnNames(names, knowledge), [names, knowledge]);
  const laid = useMemo(() => placesOf(drawn, knowledge.tiers, width), [drawn, knowledge.tiers, width]);
  const join = (cause: string, effect: string): void => {
    setFrom(null);
    if (cause === effect) return;
    onChange((draft) => withEdge(draft, kind, [cause, effect]));
    setChosen([cause, effect]);
  };
  const pick = (name: string): void => (from === null ? setFrom(name) : join(from, name));
  const nodes = laid.places.map((place): VariableNode => nodeOf(place, drawn, laid.box, { from, pick }));
  const edges = edgesOf(knowledge, laid.places, drawn, { box: laid.box, width, chosen });
  const edgeAt = (id: string): NamedEdge | null => edges.find((edge) => edge.id === id)?.data?.edge ?? null;
  return (
    <>
      <ModeSwitch kind={kind} onKind={setKind} />
      <p className="known-told" role="status">
        {from === null ? (
          "Drag from a cause to its effect, or select first one, then the other."
        ) : (
          <>
            From <span className="name">{from}</span>: select what it {saying[kind]}, or press Escape.
          </>
        )}
      </p>
      <section
        className="known-canvas"
        aria-label="Drawing of the prior knowledge"
        ref={room}
        style={{ height: laid.height }}
        onKeyDown={({ key }) => key === "Escape" && setFrom(null)}
      >
        {laid.titles.map(({ title, y }) => (
          <span key={title} className="known-title" style={{ top: y }}>
            {title}
          </span>
        ))}
        {width > 0 && (
          <ReactFlow
            nodes={nodes}
            edges={edges}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            connectionMode={ConnectionMode.Loose}
            connectionLineComponent={Reaching}
            connectOnClick={false}
            onConnect={({ source, target }) => join(drawn[Number(source)], drawn[Number(target)])}
            onEdgesChange={(changes) => {
              for (const change of changes) {
                if (change.type === "select") setChosen(change.selected ? edgeAt(change.id) : null);
                const gone = change.type === "remove" ? edgeAt(change.id) : null;
                if (gone !== null) onChange((draft) => withoutEdge(draft, gone));
              }
            }}
            onPaneClick={() => setFrom(null)}
            nodesDraggable={false}
            nodesFocusable={false}
            deleteKeyCode={["Delete", "Backspace"]}
            multiSelectionKeyCode={null}
            selectionKeyCode={null}
            panOnDrag={false}
            zoomOnScroll={false}
            zoomOnPinch={false}
            zoomOnDoubleClick={false}
            preventScrolling={false}
            autoPanOnConnect={false}
            minZoom={1}
            maxZoom={1}
          />
        )}
      </section>
      {drawn.length < names.length && (
        <p className="soft small">
          {drawn.length} of {names.length} variables are drawn, those with statements first. The form below
          has all of them.
        </p>
      )}
      <ChosenEdge knowledge={knowledge} edge={chosen} onChange={onChange} onChoose={setChosen} />
    </>
  );
}

function ModeSwitch({
  kind,
  onKind,
}: {
  readonly kind: EdgeKind;
  readonly onKind: (kind: EdgeKind) => void;
}) {
  const group = useId();
  return (
    <fieldset className="known-mode">
      <legend>New lines mean</legend>
      {(["required", "forbidden"] as const).map((one) => (
        <label key={one}>
          <input type="radio" name={group} checked={kind === one} onChange={() => onKind(one)} />
          {saying[one]}
          <svg
            viewBox="0 0 40 12"
            width="40"
            height="12"
            aria-hidden="true"
            className={`graph-edge known-${one}`}
          >
            <path className="graph-line" strokeWidth={2} d="M2 6H31" />
            <path className="graph-head" d="M39 6L30 2V10Z" />
            {one === "forbidden" && <path className="known-cross" d="M12 2l8 8M20 2l-8 8" />}
          </svg>
        </label>
      ))}
    </fieldset>
  );
}

interface ChosenEdgeProps extends Pick<KnowledgeProps, "knowledge" | "onChange"> {
  readonly edge: NamedEdge | null;
  readonly onChoose: (edge: NamedEdge | null) => void;
}

/** Actions for the selected line. */
function ChosenEdge({ knowledge, edge, onChange, onChoose }: ChosenEdgeProps) {
  const kind = edge && kindOf(knowledge, edge);
  if (edge === null || kind === null) return null;
  const [cause, effect] = edge;
  const turned: NamedEdge = [effect, cause];
  return (
    <div className="actions known-chosen">
      <span>
        <span className="name">{nameText(cause)}</span> {saying[kind]}{" "}
        <span className="name">{nameText(effect)}</span>
      </span>
      <button type="button" onClick={() => onChange((draft) => withEdge(draft, opposite[kind], edge))}>
        Change to “{saying[opposite[kind]]}”
      </button>
      <button
        type="button"
        onClick={() => {
          onChange((draft) => withEdge(withoutEdge(draft, edge), kind, turned));
          onChoose(turned);
        }}
      >
        Reverse it
      </button>
      <button type="button" onClick={() => onChange((draft) => withoutEdge(draft, edge))}>
        Delete the line
      </button>
    </div>
  );
}

function kindOf({ required, forbidden }: DraftKnowledge, [cause, effect]: NamedEdge): EdgeKind | null {
  const isIn = (edges: readonly NamedEdge[]) => edges.some(([c, e]) => c === cause && e === effect);
  return isIn(required) ? "required" : isIn(forbidden) ? "forbidden" : null;
}

/** Variables to draw: those with statements are preferred; the result is in the order of the table. */
function drawnNames(
  names: readonly string[],
  { required, forbidden, tiers }: DraftKnowledge,
): readonly string[] {
  if (names.length <= mostDrawn) return names;
  const named = new Set([...required, ...forbidden, ...tiers].flat());
  const first = [...names.filter((name) => named.has(name)), ...names.filter((name) => !named.has(name))];
  const drawn = new Set(first.slice(0, mostDrawn));
  return names.filter((name) => drawn.has(name));
}

function useWidth() {
  const room = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watcher = new ResizeObserver(([{ contentRect }]) => setWidth(Math.floor(contentRect.width)));
    watcher.observe(room.current!);
    return () => watcher.disconnect();
  }, []);
  return [room, width] as const;
}
