import { expect, it } from "vitest";
import { searches } from "../../search/searches.ts";
import { machineNeeds } from "./machine-needs.ts";

const variables = 20;

it("knows what threads are for: a network, the runs of an agent, tasks, sweeps over subsets, a slow score", () => {
  const of = (options: object) => machineNeeds(options, { most: 3, variables });
  expect(of({ search: "rl" })).toMatchObject({
    hasNetwork: true,
    agent: undefined,
    isSlow: false,
    threads: 3,
  });
  expect(of({ search: "rl", restarts: 4 })).toMatchObject({ hasNetwork: true, agent: "rl" });
  expect(of({ search: "both" })).toMatchObject({ hasNetwork: false, agent: "rl-order" });
  // With many variables, auto chooses the order search.
  expect(of({})).toMatchObject({ hasNetwork: false, agent: undefined, tasked: "order" });
  expect(of({ search: "order" })).toMatchObject({ hasNetwork: false, agent: undefined, tasked: "order" });
  expect(of({ search: "exact" })).toMatchObject({
    hasSweeps: true,
    tasked: undefined,
    agent: undefined,
    crew: 3,
  });
  expect(of({})).toMatchObject({ hasSweeps: true, crew: 3 });
  expect(machineNeeds({}, { most: 64, variables: 18 }).crew).toBe(8); // as many as there are tasks
  for (const few of [15, 28])
    expect(machineNeeds({}, { most: 3, variables: few })).toMatchObject({ hasSweeps: false, crew: 1 });
  expect(of({ search: "exact", score: "gp" })).toMatchObject({ agent: undefined, isSlow: true });
  expect(machineNeeds({ search: "rl" }, { threads: 2, most: 3, variables }).threads).toBe(2);
});

it("accepts any number of threads for any search, and has no crew if nothing is shared", () => {
  for (const search of Object.keys(searches))
    expect(machineNeeds({ search }, { threads: 9, most: 3, variables })).toMatchObject({ threads: 9 });
  expect(machineNeeds({ search: "hill-climb" }, { threads: 9, most: 3, variables }).crew).toBe(1);
});

it("gives a network at most four threads unless more are requested", () => {
  expect(machineNeeds({ search: "rl" }, { most: 64, variables })).toMatchObject({ threads: 64, crew: 4 });
  expect(machineNeeds({ search: "rl" }, { threads: 8, most: 64, variables }).crew).toBe(8);
});

it("refuses wide instructions if nothing can use them, and an invalid number of threads", () => {
  expect(() => machineNeeds({ search: "exact" }, { most: 3, wide: true, variables })).toThrow(
    "leave wide out",
  );
  expect(() => machineNeeds({ search: "rl" }, { threads: 0, most: 3, variables })).toThrow(
    "threads must be a whole number from 1 on, got 0",
  );
});
