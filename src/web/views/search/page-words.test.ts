import { expect, test } from "vitest";
import { pageWaysOut, wayLabel } from "./page-words.ts";

test("ways out are said without flags and names of options, where the page has words for them", () => {
  const when = "where it holds categories";
  expect(
    pageWaysOut([
      { act: "correct the cell", option: "where" },
      { when, set: { score: "bdeu" } },
      { when, set: { score: "bic-discrete" } },
      { drop: ["x"] },
    ]),
  ).toBe(
    'correct the cell, or where it holds categories, use the score bdeu or bic-discrete, or leave out "x"',
  );
  expect(pageWaysOut([{ unset: ["timeLimit"] }], { timeLimit: "Time limit in seconds" })).toBe(
    "leave “Time limit in seconds” out",
  );
});

test("a button gives an order, without the case in which it helps", () => {
  expect(wayLabel({ when: "if it is so", set: { score: "bic-mixed", categorical: ["a", "b"] } })).toBe(
    'Use the score bic-mixed and treat "a" and "b" as categories',
  );
  expect(wayLabel({ set: { kinds: { a: "number", b: "ordered: x < y" } } })).toBe(
    'Treat "a" as numbers and "b" as ordered: x < y',
  );
  expect(wayLabel({ set: { seed: 2 } }, { seed: "Seed" })).toBe("Set “Seed” to 2");
});
