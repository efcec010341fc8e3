import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const timed = ["test/e2e/load.test.ts", "test/e2e/page-smooth.test.ts"];

export default defineConfig(({ mode }) => ({
  // Examples import the package by its name, as a user does; tests run them on the source.
  resolve: { alias: { wherefore: fileURLToPath(new URL("./src/node/index.ts", import.meta.url)) } },
  test: {
    // Only a hang can reach these, also on a slow and busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // What measures time runs alone, and only where that is asked for: `npm run test:timed`, on a quiet machine.
    projects: [
      mode === "timed"
        ? { extends: true, test: { name: "timed", include: timed, fileParallelism: false } }
        : {
            extends: true,
            test: {
              name: "tests",
              // `npm run attack` tries all of test/attack, the tests a part of it.
              env: { ATTACK: mode === "attack" ? "whole" : "part" },
              include: ["src/**/*.test.ts", "test/**/*.test.ts"],
              exclude: timed,
              // Two on two cores, where Vitest would take one: a third less time, as many tests wait for a process or a browser.
              maxWorkers: Math.max(2, availableParallelism() - 1),
            },
          },
    ],
  },
}));
