import { describe, expect, it } from "vitest";
import { addressOf, routeOf } from "./route.ts";

describe("the address", () => {
  const id = "0123456789abcdef";

  it("leads back to where it was made", () => {
    for (const route of [
      { page: "start" },
      { page: "data", table: id },
      { page: "knowledge", table: id },
      { page: "search", table: id },
      { page: "watch", run: id },
      { page: "result", run: id },
      { page: "runs" },
      { page: "glossary", term: "" },
      { page: "glossary", term: "score-loss" },
      { page: "compare", a: id, b: "f".repeat(16) },
    ] as const)
      expect(routeOf(addressOf(route))).toEqual(route);
  });

  it("leads to the start where it is none of ours", () => {
    for (const hash of [
      "",
      "#",
      "#/tables/../data",
      "#/runs/xyz/watch",
      `#/tables/${id}/else`,
      "#/compare/a/b",
    ])
      expect(routeOf(hash)).toEqual({ page: "start" });
  });
});
