import { describe, expect, it } from "vitest";
import {
  check,
  type DoorWords,
  InputError,
  listedWith,
  nearest,
  refusedBody,
  refusedError,
  setTo,
  suggestion,
  waysOut,
} from "./check.ts";

describe("check", () => {
  it("does nothing when the condition holds, and does not build the sentence", () => {
    check(true, () => {
      throw new Error("the sentence was made for nothing");
    });
  });

  it("throws an InputError with the sentence, given or computed", () => {
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

describe("remedies", () => {
  it("follow the sentence, in plain words", () => {
    const error = new InputError("table: no", {
      field: "score",
      remedies: [
        { act: "correct the cell" },
        { unset: ["penalty", "seed"] },
        { drop: ["a", "b"], set: { score: "bic", standardise: true } },
      ],
    });
    expect(error.sentence).toBe("table: no");
    expect(error.message).toBe(
      'table: no; correct the cell, or leave penalty and seed out, or leave out "a" and "b" and set score to bic and standardise to true',
    );
    expect(new InputError("table: no").message).toBe("table: no");
  });

  it("are merged if they differ only in a value or in a column, and apply in the same case", () => {
    const scores = setTo("score", ["bdeu", "bic-discrete"]);
    expect(waysOut(scores)).toBe("set score to bdeu or bic-discrete");
    expect(waysOut([{ drop: ["a"] }, { act: "add rows" }, { drop: ["b"] }])).toBe(
      'leave out "a" or "b", or add rows',
    );
    const when = "where it holds labels";
    expect(waysOut([{ set: { score: "bic" } }, ...setTo("score", ["bdeu", "bic-mixed"], when)])).toBe(
      "set score to bic, or where it holds labels, set score to bdeu or bic-mixed",
    );
    expect(waysOut([...setTo("search", ["pc"]), ...scores, { set: { score: "gp", seed: 1 } }])).toBe(
      "set search to pc, or set score to bdeu or bic-discrete, or set score to gp and seed to 1",
    );
  });

  it("list the first few of many", () => {
    expect(listedWith("and", [])).toBe("");
    expect(listedWith("or", ["a"])).toBe("a");
    expect(listedWith("or", ["a", "b", "c"])).toBe("a, b or c");
    expect(listedWith("and", [..."abcdefghi"])).toBe("a, b, c, d, e and 4 more");
  });

  it("use the wording of an interface", () => {
    const words: DoorWords = {
      drop: (columns) => `without ${columns}`,
      unset: (names) => `-${names}`,
      set: (options) => options.map(([name, values]) => `${name}=${values.join("|")}`).join(" "),
      act: (act, option) => `${act} by ${option}`,
    };
    const remedies = [
      ...setTo("score", ["a", "b"]),
      { drop: ["x"] },
      { unset: ["y"] },
      { act: "cut", option: "z" },
    ];
    expect(waysOut(remedies, words)).toBe('score=a|b, or without "x", or -y, or cut by z');
  });

  it("are transmitted with the field, and restored as the same error", () => {
    const error = new InputError("table: no", { field: "score", remedies: setTo("score", ["bic"]) });
    const body = JSON.parse(JSON.stringify(refusedBody(error)));
    expect(body).toEqual({
      error: "table: no; set score to bic",
      field: "score",
      remedies: [{ set: { score: "bic" } }],
    });
    const { name, message, field, remedies } = refusedError(body);
    expect({ name, message, field, remedies }).toEqual({
      ...body,
      name,
      error: undefined,
      message: body.error,
    });
    expect(refusedBody(new InputError("table: no"))).toEqual({ error: "table: no" });
  });
});

describe("nearest", () => {
  const known = ["exact", "order", "bic-equal-variance"];

  it("finds the intended name, whatever its case", () => {
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
  it("is the tail of a sentence: the likely name, and all known names", () => {
    expect(suggestion("exat", ["exact", "order"])).toBe('did you mean "exact"? (known: exact, order)');
    expect(suggestion("tabu", ["exact", "order"])).toBe("known: exact, order");
  });
});
