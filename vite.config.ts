// Which tests run where: `npm test`, and what is run beside it (test:timed, test:long, attack).

import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

/** What only a hang takes, also on a slow and busy machine. */
const hangMs = 600_000;

/** What measures time runs alone, on a quiet machine, and only where that is asked for. */
const timed = [
  "test/e2e/load.test.ts",
  "test/e2e/page-smooth.test.ts",
  "test/site-speed.test.ts",
  "test/speed.test.ts",
];
/** What stands in for other modules. No other file leaves anything behind, so a worker loads core once for all of its files. */
const mocked = ["test/toys/*.test.ts"];
/** Functions of plain data, which need no process of their own. */
const contract = ["test/contract/**/*.test.ts"];
const pure = ["src/core/**/*.test.ts", "test/golden/**/*.test.ts"];
/** What tries more in test:long (test/long.ts). */
const long = [
  ...contract,
  ...pure,
  "test/experiments.test.ts",
  "test/python.test.ts",
  "test/site.test.ts",
  "test/tutorials.test.ts",
];

type Options = NonNullable<TestProjectInlineConfiguration["test"]>;

/** More than cores, as many tests wait for a process or a browser. */
const maxWorkers = availableParallelism() + 1;

const project = (name: string, options: Options): TestProjectInlineConfiguration => ({
  extends: true,
  test: { maxWorkers, ...options, name },
});

const inThreads = { pool: "threads", isolate: false } as const;

/** In the order of their names, which is that of Vitest: what is long comes first, and what is short fills the cores to the end. */
const projects: Readonly<Record<string, TestProjectInlineConfiguration[]>> = {
  test: [
    project("contract", { include: contract, ...inThreads }),
    project("doors", {
      include: ["src/**/*.test.ts", "test/**/*.test.ts"],
      exclude: [...contract, ...pure, ...mocked, ...timed],
      isolate: false,
    }),
    project("mocked", { include: mocked }),
    project("pure", { include: pure, ...inThreads }),
  ],
  timed: [project("timed", { include: timed, fileParallelism: false })],
  long: [project("long", { include: long, ...inThreads, env: { TRIALS: "all" } })],
  attack: [project("attack", { include: ["test/attack/**/*.test.ts"], env: { ATTACK: "whole" } })],
};

/** By mode: all tests, those that measure time, all trials of what `npm test` tries in part (test/long.ts), all of the attack. */
export default defineConfig(({ mode }) => ({
  // Examples import the package by its name, as a user does; tests run them on the source.
  resolve: { alias: { wherefore: fileURLToPath(new URL("./src/node/index.ts", import.meta.url)) } },
  test: {
    testTimeout: hangMs,
    hookTimeout: hangMs,
    expect: { poll: { timeout: hangMs } },
    projects: projects[mode] ?? projects.test,
  },
}));
