import { expect, test } from "vitest";
import { goneMs, liveEdges, newMs, nextChange } from "./live-edges.ts";

test("edges of the first graph are not new", () => {
  const edges = liveEdges(null, [[0, 1]], 5000);
  expect(nextChange(edges, 5000)).toBeNull();
});

test("an edge that comes later is new for a while, and keeps its time while it stays", () => {
  const first = liveEdges(null, [[0, 1]], 0);
  const second = liveEdges(
    first,
    [
      [0, 1],
      [1, 2],
    ],
    100,
  );
  expect(second.map(({ since }) => since)).toEqual([Number.NEGATIVE_INFINITY, 100]);
  expect(nextChange(second, 100)).toBe(100 + newMs);
  expect(
    liveEdges(
      second,
      [
        [1, 2],
        [0, 1],
      ],
      900,
    )[0].since,
  ).toBe(100);
});

test("an edge that goes is seen a little longer, and is new when it comes back", () => {
  const first = liveEdges(null, [[0, 1]], 0);
  const second = liveEdges(first, [], 100);
  expect(second).toHaveLength(1);
  expect(nextChange(second, 100)).toBe(100 + goneMs);
  expect(liveEdges(second, [], 100 + goneMs)).toHaveLength(0);
  expect(liveEdges(second, [[0, 1]], 200)).toEqual([{ cause: 0, effect: 1, since: 200, gone: null }]);
});

test("an edge that turns is another edge", () => {
  const turned = liveEdges(liveEdges(null, [[0, 1]], 0), [[1, 0]], 10);
  expect(turned.map(({ cause, gone }) => [cause, gone])).toEqual([
    [1, null],
    [0, 10],
  ]);
});
