// Which tests run where: `npm test`, and what is run beside it (test:timed, test:long, attack).

import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

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
const long = [...contract, ...pure, "test/experiments.test.ts"];
/** The same of what starts processes. */
const longDoors = [
  "test/python.test.ts",
  "test/r.test.ts",
  "test/package.test.ts",
  "test/site.test.ts",
  "test/tutorials.test.ts",
  "test/scoreboard.test.ts",
  "test/missing-coverage.test.ts",
  ...[
    "completion",
    "confidence",
    "experiments-batch",
    "node-versions",
    "order-threads",
    "queue-chaos",
    "s3",
    "static",
  ].map((name) => `test/e2e/${name}.test.ts`),
  ...["bad", "confidence", "kinds", "pictures", "static"].map((name) => `test/e2e/page-${name}.test.ts`),
];

/** What takes longest of its project. */
const longest = ["test/python.test.ts", "test/experiments.test.ts", "test/contract/"];

/** Project by project in the order of their names; in each what is long comes first, and what is short fills the cores to the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      Number(!longest.some((path) => moduleId.includes(path)));
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => a.project.name.localeCompare(b.project.name) || rank(a) - rank(b));
  }
}

type Options = NonNullable<TestProjectInlineConfiguration["test"]>;

/** More than cores, as many tests wait for a process or a browser. */
const maxWorkers = availableParallelism() + 1;

const project = (name: string, options: Options): TestProjectInlineConfiguration => ({
  extends: true,
  test: { maxWorkers, ...options, name },
});

const inThreads = { pool: "threads", isolate: false } as const;

/** As few as there can be: each reads the source anew, and so does each of its workers. */
const projects: Readonly<Record<string, TestProjectInlineConfiguration[]>> = {
  test: [
    project("doors", {
      include: ["src/**/*.test.ts", "test/**/*.test.ts"],
      exclude: [...contract, ...pure, ...mocked, ...timed, "test/site.test.ts"],
      isolate: false,
    }),
    project("mocked", { include: mocked }),
    project("pure", { include: [...contract, ...pure], ...inThreads }),
  ],
  timed: [project("timed", { include: timed, fileParallelism: false })],
  long: [
    project("long", { include: long, ...inThreads, env: { TRIALS: "all" } }),
    project("long doors", { include: longDoors, isolate: false, env: { TRIALS: "all" } }),
  ],
  attack: [project("attack", { include: ["test/attack/**/*.test.ts"], env: { ATTACK: "whole" } })],
};

/** By mode: all tests, those that measure time, all trials of what `npm test` tries in part (test/long.ts), all of the attack. */
export default defineConfig(({ mode }) => ({
  // Examples import the package by its name, as a user does; tests run them on the source.
  resolve: { alias: { wherefore: fileURLToPath(new URL("./src/node/index.ts", import.meta.url)) } },
  test: {
    sequence: { sequencer: LongestFirst },
    testTimeout: hangMs,
    hookTimeout: hangMs,
    expect: { poll: { timeout: hangMs } },
    projects: projects[mode] ?? projects.test,
  },
}));
