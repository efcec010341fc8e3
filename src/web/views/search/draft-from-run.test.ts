import { describe, expect, it } from "vitest";
import type { wire } from "../../../core/index.ts";
import { draftKinds, usedColumns } from "./column-kinds.ts";
import { draftFromRun } from "./draft-from-run.ts";
import { requestOf } from "./run-request.ts";

const columns = ["a", "b", "c", "d"];
const column = (name: string) => ({ name, n: 9, missing: 0, distinct: 9, numbers: null, labels: [] });
const found = (isUsed: boolean): Pick<wire.TablePreview, "id" | "columns" | "kinds" | "statistics"> => ({
  id: "0123456789abcdef",
  columns,
  kinds: columns.map((name) =>
    name === "a" ? { name, kind: "identifier", isUsed } : { name, kind: "number", isUsed: true },
  ),
  statistics: columns.map(column),
});
const table = found(true);
const nothing: wire.RunDetails["request"] = { options: {}, truth: null, threads: null };
const requested = (draft: ReturnType<typeof draftFromRun>) => {
  const { table: _, ...request } = requestOf(table, draft, usedColumns(draftKinds(table, draft)));
  return request;
};

describe("the draft of a run", () => {
  it("asks for the same run again", () => {
    const request: wire.RunDetails["request"] = {
      options: {
        search: "rl",
        score: "bic-mixed",
        missing: "drop",
        seed: 7,
        options: { iterations: 50 },
        knowledge: { required: [["a", "b"]], forbidden: [["c", "a"]], tiers: [["a"], ["c"]], maxParents: 2 },
      },
      truth: [["a", "b"]],
      exclude: ["d"],
      kinds: { b: "category" },
      threads: 2,
    };
    const draft = draftFromRun(request, table);
    expect(draft.without).toEqual(["d"]);
    expect(requested(draft)).toEqual(request);
  });

  it("says by the kinds of columns which of them were named as categories, or named to take part", () => {
    const request = { ...nothing, options: { categorical: ["b"] }, columns: ["a", "b", "c"] };
    expect(draftFromRun(request, found(false))).toMatchObject({
      without: ["d"],
      kinds: { a: "category", b: "category" },
      options: {},
    });
  });

  it("says in forbidden edges what the page has no other words for", () => {
    const options = { knowledge: { roots: ["a"], tiers: [{ names: ["b", "c"], closed: true }] } };
    const { required, forbidden, tiers } = draftFromRun({ ...nothing, options }, table).knowledge;
    expect([required, tiers]).toEqual([[], [["b", "c"]]]);
    expect(forbidden.map(([cause, effect]) => cause + effect).sort()).toEqual(["ba", "bc", "ca", "cb", "da"]);
  });

  it("of a run with nothing said says nothing", () => {
    expect(requested(draftFromRun(nothing, table))).toEqual({ options: {} });
  });
});
