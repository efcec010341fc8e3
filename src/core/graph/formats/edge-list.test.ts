import { describe, expect, it } from "vitest";
import { complaint, edgesOf } from "../../../../test/graph-texts.ts";
import { readGraph } from "./formats.ts";

describe("edge list", () => {
  it("ignores further columns, reads marks and weights, and takes any line ending", () => {
    const text =
      '\uFEFFid,Effect,cause,mark,note\r\n1,income, age ,,"a, b"\r\n\r\n2,"x ""y""",age,---,\r\n3,age,z,<--,';
    expect(edgesOf(readGraph(text, "csv"))).toEqual(["age --> income", "age --> z", 'age --- x "y"']);
    expect(edgesOf(readGraph("from\tto\tweight\na\tb\t-0.5\nb\tc\tlarge\n", "csv"))).toEqual([
      "a --> b -0.5",
      "b --> c",
    ]);
  });

  it("refuses unsupported marks, missing cells, a missing header and an unclosed quote", () => {
    expect(complaint(() => readGraph("cause,effect,mark\na,b,<->\n", "csv"))).toMatch(
      /line 2 must mark its edge -->, <-- or ---, got "<->"/,
    );
    expect(complaint(() => readGraph("cause,effect\na,\n", "csv"))).toMatch(
      /line 2 must name a cause and an effect, got "a" and ""/,
    );
    expect(complaint(() => readGraph("a,b\n", "csv"))).toMatch(/must begin with the header cause,effect/);
    expect(complaint(() => readGraph('cause,effect\n"a,b\n', "csv"))).toMatch(/line 2 opens a quote/);
  });
});
