// The best graph so far, as it changes: few variables on a circle, where new edges are emphasised and removed ones fade; more
// variables as a matrix.

import { memo, useMemo, useState } from "react";
import { type NamedEdge, numbers } from "../../../core/index.ts";
import { nameText } from "../shared/shown-edge.ts";
import { EdgeMatrix } from "./edge-matrix.tsx";

interface LiveGraphProps {
  readonly columns: readonly string[];
  /** Null before there is a graph. */
  readonly edges: readonly NamedEdge[] | null;
  /** In a result: edges whose direction is undetermined. */
  readonly undirected: readonly NamedEdge[];
}

/** With more variables the lines of a circle overlap, and with many more the cells of a matrix are too small. */
export const mostOnCircle = 24;
const mostInMatrix = 200;
const radius = 100;
const dot = 3.2;

export const LiveGraph = memo(function LiveGraph({ columns, edges, undirected }: LiveGraphProps) {
  if (edges === null) return <p className="soft">No acyclic graph yet.</p>;
  const size = numbers.counted(edges.length + undirected.length, "edge");
  if (columns.length > mostInMatrix)
    return (
      <p className="soft">
        {size} between {columns.length} variables: too many to draw while they change. They are drawn with the
        result.
      </p>
    );
  return (
    <>
      <Changing columns={columns} edges={edges} undirected={undirected} />
      <details className="small">
        <summary>{size} as a list</summary>
        <ul className="live-list">
          {edges.map(([cause, effect]) => (
            <li key={JSON.stringify([cause, effect])} className="name">
              {nameText(cause)} → {nameText(effect)}
            </li>
          ))}
          {undirected.map(([one, other]) => (
            <li key={JSON.stringify([one, other])} className="name">
              {nameText(one)} — {nameText(other)}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
});

interface ChangingProps extends LiveGraphProps {
  readonly edges: readonly NamedEdge[];
}

function Changing({ columns, edges, undirected }: ChangingProps) {
  const { gone, isFirst } = useGoneEdges(edges);
  return columns.length > mostOnCircle ? (
    <EdgeMatrix columns={columns} edges={edges} undirected={undirected} gone={gone} />
  ) : (
    <Circle columns={columns} edges={edges} undirected={undirected} gone={gone} isFirst={isFirst} />
  );
}

interface CircleProps extends ChangingProps {
  readonly gone: readonly NamedEdge[];
  readonly isFirst: boolean;
}

function Circle({ columns, edges, undirected, gone, isFirst }: CircleProps) {
  const d = columns.length;
  const places = useMemo(() => columns.map((_, k) => placeOf(k, d)), [columns, d]);
  const at = useMemo(() => new Map(columns.map((name, k) => [name, places[k]])), [columns, places]);
  const lineOf = ([cause, effect]: NamedEdge): string => pathOf(at.get(cause)!, at.get(effect)!);
  // Horizontal names need room to the left and right of the circle; radial ones, all around.
  const isRadial = d > 16;
  const [width, height] = isRadial ? [396, 396] : [400, 260];
  return (
    <svg
      className="live-graph"
      viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`}
      role="img"
      aria-label={`The best graph so far: ${numbers.counted(edges.length + undirected.length, "edge")} between ${d} variables`}
    >
      <defs>
        <marker
          id="live-arrow"
          viewBox="0 0 8 8"
          refX="7.5"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0 0.8 8 4 0 7.2z" />
        </marker>
      </defs>
      {gone.map((edge) => (
        <path key={`gone ${keyOf(edge)}`} className="live-edge live-gone" d={lineOf(edge)} />
      ))}
      {edges.map((edge) => (
        <path
          key={keyOf(edge)}
          className={isFirst ? "live-edge" : "live-edge live-new"}
          d={lineOf(edge)}
          markerEnd="url(#live-arrow)"
        />
      ))}
      {undirected.map((edge) => (
        <path key={`open ${keyOf(edge)}`} className="live-edge" d={lineOf(edge)} />
      ))}
      {places.map(({ x, y, angle }, k) => (
        <g key={columns[k]}>
          <circle className="live-dot" cx={x} cy={y} r={dot} />
          <Name text={columns[k]} angle={angle} isRadial={isRadial} d={d} />
        </g>
      ))}
    </svg>
  );
}

/** The edges that the last change removed; and whether nothing has changed yet, so that no edge is new. */
function useGoneEdges(edges: readonly NamedEdge[]) {
  const [state, setState] = useState({ edges, gone: [] as readonly NamedEdge[], isFirst: true });
  if (state.edges === edges) return state;
  const there = new Set(edges.map(keyOf));
  const next = { edges, gone: state.edges.filter((edge) => !there.has(keyOf(edge))), isFirst: false };
  setState(next);
  return next;
}

function keyOf(edge: NamedEdge): string {
  return JSON.stringify(edge);
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

/** The first variable at the top, the others clockwise. */
function placeOf(k: number, d: number): Place {
  const angle = (2 * Math.PI * k) / d - Math.PI / 2;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle), angle };
}

/** Bent towards the centre, so that edges between neighbours do not lie on the circle; ends at the rim of the dot. */
function pathOf(from: Place, to: Place): string {
  const [cx, cy] = [0.32 * (from.x + to.x), 0.32 * (from.y + to.y)];
  const [dx, dy] = [cx - to.x, cy - to.y];
  const length = Math.hypot(dx, dy) || 1;
  const [x, y] = [to.x + ((dot + 1) * dx) / length, to.y + ((dot + 1) * dy) / length];
  return `M${from.x.toFixed(2)} ${from.y.toFixed(2)}Q${cx.toFixed(2)} ${cy.toFixed(2)} ${x.toFixed(2)} ${y.toFixed(2)}`;
}

interface NameProps {
  readonly text: string;
  readonly angle: number;
  readonly isRadial: boolean;
  readonly d: number;
}

function Name({ text, angle, isRadial, d }: NameProps) {
  const isLeft = Math.cos(angle) < -1e-9;
  const far = radius + 8;
  const size = isRadial ? Math.min(9, (2 * Math.PI * radius) / d - 0.5) : 11;
  const most = isRadial ? 14 : 16;
  const degrees = (angle * 180) / Math.PI;
  const isPole = !isRadial && Math.abs(Math.cos(angle)) < 0.2;
  return (
    <text
      className="live-name"
      fontSize={size}
      textAnchor={isPole ? "middle" : isLeft ? "end" : "start"}
      dominantBaseline={isPole ? (Math.sin(angle) < 0 ? "auto" : "hanging") : "middle"}
      transform={
        isRadial
          ? `rotate(${degrees}) translate(${far}) rotate(${isLeft ? 180 : 0})`
          : `translate(${far * Math.cos(angle)} ${far * Math.sin(angle)})`
      }
    >
      <title>{text}</title>
      {text.length > most ? `${text.slice(0, most - 1)}…` : text}
    </text>
  );
}
