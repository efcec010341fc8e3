// Computes the viewport of a drawing (shown by graph-window.tsx).

/** A box in the coordinates of the drawing. */
export interface Extent {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A point (px, py) of the drawing is at (x + zoom · px, y + zoom · py) on the screen. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** Names are easy to read from `readable` on, with effort from `whole`; below `legible` the view zooms to the selected element. */
export const zoom = { least: 0.05, most: 3, first: 1.25, readable: 0.85, whole: 0.6, legible: 0.5 };

/** The whole drawing if it is legible; otherwise at a readable size around `home`, without wasting space at the edges. */
export function firstView(extent: Extent, home: Extent, room: Size, whole: View): View {
  if (whole.zoom >= zoom.whole) return whole;
  const at = (start: number, size: number, middle: number, space: number): number => {
    const drawn = size * zoom.readable;
    if (drawn <= space) return (space - drawn) / 2 - start * zoom.readable;
    const wanted = space / 2 - middle * zoom.readable;
    const most = margin - start * zoom.readable;
    const least = space - margin - (start + size) * zoom.readable;
    return Math.min(most, Math.max(least, wanted));
  };
  return {
    x: at(extent.x, extent.width, home.x + home.width / 2, room.width),
    y: at(extent.y, extent.height, home.y + home.height / 2, room.height),
    zoom: zoom.readable,
  };
}

const margin = 16;

/** Is a box entirely in view? */
export function isInView(box: Extent, { x, y, zoom: size }: View, room: Size): boolean {
  const [left, top] = [x + box.x * size, y + box.y * size];
  return (
    left >= 0 && top >= 0 && left + box.width * size <= room.width && top + box.height * size <= room.height
  );
}
