import { describe, expect, it } from "vitest";
import { complaint, edgesOf } from "../../../../test/graph-texts.ts";
import { readGraph } from "./formats.ts";

describe("JSON", () => {
  it("reads a result document by its edges", () => {
    const text = '{"edges": [["a","b"]], "undirected": [["b","c"]], "score": -12.5, "seed": 1}';
    expect(edgesOf(readGraph(text, "json"))).toEqual(["a --> b", "b --- c"]);
  });

  it("says what is wrong, and where", () => {
    expect(complaint(() => readGraph("{", "json"))).toMatch(/^graph: JSON graph must be JSON: /);
    expect(complaint(() => readGraph('{"directed": [["a","b"],["c"]]}', "json"))).toMatch(
      /"directed" entry 2/,
    );
    expect(complaint(() => readGraph("{}", "json"))).toMatch(/must have "nodes"/);
    expect(complaint(() => readGraph('{"directed":[["a","b"]],"weights":[]}', "json"))).toMatch(
      /one entry for each directed edge, got 0 for 1/,
    );
  });
});
