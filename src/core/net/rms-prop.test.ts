import { describe, expect, it } from "vitest";
import { builds } from "../../../test/tensors.ts";
import { createRng } from "../math/rng.ts";
import { squaredError } from "./losses.ts";
import { createNet } from "./net.ts";
import { product } from "./ops.ts";
import { createPlan } from "./plan.ts";
import { sequence } from "./program.ts";
import { rmsProp } from "./rms-prop.ts";

for (const build of builds) {
  describe(`RMSprop in the ${build} build`, () => {
    it("is the formula, step after step, whatever the number of shards", () => {
      const plan = createPlan({ items: 6, shards: 3 });
      const [x, target] = [plan.input(1, 3), plan.input(1, 5)];
      const W = plan.parameter(3, [{ name: "W", columns: 5, start: { limit: 1 } }]);
      const error = squaredError(plan, product(plan, x, W), target);
      const backward = plan.backward([error]);
      const optimiser = rmsProp(plan, backward, { decay: 0.9, epsilon: 1e-3 });
      const programs = { step: sequence(plan.forward(), backward.program, optimiser.program) };
      const net = createNet(plan, { build, programs });
      const rng = createRng("rms-prop");
      net.start(rng);
      net.singles(optimiser.settings, 1)[0] = 0.05;
      let theta = Array.from(net.parameters()[0].values);
      let v = theta.map(() => 0);
      for (let step = 0; step < 4; step++) {
        for (const numbers of [net.numbers(x), net.numbers(target)])
          numbers.forEach((_, i) => {
            numbers[i] = i % 8 < (numbers === net.numbers(x) ? 3 : 5) ? rng.normal() : 0;
          });
        for (let b = 0; b < 6; b++) net.numbers(backward.seeds[0])[8 * b] = 1;
        net.run("step");
        const g = net.parameters(backward.total)[0].values;
        v = v.map((s, i) => 0.9 * s + 0.1 * g[i] * g[i]);
        theta = theta.map((w, i) => w - (0.05 * g[i]) / (Math.sqrt(v[i]) + 1e-3));
        const found = net.parameters()[0].values;
        theta.forEach((w, i) => {
          expect(found[i]).toBeCloseTo(w, 5);
        });
        net.parameters(optimiser.v)[0].values.forEach((s, i) => {
          expect(Math.abs(s - v[i])).toBeLessThan(1e-5 * (1 + v[i]));
        });
      }
    });
  });
}
