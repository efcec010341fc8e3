import { describe, expect, it } from "vitest";
import { createRng } from "../../../math/rng.ts";
import { gaussianPolicy, objectiveGradient } from "./gaussian-policy.ts";

const [size, batch, clip, entropy] = [3, 8, 0.2, 0.05];

function problem(columns: number) {
  const rng = createRng(`objective/${columns}`);
  const normals = (length: number, scale: number) =>
    Float64Array.from({ length }, () => scale * rng.normal());
  const before = normals(2 * size, 0.3);
  const parameters = before.map((x) => x + 0.1 * rng.normal());
  return { before, parameters, drawn: normals(batch * size, 1), advantages: normals(batch * columns, 1) };
}

/** The clipped objective by its definition: densities, ratios, the lesser of two products. */
function objective({ before, parameters, drawn, advantages }: ReturnType<typeof problem>): number {
  const isJoint = advantages.length === batch;
  const logDensity = (theta: Float64Array, b: number, k: number) => {
    const x = (drawn[b * size + k] - theta[k]) / Math.exp(theta[size + k]);
    return -(x * x) / 2 - theta[size + k] - Math.log(2 * Math.PI) / 2;
  };
  const numbers = [...Array(size).keys()];
  let sum = 0;
  for (let b = 0; b < batch; b++) {
    const logs = numbers.map((k) => logDensity(parameters, b, k) - logDensity(before, b, k));
    const ratios = isJoint ? [Math.exp(logs.reduce((x, y) => x + y, 0))] : logs.map(Math.exp);
    for (const [k, r] of ratios.entries()) {
      const A = advantages[b * ratios.length + k];
      sum += Math.min(r * A, Math.min(1 + clip, Math.max(1 - clip, r)) * A) / batch;
    }
  }
  return sum + entropy * numbers.reduce((total, k) => total + parameters[size + k], 0);
}

describe("gaussianPolicy", () => {
  it.each([
    ["one advantage for each vector", 1],
    ["one for each number", size],
  ])("has the gradient of the clipped objective, by differences (%s)", (_, columns) => {
    const given = problem(columns);
    const gradient = objectiveGradient(given, { clip, entropy });
    const h = 1e-6;
    gradient.forEach((g, k) => {
      const moved = (by: number) => {
        const parameters = given.parameters.slice();
        parameters[k] += by;
        return objective({ ...given, parameters });
      };
      const unit = k < size ? Math.exp(given.parameters[size + k]) : 1;
      expect(g).toBeCloseTo((unit * (moved(h) - moved(-h))) / (2 * h), 7);
    });
  });

  it("moves its means to where a vector is worth most", () => {
    const target = [2, -1, 0.5];
    const policy = gaussianPolicy(size, createRng(1));
    for (let t = 0; t < 300; t++) {
      const drawn = policy.propose(t);
      const worth = Float64Array.from(
        { length: policy.batch },
        (_, b) => -target.reduce((sum, x, k) => sum + (drawn[b * size + k] - x) ** 2, 0),
      );
      const mean = worth.reduce((sum, x) => sum + x, 0) / worth.length;
      policy.learn(worth.map((x) => (x - mean) / 3));
    }
    // Within a deviation of the noise that a batch of 64 leaves.
    for (const [k, x] of target.entries()) expect(Math.abs(policy.parameters[k] - x)).toBeLessThan(0.3);
    expect(policy.entropy()).toBeLessThan(gaussianPolicy(size, createRng(1)).entropy() - 1);
  });

  it("goes on from its state to the same numbers", () => {
    const [one, other] = [gaussianPolicy(size, createRng(1)), gaussianPolicy(size, createRng(1))];
    const step = (policy: typeof one, t: number) =>
      policy.learn(policy.propose(t).slice(0, policy.batch).map(Math.sign));
    for (let t = 0; t < 3; t++) step(one, t);
    other.restore(JSON.parse(JSON.stringify(one.state())));
    for (const policy of [one, other]) step(policy, 3);
    expect(other.parameters).toEqual(one.parameters);
    expect(() => gaussianPolicy(size + 1, createRng(1)).restore(one.state())).toThrow(
      "vec2dag: the state is that of another number of variables",
    );
  });
});
