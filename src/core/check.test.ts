import { describe, expect, it } from "vitest";
import { check, InputError, nearest, suggestion } from "./check.ts";

describe("check", () => {
  it("is silent when the condition holds, and does not make the sentence", () => {
    check(true, () => {
      throw new Error("the sentence was made for nothing");
    });
  });

  it("raises an InputError with the sentence, given or made", () => {
    expect(() => check(false, "table: too short")).toThrow(new InputError("table: too short"));
    expect(() => check(false, () => `table: ${1 + 1} rows`)).toThrow("table: 2 rows");
    try {
      check(false, "x");
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      expect(error).toBeInstanceOf(Error);
      expect((error as Error).name).toBe("InputError");
    }
  });

  it("fails for NaN when conditions are written forwards", () => {
    const half = Number("a half");
    expect(() => check(half > 0, "must be positive")).toThrow(InputError);
  });
});

describe("nearest", () => {
  const known = ["exact", "order", "bic-equal-variance"];

  it("finds the name that was meant, whatever its case", () => {
    expect(nearest("exat", known)).toBe("exact");
    expect(nearest("ODRER", known)).toBe("order");
    expect(nearest("bic-eqal-varianse", known)).toBe("bic-equal-variance");
    expect(nearest("order", known)).toBe("order");
  });

  it("is undefined when nothing is near", () => {
    expect(nearest("tabu", known)).toBeUndefined();
    expect(nearest("x", [])).toBeUndefined();
  });

  it("counts insertions, deletions and substitutions alike: three changes are too many for a short word", () => {
    expect(nearest("abc", ["abcde"])).toBe("abcde");
    expect(nearest("abc", ["abcdef"])).toBeUndefined();
    expect(nearest("abc", ["xyc"])).toBe("xyc");
  });
});

describe("suggestion", () => {
  it("is the tail of a sentence: what was meant, and what there is", () => {
    expect(suggestion("exat", ["exact", "order"])).toBe('did you mean "exact"? (known: exact, order)');
    expect(suggestion("tabu", ["exact", "order"])).toBe("(known: exact, order)");
  });
});
