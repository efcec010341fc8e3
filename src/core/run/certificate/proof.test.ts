import { describe, expect, it } from "vitest";
import { run, table } from "../../../../test/discoveries.ts";
import { simulate } from "../../data/simulate/simulate.ts";
import type { Table } from "../../data/table.ts";
import type { ParentSetTable } from "../../score/parent-sets.ts";
import type { UserScoreMaker } from "../../score/user-score.ts";
import type { RunOptions } from "../spec.ts";

const nothing = { optimal: false, optimum: null, gap: null, verdict: "unknown" } as const;

describe("a proof from cached values", () => {
  const { table: small } = simulate({ mechanism: "gp", nodes: 4, samples: 60, seed: 2 });
  const options: RunOptions = { score: "gp", panel: "never", search: "exact" };

  /** A run with the cache of an earlier one, modified. */
  function after(change: (kept: ParentSetTable) => void, more: RunOptions = {}) {
    let kept: ParentSetTable | undefined;
    const tables = {
      read: () => kept,
      write: (_: string, made: ParentSetTable) => {
        kept = { ...made, data: made.data.slice() };
      },
    };
    const input = { table: small, options: { ...options, ...more }, hash: "a", scoring: { tables } };
    const first = run(input);
    change(kept!);
    return { first, again: run(input) };
  }

  it("is claimed if they are unchanged", () => {
    const { first, again } = after(() => undefined);
    expect(again.result).toMatchObject({ optimal: true, score: first.result.score });
  });

  it("is not claimed for a graph that is best only by a wrong value, and the remedy is given", () => {
    // Each value of each set in turn, raised far above the true one: the search takes the bait every time.
    const places = Array.from({ length: 15 * 4 }, (_, at) => at);
    let baited = 0;
    for (const at of places) {
      const { first, again } = after(({ data, width }) => {
        expect(width).toBe(4);
        if (data[at] < 0) data[at] /= 2 ** 8;
      });
      if (again.result.score === first.result.score) continue;
      baited++;
      expect(again.result).toMatchObject(nothing);
      expect(again.certificate).toBeNull();
      expect(again.result.notes.join("\n")).toMatch(
        /^nothing is proven: the term of ".*" given \[.*\] is -[\d.]+ from the rows, but the search used -[\d.]+; delete scores\.bin of this run/m,
      );
    }
    expect(baited).toBeGreaterThan(20);
  });

  it("is no optimum for an agent to stop at, or to be measured by", () => {
    const agent = { search: "rl-order", options: { iterations: 2 } } as const;
    const { again } = after(({ data }) => {
      for (let at = 0; at < data.length; at++) if (at % 4 !== 0) data[at] /= 2;
    }, agent);
    expect(again.result).toMatchObject(nothing);
    expect(again.events.some(({ type }) => type === "optimum")).toBe(false);
  });

  it("is not claimed if the run is stopped while the graph is scored again", () => {
    const stopped = run({ table: small, options }, (event) =>
      event.type === "step" && event.doing.startsWith("rescoring the best graph") ? "interrupted" : undefined,
    );
    expect(stopped.result).toMatchObject({ ...nothing, stopped: "interrupted" });
    expect(stopped.result.notes.join()).toContain("nothing is proven: stopped before");
  });
});

describe("a proof under a user-defined score", () => {
  const distance = ({ X }: Table, node: number, parents: readonly number[]) =>
    -parents.reduce((sum, p) => sum + Math.abs(X.data[p] - X.data[node]), 1 + node);
  const terms = (change: (term: number) => number): UserScoreMaker => {
    return (given) => ({ term: (node, parents) => change(distance(given, node, parents)) });
  };
  const under = (make: UserScoreMaker, options: RunOptions = {}) =>
    run({ table, userScore: make, options: { score: "own:mine", panel: "never", ...options } }).result;

  it("is claimed if the score is a function", () => {
    expect(under(terms((term) => term)).optimal).toBe(true);
  });

  it("is not claimed if the score is random, counts its calls, or changes over time", () => {
    let state = 1;
    const random = () => {
      state = (state * 48271) % 2147483647;
      return state / 2147483647;
    };
    const counting: UserScoreMaker = (given) => {
      let asked = 0;
      return { term: (node, parents) => distance(given, node, parents) + 1e-6 * asked++ };
    };
    let made = 0;
    const late: UserScoreMaker = (given) => terms((x) => x * (made++ > 200 ? 2 : 1))(given);
    for (const make of [terms((x) => x + random()), counting, late]) {
      const result = under(make);
      expect(result).toMatchObject(nothing);
      expect(result.notes.join("\n")).toMatch(
        /^nothing is proven: the score own:mine gave \S+ for the term of ".*" given \[.*\], and \S+ when it was evaluated again; a proof needs/m,
      );
    }
  });

  it("is not claimed if combine breaks the rule that the proof rests on, whichever search ran", () => {
    const falling: UserScoreMaker = () => ({
      term: (node, parents) => -node - parents.length,
      combine: (sum, edges) => -sum - edges,
    });
    for (const search of ["exact", "order"]) {
      const result = under(falling, { search });
      expect(result).toMatchObject(nothing);
      expect(result.notes.join("\n")).toMatch(/^nothing is proven: the score own:mine: combine must rise/m);
    }
  });
});

it("a proof from passes that a checkpoint stores wrongly is not claimed", () => {
  const options: RunOptions = { search: "exact", score: "bic-equal-variance" };
  let state: unknown;
  run({ table, options }, (event) => {
    if (event.type === "step" && event.stage === "search") state = event.state;
    return undefined;
  });
  const { passes, collinear } = state as { passes: { value: number }[]; collinear: number };
  const from = (values: number) => ({
    search: "exact",
    seconds: 0,
    state: {
      passes: passes.map((pass, k) => (k === 0 ? { ...pass, value: values * pass.value } : pass)),
      collinear,
    },
  });
  expect(run({ table, options, from: from(1) }).result.optimal).toBe(true);
  const { result } = run({ table, options, from: from(1.01) });
  expect(result).toMatchObject(nothing);
  expect(result.notes.join("\n")).toMatch(/^nothing is proven: /m);
});
