import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readNpy } from "../../../../test/npy.ts";
import { npyBytes } from "./npy.ts";

const numbers = Float64Array.from({ length: 18 }, (_, k) => k / 7 - 1);
const hasNumpy = spawnSync("python3", ["-c", "import numpy"]).status === 0;

it("is read back with its shape and aligned numbers", () => {
  const bytes = npyBytes([2, 3, 3], [numbers.slice(0, 9), numbers.slice(9)]);
  expect(readNpy(bytes)).toEqual({ shape: [2, 3, 3], numbers });
  expect((bytes.length - 8 * 18) % 64).toBe(0);
  expect(readNpy(npyBytes([18], [numbers]))).toEqual({ shape: [18], numbers });
});

it.runIf(hasNumpy)("is read by NumPy", () => {
  const folder = mkdtempSync(join(tmpdir(), "wherefore-npy-"));
  const path = join(folder, "a.npy");
  writeFileSync(path, npyBytes([2, 3, 3], [numbers]));
  const code = "import sys, numpy; a = numpy.load(sys.argv[1]); print(a.shape, a.dtype, a[1, 0, 2].hex())";
  const { stdout } = spawnSync("python3", ["-c", code, path], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  const third = spawnSync("python3", ["-c", `print((${numbers[11]}).hex())`], { encoding: "utf8" });
  expect(stdout).toBe(`(2, 3, 3) float64 ${third.stdout}`);
});
