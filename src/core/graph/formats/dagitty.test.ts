import { describe, expect, it } from "vitest";
import { complaint, edgesOf } from "../../../../test/graph-texts.ts";
import { readGraph } from "./formats.ts";

describe("dagitty", () => {
  it("reads code as dagitty.net exports it, with positions, roles and a bounding box", () => {
    const text = `dag {
bb="-2.2,-1.7,2.5,1.8"
"Fruit and vegetables" [pos="-1.4,-0.9"]
"Systolic blood pressure" [outcome,pos="1.26,0.28"]
BMI.2 [adjusted,pos="0.1,1.1"]
Smoking [exposure,pos="-1.5,0.3"]
U [latent,pos="0.000,-1.200"]
"Fruit and vegetables" -> "Systolic blood pressure" [beta="-0.2"]
BMI.2 -> "Systolic blood pressure"
Smoking -> BMI.2
Smoking -> "Systolic blood pressure" [pos="0.1,0.2"]
}
`;
    const named = readGraph(text, "dagitty");
    expect(named.names).toEqual(["Fruit and vegetables", "Systolic blood pressure", "BMI.2", "Smoking", "U"]);
    expect(edgesOf(named)).toEqual([
      "Fruit and vegetables --> Systolic blood pressure -0.2",
      "BMI.2 --> Systolic blood pressure",
      "Smoking --> Systolic blood pressure",
      "Smoking --> BMI.2",
    ]);
  });

  it("reads the R call, chains in both directions and undirected edges", () => {
    expect(edgesOf(readGraph("dagitty('pdag { x -> y <- z ; z -- w }')", "dagitty"))).toEqual([
      "x --> y",
      "z --> y",
      "z --- w",
    ]);
  });

  it("keeps a backslash unchanged, as in dagitty's grammar", () => {
    expect(readGraph('dag { "a\\\\b" "c\\"d" }', "dagitty").names).toEqual(["a\\\\b", 'c"d']);
  });

  it("refuses hidden common causes and graphs of other kinds", () => {
    expect(complaint(() => readGraph("dag {\nx <-> y }", "dagitty"))).toMatch(
      /line 2 joins "x" and "y" by <->; hidden common causes/,
    );
    expect(complaint(() => readGraph("pag { x @-> y }", "dagitty"))).toMatch(
      /must have "dag {" or "pdag {", got "pag"/,
    );
  });
});
