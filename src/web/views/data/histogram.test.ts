import { describe, expect, it } from "vitest";
import { barsPath } from "./histogram.tsx";

describe("barsPath", () => {
  it("makes the longest bar as tall as there is room, and the others in proportion", () => {
    expect(barsPath([1, 2], 20, 10)).toBe("M0 10v-5h9v5zM10 10v-10h9v10z");
  });

  it("shows a bar of one row among a million, and none where there is no row", () => {
    expect(barsPath([1, 0, 1_000_000], 30, 10)).toBe("M0 10v-1h9v1zM20 10v-10h9v10z");
  });

  it("draws nothing of nothing", () => {
    expect(barsPath([], 30, 10)).toBe("");
    expect(barsPath([0, 0], 30, 10)).toBe("");
  });
});
