import { describe, expect, it } from "vitest";
import type { wire } from "../../../core/index.ts";
import { draftFromRun } from "./draft-from-run.ts";
import { requestOf } from "./run-request.ts";

const table = { id: "0123456789abcdef", columns: ["a", "b", "c", "d"] };

describe("the draft of a run", () => {
  it("asks for the same run again", () => {
    const request: wire.RunDetails["request"] = {
      options: {
        search: "rl",
        score: "bic-mixed",
        seed: 7,
        categorical: ["b"],
        options: { iterations: 50 },
        knowledge: { required: [["a", "b"]], forbidden: [["c", "a"]], tiers: [["a"], ["c"]], maxParents: 2 },
      },
      truth: [["a", "b"]],
      columns: ["a", "b", "c"],
      missing: "drop",
      threads: 2,
    };
    const draft = draftFromRun(request, table.columns);
    expect(draft.without).toEqual(["d"]);
    const { table: id, ...asked } = requestOf(table, draft);
    expect(id).toBe(table.id);
    expect(asked).toEqual(request);
  });

  it("says in forbidden edges what the page has no other words for", () => {
    const options = { knowledge: { roots: ["a"], tiers: [{ names: ["b", "c"], closed: true }] } };
    const request = { options, truth: null, columns: null, missing: "fail", threads: null } as const;
    const { required, forbidden, tiers } = draftFromRun(request, table.columns).knowledge;
    expect([required, tiers]).toEqual([[], [["b", "c"]]]);
    expect(forbidden.map(([cause, effect]) => cause + effect).sort()).toEqual(["ba", "bc", "ca", "cb", "da"]);
  });

  it("of a run with nothing said says nothing", () => {
    const request = { options: {}, truth: null, columns: null, missing: "fail", threads: null } as const;
    expect(requestOf(table, draftFromRun(request, table.columns))).toEqual({
      table: table.id,
      options: {},
      missing: "fail",
    });
  });
});
