import { describe, expect, it } from "vitest";
import { run, table } from "../../../../test/discoveries.ts";
import { simulate } from "../../data/simulate/simulate.ts";
import type { Table } from "../../data/table.ts";
import type { ParentSetTable } from "../../score/parent-sets.ts";
import type { UserScoreMaker } from "../../score/user-score.ts";
import type { RunOptions } from "../spec.ts";

const nothing = { optimal: false, optimum: null, gap: null, verdict: "unknown" } as const;

describe("a proof from numbers that were kept", () => {
  const { table: small } = simulate({ mechanism: "gp", nodes: 4, samples: 60, seed: 2 });
  const options: RunOptions = { score: "gp", panel: "never", search: "exact" };

  /** A run with what an earlier one has kept, changed. */
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

  it("is claimed where they are as they were", () => {
    const { first, again } = after(() => undefined);
    expect(again.result).toMatchObject({ optimal: true, score: first.result.score });
  });

  it("is not claimed for a graph that owes its place to a wrong number, and the way out is told", () => {
    // Each number of each set in turn, raised far above what it is: the search takes the bait every time.
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

  it("is not what an agent stops at, or is measured by", () => {
    const agent = { search: "rl-order", options: { iterations: 2 } } as const;
    const { again } = after(({ data }) => {
      for (let at = 0; at < data.length; at++) if (at % 4 !== 0) data[at] /= 2;
    }, agent);
    expect(again.result).toMatchObject(nothing);
    expect(again.events.some(({ type }) => type === "optimum")).toBe(false);
  });

  it("is not claimed when it is stopped while the graph is scored anew", () => {
    const stopped = run({ table: small, options }, (event) =>
      event.type === "step" && event.doing.startsWith("rescoring the best graph") ? "interrupted" : undefined,
    );
    expect(stopped.result).toMatchObject({ ...nothing, stopped: "interrupted" });
    expect(stopped.result.notes.join()).toContain("nothing is proven: stopped before");
  });
});

describe("a proof under a score of one's own", () => {
  const distance = ({ X }: Table, node: number, parents: readonly number[]) =>
    -parents.reduce((sum, p) => sum + Math.abs(X.data[p] - X.data[node]), 1 + node);
  const terms = (change: (term: number) => number): UserScoreMaker => {
    return (given) => ({ term: (node, parents) => change(distance(given, node, parents)) });
  };
  const under = (make: UserScoreMaker, options: RunOptions = {}) =>
    run({ table, userScore: make, options: { score: "own:mine", panel: "never", ...options } }).result;

  it("is claimed where the score is a function", () => {
    expect(under(terms((term) => term)).optimal).toBe(true);
  });

  it("is not claimed where the score is random, or counts how often it is asked, or changes as time goes by", () => {
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

  it("is not claimed where combine breaks the rule that it rests on, whichever search ran", () => {
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

it("a proof from passes that a checkpoint remembers wrongly is not claimed", () => {
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
