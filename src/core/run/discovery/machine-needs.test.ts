import { expect, it } from "vitest";
import { machineNeeds } from "./machine-needs.ts";

it("knows what threads are for: a network, the runs of an agent, tasks, a slow score", () => {
  const of = (options: object) => machineNeeds(options, { most: 3 });
  expect(of({ search: "rl" })).toMatchObject({ hasNetwork: true, hasRuns: false, isSlow: false, threads: 3 });
  expect(of({ search: "rl", restarts: 4 })).toMatchObject({ hasNetwork: true, hasRuns: true });
  expect(of({})).toMatchObject({ hasNetwork: false, hasRuns: true, isOpen: true });
  expect(of({ search: "order" })).toMatchObject({ hasNetwork: false, hasRuns: false, hasTasks: true });
  expect(of({ search: "exact", score: "gp" })).toMatchObject({ hasRuns: false, isSlow: true });
  expect(machineNeeds({ search: "rl" }, { threads: 2, most: 3 }).threads).toBe(2);
});

it("refuses threads and wide instructions where nothing can use them", () => {
  expect(() => machineNeeds({ search: "exact" }, { threads: 2, most: 3 })).toThrow(
    "threads share a network, the restarts of an agent, the shakes of order search or a slow score, and exact has none of them",
  );
  expect(() => machineNeeds({ search: "exact" }, { most: 3, wide: true })).toThrow("leave wide out");
  expect(() => machineNeeds({ search: "rl" }, { threads: 0, most: 3 })).toThrow(
    "threads must be a whole number from 1 on, got 0",
  );
});
