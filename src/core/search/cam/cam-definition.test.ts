import { describe, expect, it } from "vitest";
import { named, run } from "../../../../test/discoveries.ts";
import { simulate } from "../../data/simulate/simulate.ts";
import { pruneByCam } from "../prune/prune-cam.ts";

describe("cam", () => {
  it("prunes with the smoothing that it searched with", () => {
    const { table: small } = simulate({ nodes: 4, samples: 120, seed: 25 });
    for (const smoothing of ["gcv", "reml"] as const) {
      const options = { search: "cam", prune: "cam", alpha: 0.1, options: { smoothing } };
      const { result } = run({ table: small, options });
      const raw = named(result.rawEdges, small);
      const other = smoothing === "gcv" ? "reml" : "gcv";
      expect(named(result.edges, small)).toEqual(pruneByCam(raw, small, { smoothing, alpha: 0.1 }));
      expect(pruneByCam(raw, small, { smoothing: other, alpha: 0.1 })).not.toEqual(
        named(result.edges, small),
      );
    }
  });
});
