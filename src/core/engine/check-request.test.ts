import { expect, it } from "vitest";
import { checkRequest } from "./check-request.ts";

const names = ["a", "b", "c"];
const asked = (more: object) => () =>
  checkRequest({ table: "0123456789abcdef", options: {}, missing: "fail", ...more }, names);

it("refuses immediately what the command line would refuse, and accepts the rest", () => {
  expect(asked({})).not.toThrow();
  expect(asked({ truth: [["a", "b"]], columns: ["a", "b"] })).not.toThrow();
  for (const [more, sentence] of [
    [{ options: { search: "notear" } }, 'no search called "notear"; did you mean "notears"?'],
    [{ options: { score: "./mine.js" } }, "a user-defined score is a program and cannot be used here"],
    [{ options: { knowledge: { required: [["a", "d"]] } } }, '"d"'],
    [
      { options: { knowledge: "root: a" }, exclude: ["a"] },
      'names "a", which is left out because it is excluded',
    ],
    [{ columns: ["a", "d"] }, 'no column is called "d"'],
    [{ truth: [["a", "c"]], columns: ["a", "b"] }, 'truth: no column is called "c"'],
  ] as const)
    expect(asked(more)).toThrow(sentence);
});
