import { describe, expect, it } from "vitest";
import { matrix } from "../../../math/matrix.ts";
import { createRng } from "../../../math/rng.ts";
import { dagGnnModel, startInto } from "./dag-gnn-model.ts";

const penalty = { lambda: 0.7, c: 3 };

function model(d: number, rows: number, mask = new Uint8Array(d * d).fill(1)) {
  const rng = createRng(`model/${d}`);
  const hidden = 6;
  const X = matrix(
    rows,
    d,
    Float64Array.from({ length: rows * d }, () => rng.normal()),
  );
  const made = dagGnnModel(X, { hidden, batch: 20, mask });
  startInto(made, d, hidden, rng);
  for (let k = 0; k < d * d; k++) if (mask[k] === 1) made.parameters[k] = 0.2 * rng.normal();
  made.parameters[d * d] = 0.4;
  return made;
}

describe("dagGnnModel", () => {
  it("has the gradient of differences, in every parameter", () => {
    for (const d of [1, 2, 5]) {
      const { parameters, gradient, measure } = model(d, 20);
      measure(0, 20, penalty);
      const expected = gradient.slice();
      expected.forEach((slope, p) => {
        const kept = parameters[p];
        const around = [1e-6, -1e-6].map((move) => {
          parameters[p] = kept + move;
          return measure(0, 20, penalty).loss;
        });
        parameters[p] = kept;
        // Kinks of the ReLUs are nowhere within 1e-6 of these data.
        expect(Math.abs((around[0] - around[1]) / 2e-6 - slope)).toBeLessThan(1e-6 * (1 + Math.abs(slope)));
      });
    }
  });

  it("has for all rows the mean of its parts' losses and gradients", () => {
    const { gradient, measure } = model(4, 20);
    const halves = [0, 10].map((from) => ({
      ...measure(from, from + 10, penalty),
      gradient: gradient.slice(),
    }));
    const whole = measure(0, 20, penalty);
    expect(whole.loss).toBeCloseTo((halves[0].loss + halves[1].loss) / 2, 10);
    gradient.forEach((slope, p) => {
      expect(slope).toBeCloseTo((halves[0].gradient[p] + halves[1].gradient[p]) / 2, 10);
    });
  });

  it("leaves weights that are masked at 0", () => {
    const d = 4;
    const mask = new Uint8Array(d * d).fill(1);
    mask[1] = mask[7] = 0;
    const { parameters, measure, adam, weights } = model(d, 20, mask);
    for (let k = 1; k <= 5; k++) {
      measure(0, 20, penalty);
      adam(0.01, k);
    }
    measure(0, 20, penalty);
    expect([parameters[1], parameters[7], weights[1], weights[7]]).toEqual([0, 0, 0, 0]);
    expect(weights.every((w, k) => w !== 0 || mask[k] === 0)).toBe(true);
  });

  it("lowers its loss", () => {
    const { measure, adam } = model(5, 20);
    const first = measure(0, 20, penalty).loss;
    for (let k = 1; k <= 300; k++) {
      measure(0, 20, penalty);
      adam(0.01, k);
    }
    expect(measure(0, 20, penalty).loss).toBeLessThan(0.1 * first);
  });
});
