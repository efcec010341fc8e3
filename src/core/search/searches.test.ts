import { describe, expect, it } from "vitest";
import { run, table } from "../../../test/discoveries.ts";
import { simulate } from "../data/simulate/simulate.ts";
import { type Table, withColumns } from "../data/table.ts";

describe("the logit bias of the paper's agent", () => {
  const small = { batch: 4, inputSamples: 4, hidden: 16, heads: 4, stacks: 1, inner: 16, decoderHidden: 2 };
  const first = (rl: object) => {
    const options = { search: "rl", optimum: "never", options: { ...small, iterations: 1, ...rl } } as const;
    const { events } = run({ table, options });
    const step = events.find((event) => event.type === "step" && event.stage === "search");
    return step?.type === "step" ? step.values.entropy : undefined;
  };

  it("of a preset starts every decoder but the Transformer, which the published code gives none, unless asked for", () => {
    const { decoderHidden: _, ...others } = small;
    const transformer = { ...others, decoder: "transformer", preset: "paper-30", decoderHidden: undefined };
    expect(first({ preset: "paper-30" })).toBeLessThan(0.01);
    expect(first(transformer)).toBeGreaterThan(0.1);
    expect(first({ ...transformer, logitBias: -10 })).toBeLessThan(0.01);
  });

  it("is not held constant where there is none", () => {
    expect(() => first({ isLogitBiasConstant: true })).toThrow(
      "discover: isLogitBiasConstant has no effect without a first logit, and this run has none; set logitBias too, or leave it out",
    );
    expect(first({ isLogitBiasConstant: true, logitBias: -10 })).toBeLessThan(0.01);
  });
});

describe("the first of two contradicting colliders", () => {
  const simulated = simulate({ nodes: 10, samples: 150, seed: 5, edgeProbability: 0.4 }).table;
  const { names } = simulated;
  const found = (of: Table) => {
    const { result } = run({
      table: of,
      options: { search: "pc", panel: "never", options: { conflicts: "first" } },
    });
    const { edges: directed, undirected } = result;
    return { edges: [...directed, ...undirected.map((pair) => [...pair].sort())].map(String).sort(), result };
  };

  it("goes by the names of the variables: the columns' order changes nothing, other names do", () => {
    const { edges, result } = found(simulated);
    expect(result.tests!.conflicts.some(({ kind }) => kind === "collider")).toBe(true);
    expect(
      found(
        withColumns(
          simulated,
          names.map((_, k) => names.length - 1 - k),
        ),
      ).edges,
    ).toEqual(edges);
    const renamed = { ...simulated, names: names.map((_, k) => `Y${99 - k}`) };
    const back = (text: string) => text.replace(/Y(\d+)/g, (_, k) => names[99 - Number(k)]);
    const pairs = (all: readonly string[]) => all.map((edge) => edge.split(",").sort().join()).sort();
    const other = found(renamed).edges.map(back);
    expect(pairs(other)).toEqual(pairs(edges));
    expect(other.sort()).not.toEqual(edges);
  });
});
