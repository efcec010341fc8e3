/// <reference path="../../wasm.d.ts" />

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DenseWorkspace, denseWorkspace } from "../dense/dense-workspace.ts";
import { type Matrix, matrix } from "../matrix.ts";
import { createRng } from "../rng.ts";
import { statisticsHex } from "./kernels.generated.ts";
import { wideKernels } from "./wide-kernels.ts";

// Compiled like any module, on every Node: the tiles of the wide build, in 128-bit instructions.
const compiled = (code: Uint8Array) => new WebAssembly.Module(code);
const code = Buffer.from(statisticsHex, "hex");

describe("wideKernels", () => {
  it("is undefined if the runtime has no wide build", () => {
    expect(wideKernels(() => undefined)).toBeUndefined();
  });

  it("is the module if all kernels give the same bytes", () => {
    const module = compiled(code);
    expect(wideKernels(() => module)).toBe(module);
  });

  it("refuses a build in which one instruction computes something else, in any kernel that slow scores use", () => {
    const [add, subtract, multiply] = [0xf0, 0xf1, 0xf2]; // f64x2 operations, between the bytes FD and 01
    const places = [...code.keys()].filter(
      (at) =>
        code[at] === 0xfd && [add, subtract, multiply].includes(code[at + 1] ?? 0) && code[at + 2] === 0x01,
    );
    expect(places.length).toBeGreaterThan(500);
    const unnoticed = new Set<number>();
    for (const [k, at] of places.entries()) {
      if (k % 8 !== 0) continue; // each takes about 12 ms
      const changed = Uint8Array.from(code);
      changed[at + 1] = code[at + 1] === add ? subtract : add;
      if (wideKernels(() => compiled(changed)) !== undefined) unnoticed.add(functionAt(at));
    }
    // Four functions of order search and one of the subset program: searches always use the plain build.
    expect(unnoticed.size, [...unnoticed].join()).toBeLessThanOrEqual(5);
  });
});

/** The function whose body contains a byte of the module. */
function functionAt(place: number): number {
  let at = 8;
  const size = (): number => {
    let [value, shift, byte] = [0, 0, 0x80];
    for (; byte & 0x80; shift += 7) {
      byte = code[at++];
      value += (byte & 0x7f) * 2 ** shift;
    }
    return value;
  };
  for (;;) {
    const section = code[at++];
    const bytes = size();
    if (section !== 10) {
      at += bytes;
      continue;
    }
    for (let k = 0, count = size(); k < count; k++) {
      const body = size();
      at += body;
      if (place < at) return k;
    }
  }
}

describe("the tiles of the wide build", () => {
  it("give the bytes of the plain ones at every size", () => {
    const wide = compiled(code);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 40 }), (n, m) => {
        const plain = everything(denseWorkspace(n + m), n, m);
        const two = everything(denseWorkspace(n + m, { wide }), n, m);
        plain.forEach(({ data }, k) => {
          if (!bytes(two[k].data).equals(bytes(data))) expect.fail(`result ${k} differs`);
        });
      }),
      { seed: 1, numRuns: 40 },
    );
  });
});

/** A factor, its two solves and products with and without the upper triangle, all m or n wide. */
function everything(space: DenseWorkspace, n: number, m: number): Matrix[] {
  const [L, X, C, D] = [space.matrix(), space.matrix(), space.matrix(), space.matrix()];
  const A = randomMatrix(n, n);
  for (let i = 0; i < n; i++) A.data[i * n + i] += n;
  space.write(L, A);
  space.write(X, randomMatrix(n, m));
  expect(space.cholesky(L, n)).toBe(0);
  space.solveLower(X, L, n, m);
  space.solveLowerTransposed(X, L, n, m);
  space.product(C, L, X, [n, m, n]);
  space.product(D, X, X, [n, n, m], { transposeB: true, lower: true });
  space.product(D, X, X, [m, m, n], { transposeA: true, mode: "subtract" });
  return [space.read(L, n, n), space.read(X, n, m), space.read(C, n, m), space.read(D, n, n)];
}

function bytes(numbers: Float64Array): Buffer {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

function randomMatrix(rows: number, cols: number): Matrix {
  const rng = createRng(`wide/${rows}/${cols}`);
  return matrix(rows, cols, Float64Array.from({ length: rows * cols }, rng.normal));
}
