import { describe, expect, it } from "vitest";
import type { wire } from "../../../core/index.ts";
import { type Draft, emptyDraft } from "../draft/draft.ts";
import {
  type ColumnKind,
  type DetectedColumn,
  draftKinds,
  isTakeable,
  kindIn,
  orderIn,
  otherKinds,
  usedColumns,
  withColumn,
  withKind,
} from "./column-kinds.ts";

type Statistics = wire.TablePreview["statistics"][number];

const column = (found: ColumnKind, change: Partial<Statistics> = {}): DetectedColumn => ({
  entry: found,
  statistics: { name: found.name, n: 9, missing: 0, distinct: 9, numbers: null, labels: [], ...change },
});
const numbers: Statistics["numbers"] = {
  min: 0,
  quartiles: [1, 2, 3],
  max: 4,
  mean: 2,
  deviation: 1,
  skewness: 0,
  histogram: [],
};
const number = column({ name: "x", kind: "number", isUsed: true }, { numbers });
const id = column({ name: "id", kind: "identifier", isUsed: false, reason: "numbers the rows" }, { numbers });
const text = column({ name: "text", kind: "text", isUsed: false, reason: "is free text" });
const sparse = column({ name: "deck", kind: "ordered", isUsed: false, reason: "has no value" });
const copy = column({ name: "constructor", kind: "copy", isUsed: false, reason: 'is the same as "x"' });
const table = { kinds: [number, id, text, sparse, copy].map(({ entry: found }) => found) };
const draft = (change: Partial<Draft>): Draft => ({ ...emptyDraft, ...change });
const used = (given: Draft, read?: readonly ColumnKind[]) => usedColumns(draftKinds(table, given, read));

describe("draftKinds", () => {
  it("has the columns as found, without those that were left out by hand", () => {
    expect(draftKinds(table, emptyDraft)).toEqual(table.kinds);
    expect(used(draft({ without: ["x"] }))).toEqual([]);
  });

  it("lets a column take part of which somebody said what it is", () => {
    const given = draft({ kinds: { id: "number", deck: "ordered: a < b" } });
    expect(used(given)).toEqual(["x", "id", "deck"]);
    expect(draftKinds(table, given)[3].kind).toBe("ordered");
  });

  it("is what the engine read, of what it read", () => {
    const read: ColumnKind[] = [{ name: "constructor", kind: "number", isUsed: true }];
    expect(used(draft({ without: ["x"] }), read)).toEqual(["constructor"]);
  });
});

describe("withColumn", () => {
  it("leaves a column out and takes it again", () => {
    const out = withColumn(emptyDraft, number, false);
    expect(out.without).toEqual(["x"]);
    expect(withColumn(out, number, true)).toEqual(emptyDraft);
  });

  it("keeps one that was left out by itself as what fits it, and lets it go again", () => {
    for (const [each, kind] of [
      [id, "number"],
      [text, "category"],
      [sparse, "ordered"],
    ] as const) {
      const kept = withColumn(emptyDraft, each, true);
      expect(kept).toEqual(draft({ kinds: { [each.entry.name]: kind } }));
      expect(withColumn(kept, each, false)).toEqual(emptyDraft);
    }
  });

  it("leaves a copy out by hand where it takes part in the place of the other", () => {
    const out = withColumn(draft({ without: ["x"] }), copy, false);
    expect(out.without).toEqual(["x", "constructor"]);
  });

  it("has a column that does not vary left out, whatever is asked for", () => {
    const constant = column({ name: "k", kind: "constant", isUsed: false });
    expect(withColumn(emptyDraft, constant, true)).toEqual(emptyDraft);
    expect(isTakeable(constant.entry)).toBe(false);
  });
});

it("what was said of a column is taken back", () => {
  const said = withKind(emptyDraft, "x", "category");
  expect(said.kinds).toEqual({ x: "category" });
  expect(withKind(said, "x", undefined)).toEqual(emptyDraft);
  expect(kindIn("ordered: a < b")).toBe("ordered");
});

it("offers the kinds that a column can be", () => {
  expect(otherKinds(number)).toEqual(["category", "ordered", "weight"]);
  expect(otherKinds(text)).toEqual(["category", "ordered"]);
  const two = column(
    { name: "y", kind: "category", isUsed: true },
    { distinct: 2, labels: [{ label: "1 kg", rows: 2 }] },
  );
  expect(otherKinds(two)).toEqual(["number", "binary"]);
});

it("orderIn leaves out which cells count as missing", () => {
  expect(orderIn("low < high")).toBe("low < high");
  expect(orderIn('low < high; 3 cells with text ("refused") count as missing')).toBe("low < high");
});
