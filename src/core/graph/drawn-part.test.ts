import { describe, expect, it } from "vitest";
import { createRng } from "../math/rng.ts";
import { drawingOf, pictureNote } from "./drawing.ts";
import { drawnPart } from "./drawn-part.ts";
import { namedGraph } from "./formats/formats.ts";
import { edgeList, type Graph, graphFromEdges, hasEdge } from "./graph.ts";

const d = 400;
const names = Array.from({ length: d }, (_, j) => `v${String(j).padStart(3, "0")}`);

/** Two edges per variable, and a hub with 20 effects. */
function large(): Graph {
  const rng = createRng("drawn-part");
  const edges = Array.from({ length: 2 * d }, () => [rng.integer(d), rng.integer(d)].sort((a, b) => a - b));
  const hub = Array.from({ length: 20 }, (_, k) => [7, 100 + k]);
  return graphFromEdges(
    d,
    [...edges, ...hub].filter(([i, j]) => i !== j).map(([i, j]) => [i, j] as const),
  );
}

describe("the part of a graph that a picture shows", () => {
  const graph = large();
  const part = drawnPart(namedGraph(names, graph))!;

  it("is the whole graph up to 150 variables, drawn unchanged", () => {
    const few = namedGraph(names.slice(0, 150), graphFromEdges(150, [[0, 1]]));
    expect(drawnPart(few)).toBeNull();
    expect(pictureNote(few)).toBeNull();
    expect(drawingOf(few)).not.toContain("too many");
  });

  it("is the variable with the most links and its neighbours, with every edge among them and no other", () => {
    const shown = part.named.names;
    expect(shown.length).toBeLessThanOrEqual(60);
    expect(shown).toContain("v007");
    for (const [i, j] of edgeList(graph)) {
      if (i === 7) expect(shown).toContain(names[j]);
      if (j === 7) expect(shown).toContain(names[i]);
    }
    shown.forEach((a, i) => {
      shown.forEach((b, j) => {
        const isDrawn = part.named.graph.directed[i * shown.length + j] === 1;
        expect(isDrawn).toBe(hasEdge(graph, names.indexOf(a), names.indexOf(b)));
      });
    });
  });

  it("begins with the differences from the truth, and says what it shows", () => {
    const last = edgeList(graph).at(-1)!;
    const truth = graphFromEdges(
      d,
      edgeList(graph).map(([i, j]) => (i === last[0] && j === last[1] ? [j, i] : [i, j])),
    );
    // The truth may name the variables in another order.
    const other = names.toReversed();
    const renamed = graphFromEdges(
      d,
      edgeList(truth).map(([i, j]) => [d - 1 - i, d - 1 - j]),
    );
    const against = drawnPart(namedGraph(names, graph), namedGraph(other, renamed))!;
    for (const end of last) expect(against.named.names).toContain(names[end]);
    expect(against.note).toMatch(
      /^400 variables are too many for one picture\. It has \d+ of them: the 2 variables at edges that differ from the truth, the (one|\d+) with the most links, and what these are linked to\./,
    );
    const dot = drawingOf(namedGraph(names, graph), namedGraph(other, renamed));
    expect(dot).toContain("400 variables are too many for one picture.");
    expect(dot).toContain('label="1 reversed"');
  });

  it("is the same each time it is drawn", () => {
    expect(drawingOf(namedGraph(names, graph))).toBe(drawingOf(namedGraph(names, graph)));
  });
});
