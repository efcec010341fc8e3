import { describe, expect, it } from "vitest";
import type { ShownEdge } from "../shared/shown-edge.ts";
import { around, matchingName, mostLinked } from "./focus.ts";

const edge = (from: string, to: string, isDirected = true): ShownEdge => {
  return { from, to, isDirected, kind: "plain", loss: null, note: "" };
};

// a → b → c → d, e → c, c — f, f — g
const edges = [
  edge("a", "b"),
  edge("b", "c"),
  edge("c", "d"),
  edge("e", "c"),
  edge("c", "f", false),
  edge("f", "g", false),
];
const names = "abcdefg".split("");
const namesAround = (name: string, reach: Parameters<typeof around>[1]): string =>
  [...around(name, reach, edges).names].toSorted().join("");

describe("around a variable", () => {
  it("are its neighbours, whichever way the edge goes, and the edges to them", () => {
    expect(namesAround("c", "neighbours")).toBe("bcdef");
    expect(around("c", "neighbours", edges).edges).toEqual(new Set(edges.slice(1, 5)));
  });

  it("are those within two steps", () => {
    expect(namesAround("c", "two steps")).toBe("abcdefg");
    expect(namesAround("a", "two steps")).toBe("abc");
  });

  it("are its ancestors and its descendants, along arrows alone", () => {
    expect(namesAround("d", "ancestors")).toBe("abcde");
    expect(namesAround("c", "ancestors")).toBe("abce");
    expect(namesAround("a", "descendants")).toBe("abcd");
  });

  it("ends where arrows go in a circle, which comparisons may have", () => {
    const circle = [edge("a", "b"), edge("b", "a")];
    expect([...around("a", "ancestors", circle).names]).toEqual(["a", "b"]);
  });

  it("is the variable itself where it has no edges", () => {
    expect([...around("z", "two steps", edges).names]).toEqual(["z"]);
  });
});

describe("mostLinked", () => {
  it("has most edges; of several the first; of no variables there is none", () => {
    expect(mostLinked(names, edges)).toBe("c");
    expect(mostLinked(names, [])).toBe("a");
    expect(mostLinked([], [])).toBeUndefined();
  });
});

describe("foundName", () => {
  it("prefers the very name, then another case, then a beginning, then a part", () => {
    const list = ["blood pressure", "Pressure", "pressure_2", "p"];
    expect(matchingName(list, "Pressure")).toBe("Pressure");
    expect(matchingName(list, "pressure")).toBe("Pressure");
    expect(matchingName(list, "pressure_")).toBe("pressure_2");
    expect(matchingName(list, "blo")).toBe("blood pressure");
    expect(matchingName(list, "ood")).toBe("blood pressure");
    expect(matchingName(list, "P")).toBe("p");
    expect(matchingName(list, "nothing")).toBeUndefined();
    expect(matchingName(list, "  ")).toBeUndefined();
  });
});
