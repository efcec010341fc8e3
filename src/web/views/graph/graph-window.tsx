// The viewport of a drawing: all of it if the names remain legible, otherwise a part at a readable size; the selected element is
// brought into view. Also the zoom buttons, and an overview of large drawings.

import {
  ControlButton,
  Controls,
  getViewportForBounds,
  MiniMap,
  useReactFlow,
  useStore,
} from "@xyflow/react";
import { useEffect, useRef } from "react";
import type { Chosen } from "../shared/shown-edge.ts";
import { type Extent, firstView, isInView, zoom } from "./view-of.ts";

interface GraphWindowProps {
  /** Extent of the layout; the viewport is reset when it changes. */
  readonly extent: Extent;
  /** Extent of some variables at their current positions, or of all; null if none of them is drawn. */
  readonly extentOf: (names?: readonly string[]) => Extent | null;
  /** The variable that a large drawing initially shows. */
  readonly home: string | undefined;
  readonly chosen: Chosen | null;
  readonly isFull: boolean;
  readonly onFull: () => void;
  readonly hasOverview: boolean;
}

/** Leaves room for the buttons below the drawing. */
const padding = { top: "14px", right: "14px", bottom: "62px", left: "14px" } as const;

/** Width in pixels above which there is room for an overview. */
const wide = 560;

export function GraphWindow(props: GraphWindowProps) {
  const { extent, extentOf, home, chosen, isFull, onFull, hasOverview } = props;
  const { setViewport, getViewport } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const start = useRef(home);
  start.current = home;
  useEffect(() => {
    if (width === 0 || height === 0) return;
    const whole = getViewportForBounds(extent, width, height, zoom.least, zoom.first, padding);
    const around = (start.current === undefined ? null : extentOf([start.current])) ?? extent;
    void setViewport(firstView(extent, around, { width, height }, whole));
  }, [setViewport, extentOf, extent, width, height]);
  useEffect(() => {
    const ends = chosen && (chosen.what === "edge" ? [chosen.from, chosen.to] : [chosen.name]);
    const near = ends && extentOf(ends);
    if (near === null || width === 0) return;
    const view = getViewport();
    if (view.zoom >= zoom.legible && isInView(near, view, { width, height })) return;
    const most = Math.max(view.zoom, zoom.readable);
    void setViewport(getViewportForBounds(near, width, height, zoom.legible, most, padding));
  }, [chosen, extent, extentOf, width, height, getViewport, setViewport]);
  const fit = (): void => {
    const whole = extentOf() ?? extent;
    void setViewport(getViewportForBounds(whole, width, height, zoom.least, zoom.first, padding));
  };
  return (
    <>
      <Controls orientation="horizontal" showInteractive={false} showFitView={false}>
        <ControlButton onClick={fit} aria-label="Fit the whole graph" title="Fit the whole graph">
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M1 1h5v2H3v3H1zM10 1h5v5h-2V3h-3zM1 10h2v3h3v2H1zM13 10h2v5h-5v-2h3z" />
          </svg>
        </ControlButton>
        <ControlButton
          onClick={onFull}
          aria-label={isFull ? "Leave full screen" : "Full screen"}
          title={isFull ? "Leave full screen" : "Full screen"}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path
              d={
                isFull
                  ? "M9 7h6l-2.2-2.2 2.2-2.2L13.4 1l-2.2 2.2L9 1zM7 9H1l2.2 2.2L1 13.4 2.6 15l2.2-2.2L7 15z"
                  : "M9 1h6v6l-2.2-2.2-3 3-1.6-1.6 3-3zM7 15H1V9l2.2 2.2 3-3 1.6 1.6-3 3z"
              }
            />
          </svg>
        </ControlButton>
      </Controls>
      {hasOverview && width > wide && <MiniMap pannable ariaLabel="Overview" />}
    </>
  );
}
