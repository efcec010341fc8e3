import { describe, expect, it } from "vitest";
import { run, table } from "../../../../test/discoveries.ts";
import { simulate } from "../../data/simulate/simulate.ts";
import { createTable } from "../../data/table.ts";
import { skippedSensitivity } from "../skipped-sensitivity.ts";

/** Weak effects, of which the penalty decides. */
const weak = simulate({ nodes: 6, samples: 60, seed: 5 }).table;

describe("sensitivity", () => {
  it("has the answers that runs with those weights have", () => {
    const { sensitivity } = run({ table: weak, options: { penaltyWeight: 1.5 } }).result;
    expect(sensitivity!.option).toBe("penaltyWeight");
    expect(sensitivity!.graphs.map(({ factor }) => factor)).toEqual([0.5, 0.7, 1, 1.4, 2]);
    for (const { value: penaltyWeight, edges, undirected } of sensitivity!.graphs) {
      const alone = run({ table: weak, options: { penaltyWeight } }).result;
      expect({ edges, undirected }).toEqual({ edges: alone.edges, undirected: alone.undirected });
    }
    const sizes = sensitivity!.graphs.map(({ edges, undirected }) => edges.length + undirected.length);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a)); // what an edge costs more, fewer have
    expect(sizes[0]).toBeGreaterThan(sizes[4]);
  });

  it("prunes as the run does, and asks for one member where the run does", () => {
    const options = {
      search: "hill-climb",
      score: "bic-equal-variance",
      prune: "threshold",
      member: true,
    } as const;
    const { sensitivity } = run({ table: weak, options }).result;
    const { value, edges } = sensitivity!.graphs[4];
    expect(edges).toEqual(run({ table: weak, options: { ...options, penaltyWeight: value } }).result.edges);
  });

  it("comes by itself where it takes little, and otherwise where it is asked for", () => {
    const of = (options: Parameters<typeof run>[0]["options"]) => run({ table, options }).result.sensitivity;
    expect(of({ sensitivity: "never" })).toBeNull();
    expect(of({ score: "bge" })).toBeNull(); // it has no such weight
    expect(of({ search: "pc" })).toBeNull();
    const labels = createTable(
      table.names,
      coded(table.X),
      table.names.map(() => ["a", "b"]),
    );
    const byCounts = (sensitivity?: "always") =>
      run({ table: labels, options: { score: "bdeu", sensitivity } }).result.sensitivity;
    expect(byCounts()).toBeNull();
    expect(byCounts("always")).toMatchObject({ option: "equivalentSampleSize", graphs: { length: 5 } });
  });

  it("is said not to have been computed, with the way to have it, where it was left to the program", () => {
    const labels = createTable(
      table.names,
      coded(table.X),
      table.names.map(() => ["a", "b"]),
    );
    const left = (options: Parameters<typeof run>[0]["options"], of = labels) =>
      skippedSensitivity(run({ table: of, options }).result);
    expect(left({ score: "bdeu" })).toEqual({
      sentence:
        "How the result depends on the equivalent sample size was not computed: by default it is only where that takes little time.",
      remedies: [{ when: "to compute it", set: { sensitivity: "always" } }],
    });
    expect(left({ score: "bdeu", sensitivity: "never" })).toBeNull();
    expect(left({ score: "bdeu", sensitivity: "always" })).toBeNull();
    expect(left({}, table)).toBeNull(); // it was computed
    expect(left({ search: "pc" }, table)).toBeNull(); // it has no penalty
  });

  it("is refused where nothing is there to vary", () => {
    expect(() => run({ table, options: { search: "pc", sensitivity: "always" } })).toThrow(
      "sensitivity: the search pc does not use a score",
    );
    expect(() => run({ table, options: { score: "gp", search: "order", sensitivity: "always" } })).toThrow(
      "sensitivity: the score gp has no weight to vary",
    );
  });

  it("is left out of a run that is stopped", () => {
    const isLate = (stage: string) => stage.startsWith("sensitivity");
    const { result } = run({ table, options: { search: "hill-climb" } }, (event) =>
      event.type === "step" && isLate(event.stage) ? "interrupted" : undefined,
    );
    expect(result.sensitivity).toBeNull();
    expect(result.notes.join()).toContain("sensitivity");
  });
});

function coded({ rows, cols, data }: typeof table.X): typeof table.X {
  return { rows, cols, data: data.map((x) => (x > 0 ? 1 : 0)) };
}
