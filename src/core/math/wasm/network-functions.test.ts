import { describe, expect, it } from "vitest";
import { allowRelaxedSimd } from "../../../node/runs/machine.ts";
import { createRng } from "../rng.ts";
import { createNetworkKernels, type NetworkBuild, networkBuild, tableBytes } from "./network-kernels.ts";

allowRelaxedSimd();
const builds: NetworkBuild[] = networkBuild() === "relaxed" ? ["strict", "relaxed"] : ["strict"];

type Name = "exp" | "log" | "tanh" | "sigmoid" | "softplus" | "relu" | "elu";

const exact: Record<Name, (x: number) => number> = {
  exp: Math.exp,
  log: Math.log,
  tanh: Math.tanh,
  sigmoid: (x) => 1 / (1 + Math.exp(-x)),
  softplus: (x) => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x))),
  relu: (x) => Math.max(0, x),
  elu: (x) => (x > 0 ? x : Math.expm1(x)),
};
const slope: Record<Name, (x: number) => number> = {
  exp: Math.exp,
  log: (x) => 1 / x,
  tanh: (x) => 1 - Math.tanh(x) * Math.tanh(x),
  sigmoid: (x) => exact.sigmoid(x) * (1 - exact.sigmoid(x)),
  softplus: exact.sigmoid,
  relu: (x) => (x > 0 ? 1 : 0),
  elu: (x) => (x > 0 ? 1 : Math.exp(x)),
};
/** Largest relative error; below `floor` the error is measured relative to it. */
const errors: Record<Name, { relative: number; floor: number }> = {
  exp: { relative: 2e-7, floor: 1e-37 },
  log: { relative: 3e-7, floor: 0.3 },
  tanh: { relative: 4e-7, floor: 1e-30 },
  sigmoid: { relative: 3e-7, floor: 1e-37 },
  softplus: { relative: 4e-7, floor: 1e-37 },
  relu: { relative: 0, floor: 1 },
  elu: { relative: 2e-6, floor: 1e-30 },
};
/** The gradients of log and softplus come from the input, the others from the output. */
const fromInput: readonly Name[] = ["log", "softplus"];

function applied(build: NetworkBuild, name: Name, inputs: ArrayLike<number>) {
  const count = inputs.length;
  const room = 4 * (4 * Math.ceil(count / 4));
  const kernels = createNetworkKernels(5 * room + tableBytes + 256, { build });
  const table = kernels.allocate(tableBytes);
  kernels.call.tableInto(table);
  const [x, y, dy, dx] = Array.from({ length: 4 }, () => kernels.allocate(room));
  kernels.singles(x, count).set(Array.from(inputs));
  kernels.singles(dy, count).fill(1.5);
  kernels.call[`${name}Into`](y, x, count, table);
  kernels.call[`${name}GradientInto`](dx, dy, fromInput.includes(name) ? x : y, count, table);
  return {
    x: kernels.singles(x, count),
    y: kernels.singles(y, count),
    dx: kernels.singles(dx, count),
  };
}

function inputsFor(name: Name): Float32Array {
  const rng = createRng(`functions/${name}`);
  const spread = Array.from({ length: 20_001 }, (_, k) => (k - 10_000) / 120); // −83 … 83
  const fine = Array.from({ length: 20_000 }, () => rng.normal() * Math.exp(8 * rng.normal()));
  const tiny = Array.from({ length: 2_000 }, () => rng.normal() * 1e-6);
  const all = [...spread, ...fine, ...tiny].map((x) => Math.max(-86, Math.min(86, x)));
  return Float32Array.from(name === "log" ? all.map((x) => Math.exp(x)) : all);
}

for (const build of builds) {
  describe(`functions of the ${build} build`, () => {
    for (const name of Object.keys(exact) as Name[]) {
      it(`${name} and its gradient are within their stated errors`, () => {
        const { x, y, dx } = applied(build, name, inputsFor(name));
        const { relative, floor } = errors[name];
        let worst = 0;
        let worstSlope = 0;
        x.forEach((input, i) => {
          const value = exact[name](input);
          worst = Math.max(worst, Math.abs(y[i] - value) / Math.max(floor, Math.abs(value)));
          worstSlope = Math.max(
            worstSlope,
            Math.abs(dx[i] - 1.5 * slope[name](input)) /
              (1e-30 +
                Math.abs(1.5 * slope[name](input)) +
                (["tanh", "sigmoid", "elu"].includes(name) ? 1 : 0)),
          );
        });
        expect(worst).toBeLessThanOrEqual(relative);
        expect(worstSlope).toBeLessThan(2e-6);
      });

      it(`${name} keeps a NaN, forwards and backwards`, () => {
        const { y, dx } = applied(build, name, [1, Number.NaN, 2, 0.5, Number.NaN]);
        expect(Array.from(y, Number.isNaN)).toEqual([false, true, false, false, true]);
        expect(Array.from(dx, Number.isNaN)).toEqual([false, true, false, false, true]);
      });
    }

    it("the numerators of a softmax are within the error of exp down to e⁻⁸⁷, and no less than that", () => {
      // One head of one component: the scores of row 0 are the keys, the largest of them 0.
      const d = 400;
      const rng = createRng("softmax");
      const keys = Float32Array.from({ length: d }, (_, j) =>
        j < 4 ? [0, -86.9, -87.5, -1e30][j] : -87 * rng.uniform() * (j % 2 === 0 ? 1 : rng.uniform() / 50),
      );
      const kernels = createNetworkKernels(16 * d * (d + 1) + 128 * d + tableBytes + 256, { build });
      const table = kernels.allocate(tableBytes);
      kernels.call.tableInto(table);
      const [Q, K, out] = Array.from({ length: 3 }, () => kernels.allocate(32 * d));
      const kept = kernels.allocate(16 * d * (d + 1));
      for (let i = 0; i < d; i++) {
        kernels.singles(Q + 32 * i, 1)[0] = 1;
        kernels.singles(K + 32 * i, 1)[0] = keys[i];
      }
      const sizes = { items: 1, d, heads: 1, components: 1, step: 32, stepOut: 32, scale: 1 };
      kernels.run("attentionInto", { out, kept, Q, K, V: K, start: 0, ...sizes, table });
      const worst = keys.reduce((most, key, j) => {
        const exact = Math.exp(Math.max(-87, key));
        return Math.max(most, Math.abs(kernels.singles(kept + 16 * j, 1)[0] / exact - 1));
      }, 0);
      expect(worst).toBeLessThan(2e-7);
      expect(worst).toBeGreaterThan(0);
    });

    it("overflow to infinity and underflow to 0 like the functions themselves", () => {
      expect(
        [...applied(build, "exp", [1000, 88.8, 88, -120, -1e30, Number.POSITIVE_INFINITY]).y].map(big),
      ).toEqual(["infinite", "infinite", "large", 0, 0, "infinite"]);
      expect([...applied(build, "log", [0, -1, Number.POSITIVE_INFINITY, 1]).y]).toEqual([
        Number.NEGATIVE_INFINITY,
        Number.NaN,
        Number.POSITIVE_INFINITY,
        0,
      ]);
      const [most, least, zero] = applied(build, "tanh", [50, -50, 0]).y;
      expect(zero).toBe(0);
      expect(most).toBe(-least);
      expect(1 - most).toBeLessThanOrEqual(4e-7);
      expect(most).toBeLessThanOrEqual(1);
      expect([...applied(build, "sigmoid", [200, -200]).y]).toEqual([1, 0]);
      expect([...applied(build, "softplus", [200, -200]).y]).toEqual([200, 0]);
    });
  });
}

function big(x: number): number | string {
  return x === Number.POSITIVE_INFINITY ? "infinite" : x > 1e38 ? "large" : x;
}
