import { expect, it } from "vitest";
import { knowledgeStatements } from "./knowledge-statements.ts";

const text = `/knowledge
addtemporal

1* age sex
2 school

forbiddirect

income age

requiredirect

school --> income
`;

it("reads Tetrad's sections as statements", () => {
  const at = { place: expect.any(String), text: expect.any(String) };
  expect(knowledgeStatements(text, "knowledge")).toEqual([
    { kind: "tier", tier: 1, isClosed: true, members: ["age", "sex"], ...at },
    { kind: "tier", tier: 2, isClosed: false, members: ["school"], ...at },
    { kind: "forbidden", cause: "income", effect: "age", ...at },
    { kind: "required", cause: "school", effect: "income", ...at },
  ]);
});

it.each([
  ["addtemporal\nage sex\n", "line 2 (age sex) must begin with the number of the tier"],
  ["forbiddirect\na b c\n", "line 2 (a b c) must be a cause and an effect, got 3 names"],
  ["/knowledge\na b\n", "line 2 (a b) must be in a section"],
])("refuses %j by its line", (source, sentence) => {
  expect(() => knowledgeStatements(source, "knowledge")).toThrow(sentence);
});
