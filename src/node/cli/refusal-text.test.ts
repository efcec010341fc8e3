import { describe, expect, it } from "vitest";
import { InputError, type Refusal, type Remedy, runSpec } from "../../core/index.ts";
import { refusalText, waysOutText } from "./refusal-text.ts";

const refused = (about: Refusal): string => refusalText(new InputError("table: no", about));

describe("refusalText", () => {
  it("names the flag of the option that was refused, once", () => {
    expect(refused({})).toBe("table: no");
    expect(refused({ field: "timeLimit" })).toBe("table: no (--time-limit)");
    expect(refused({ field: "columns" })).toBe("table: no (--columns)");
    expect(refused({ field: "score", remedies: [{ set: { score: "bic" } }] })).toBe(
      "table: no; use --score bic",
    );
    expect(refused({ field: "nobody's" })).toBe("table: no");
  });

  it("says what runSpec refuses with the flags that there are", () => {
    const said = (options: object): string => {
      try {
        runSpec(options);
      } catch (error) {
        return refusalText(error as InputError);
      }
      return "";
    };
    expect(said({ seed: 1.5 })).toBe("discover: seed must be a whole number, got 1.5 (--seed)");
    expect(said({ score: "bge", penalty: "runs" })).toMatch(
      /^discover: the score bge has no option penalty; leave --penalty out, or use --score bic, /,
    );
    expect(said({ search: "pc", options: { learningRate: 1 } })).toMatch(
      /; leave --learning-rate out, or use --search .*\brl\b/,
    );
  });
});

describe("waysOutText", () => {
  const cases: readonly (readonly [Remedy[], string])[] = [
    [[{ drop: ["a", "b c"] }], 'leave "a" and "b c" out with --exclude'],
    [[{ drop: ["a"] }, { drop: ["b"] }], 'leave "a" or "b" out with --exclude'],
    [[{ unset: ["dropOutliers", "lambdaEvery"] }], "leave --drop-outliers and --set lambdaEvery out"],
    [[{ set: { score: "bdeu" } }, { set: { score: "gp" } }], "use --score bdeu or gp"],
    [[{ set: { standardise: true } }], "use --standardise"],
    [[{ set: { lambdaEvery: 10 } }], "use --set lambdaEvery=10"],
    [
      [{ set: { score: "bic-mixed", categorical: ["a", "b,c"] } }],
      `use --score bic-mixed --categorical 'a,"b,c"'`,
    ],
    [[{ set: { missing: "drop" } }], "use --missing drop"],
    [
      [{ set: { kinds: { a: "date: day first", "b=c": "number" } } }],
      `use --kinds 'a=date: day first,"b=c"=number'`,
    ],
    [
      [{ set: { kinds: { a: "weight" } } }, { set: { kinds: { "b c": "weight" } } }],
      "use --weights a or 'b c'",
    ],
    [[{ act: "leave those rows out", option: "where" }], "leave those rows out with --where"],
    [[{ act: "give it", option: "rows" }], "give it with --rows"],
    [[{ act: "raise the limit", option: "maxColumns" }], "raise the limit with --max-columns"],
    [
      [{ when: "if it is data", set: { header: "no" } }, { act: "look" }],
      "if it is data, use --header no, or look",
    ],
  ];
  it.each(cases)("says %j with flags", (remedies, text) => {
    expect(waysOutText(remedies)).toBe(text);
  });
});
