// A run that ends before its threads have loaded leaves no file open: a program may execute thousands of runs.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, it } from "vitest";

const program = `
import { readdirSync } from "node:fs";
import { discover, simulate } from "./dist/node/index.js";
const { table } = simulate({ nodes: 61, graph: "erdos-renyi", degree: 1, samples: 100, seed: 1 });
const open = () => readdirSync("/proc/self/fd").length;
const run = () => discover(table, { search: "order", threads: 2, panel: "never", options: { shakes: 0 } });
await run();
const before = open();
await run();
await run();
console.log(open() - before);
`;

it.runIf(existsSync("/proc/self/fd"))("runs on two threads leave no file open", () => {
  const root = new URL("../../", import.meta.url);
  const left = execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd: root });
  expect(Number(left)).toBeLessThanOrEqual(0);
});
