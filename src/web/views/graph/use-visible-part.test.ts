import { describe, expect, it } from "vitest";
import type { ShownEdge } from "../shared/shown-edge.ts";
import { nextFocus, partOf } from "./use-visible-part.ts";

const edge = (from: string, to: string): ShownEdge => {
  return { from, to, isDirected: true, kind: "plain", loss: null, note: "" };
};
const near = (): ReadonlySet<string> => new Set(["a", "b"]);

describe("the variable that is looked at", () => {
  it("is the one that is chosen", () => {
    expect(nextFocus("a", { what: "node", name: "z" }, false, near)).toBe("z");
    expect(nextFocus(null, { what: "node", name: "z" }, true, near)).toBe("z");
  });

  it("stays while edges around it are chosen; for an edge that is not drawn it is its cause", () => {
    expect(nextFocus("a", { what: "edge", from: "a", to: "b" }, true, near)).toBe("a");
    expect(nextFocus("a", { what: "edge", from: "b", to: "z" }, true, near)).toBe("b");
    expect(nextFocus("a", { what: "edge", from: "b", to: "z" }, false, near)).toBe("a");
    expect(nextFocus(null, { what: "edge", from: "b", to: "z" }, false, near)).toBeNull();
  });

  it("is none when nothing is chosen, unless only a part is drawn", () => {
    expect(nextFocus("a", null, false, near)).toBeNull();
    expect(nextFocus("a", null, true, near)).toBe("a");
  });
});

describe("a part of a graph", () => {
  it("has its variables in their order, and all edges between them", () => {
    const whole = {
      names: ["c", "b", "a"],
      edges: [edge("a", "b"), edge("b", "c"), edge("c", "a")],
      placedBy: [["a", "b"] as const, ["b", "c"] as const],
    };
    expect(partOf(whole, new Set(["a", "b"]))).toEqual({
      names: ["b", "a"],
      edges: [edge("a", "b")],
      placedBy: [["a", "b"]],
    });
  });
});
