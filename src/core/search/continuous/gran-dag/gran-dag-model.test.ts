import { describe, expect, it } from "vitest";
import {
  granDagGolden,
  type NetworkNumbers,
  type NetworksCase,
} from "../../../../../test/golden/gran-dag.ts";
import { builds, expectClose } from "../../../../../test/tensors.ts";
import { noKnowledge } from "../../../graph/knowledge.ts";
import { traceOfExponential } from "../../../math/dense/dense.ts";
import { matrix } from "../../../math/matrix.ts";
import { createRng } from "../../../math/rng.ts";
import { acyclicPart, addSensitivities } from "./gran-dag-graph.ts";
import { createModel, leastLogSigma, type Model } from "./gran-dag-model.ts";
import { pathsOf } from "./gran-dag-paths.ts";

/** A number for each weight, in the order of the golden file. */
function perWeight<T>(model: Model, f: (l: number, place: number, e: number) => T): T[][] {
  return model.layerList.map(({ ins, outs, at }, l) =>
    Array.from({ length: model.d * outs * ins }, (_, e) => {
      const [t, u, k] = [Math.floor(e / (outs * ins)), Math.floor(e / ins) % outs, e % ins];
      return f(l, at(k, u, t), e);
    }),
  );
}

function setNumbers(model: Model, { weights, biases }: NetworkNumbers): void {
  perWeight(model, (l, place, e) => {
    model.layerList[l].weights[place] = weights[l][e];
  });
  biases.forEach((list, l) => {
    const { outs } = model.layerList[l];
    list.forEach((b, e) => {
      model.biases[l][(e % outs) * model.lanes + Math.floor(e / outs)] = b;
    });
  });
}

function modelOf(given: NetworksCase, build: (typeof builds)[number]) {
  const { d, layers, hidden, x, mask, start } = given;
  const model = createModel({ d, layers, hidden, batch: 32, learnsSpreads: true }, build);
  setNumbers(model, start);
  model.logSigma.set(start.logSigma);
  model.mask.set(mask);
  model.closeMasked();
  const rows = Int32Array.from(x, (_, i) => i);
  const loss = () => model.loss(Float32Array.from(x.flat()), rows, x.length);
  return { model, loss, paths: pathsOf(model) };
}

for (const build of builds) {
  describe(`the model of GraN-DAG in the ${build} build, beside gCastle's in float64`, () => {
    for (const given of granDagGolden.networks) {
      const { d, layers, lambda, mu, rate, mask } = given;
      it(`${d} variables, ${layers} hidden layers`, () => {
        const { model, loss, paths } = modelOf(given, build);
        expect(Math.abs(loss() - given.loss)).toBeLessThan(1e-6 * (1 + given.loss));
        const h = paths.measure();
        // In float64 from the same numbers: as near as rounding.
        expect(Math.abs(h - given.h)).toBeLessThan(1e-12 * (1 + given.h));
        expectClose(paths.A, given.A, 1e-13, "A");

        model.differentiate();
        paths.addGradient(lambda + mu * h);
        const isOpen = (l: number, e: number) =>
          l > 0 || mask[(e % d) * d + Math.floor(e / (d * model.layerList[0].outs))] === 1;
        const found = perWeight(model, (l, place, e) =>
          isOpen(l, e) ? model.layerList[l].gradient[place] : 0,
        );
        found.forEach((list, l) => {
          expectClose(list, given.gradient[l], 2e-6, `gradient of layer ${l}`);
        });

        const sums = new Float64Array(d * d);
        addSensitivities(sums, model, given.x.length);
        expectClose(
          sums.map((s) => s / given.x.length),
          given.jacobian,
          2e-6,
          "sensitivities",
        );

        for (let step = 0; step < given.steps; step++) {
          loss();
          model.differentiate();
          paths.addGradient(lambda + mu * paths.measure());
          model.update(rate);
        }
        // A gradient near 0 gives a step of the size of the rate, whichever way rounding turns it: looser than the rest.
        const { weights, biases, logSigma } = given.after;
        perWeight(model, (l, place, e) => {
          if (isOpen(l, e))
            expect(Math.abs(model.layerList[l].weights[place] - weights[l][e])).toBeLessThan(2e-5);
        });
        biases.forEach((list, l) => {
          const { outs } = model.layerList[l];
          list.forEach((b, e) => {
            const place = (e % outs) * model.lanes + Math.floor(e / outs);
            expect(Math.abs(model.biases[l][place] - b)).toBeLessThan(2e-5);
          });
        });
        expectClose(model.logSigma, logSigma, 1e-6, "log σ");
        expect(Math.abs(loss() - given.lossAfter)).toBeLessThan(1e-5);
        sums.fill(0);
        addSensitivities(sums, model, given.x.length);
        const graph = acyclicPart(
          sums.map((s) => s / given.x.length),
          model.mask,
          noKnowledge(d),
        );
        expect(Array.from(graph.edges)).toEqual(given.graph);
      });
    }
  });
}

describe("the model of GraN-DAG", () => {
  it("has the gradient of the whole Lagrangian, by differences in float64", () => {
    for (const [seed, layers] of [0, 1, 2].entries()) {
      const rng = createRng(`differences/${seed}`);
      const [d, hidden, n] = [5, 3, 9];
      const model = createModel({ d, layers, hidden, batch: n, learnsSpreads: true });
      model.mask.fill(1);
      for (let t = 0; t < d; t++) model.mask[t * d + t] = 0;
      model.start(rng);
      for (const bias of model.biases) for (let e = 0; e < bias.length; e++) bias[e] = rng.normal();
      model.closeMasked();
      const data = Float32Array.from({ length: n * d }, () => rng.normal());
      const rows = Int32Array.from({ length: n }, (_, i) => i);
      const paths = pathsOf(model);
      const [lambda, mu] = [0.4, 0.9];
      const found = model.loss(data, rows, n);
      const h = paths.measure();
      model.differentiate();
      paths.addGradient(lambda + mu * h);
      const weights = perWeight(model, (l, place) => model.layerList[l].weights[place] as number);
      const lagrangian = () => slowLagrangian(model, weights, data, { n, lambda, mu });
      expect(found + lambda * h + 0.5 * mu * h * h).toBeCloseTo(lagrangian(), 5);
      perWeight(model, (l, place, e) => {
        if (l === 0 && e % d === Math.floor(e / (d * model.layerList[0].outs))) return;
        const [kept, step] = [weights[l][e], 1e-6];
        weights[l][e] = kept + step;
        const up = lagrangian();
        weights[l][e] = kept - step;
        const slope = (up - lagrangian()) / (2 * step);
        weights[l][e] = kept;
        const gradient = model.layerList[l].gradient[place];
        expect(Math.abs(gradient - slope)).toBeLessThan(1e-5 * (1 + Math.abs(slope)));
      });
    }
  });

  it("starts between Xavier's limits with closed edges at zero, and keeps them there", () => {
    const d = 6;
    const model = createModel({ d, layers: 2, hidden: 10, batch: 8, learnsSpreads: true });
    model.mask.fill(1);
    for (const e of [0, 1, 7, 14, 21, 28, 35]) model.mask[e] = 0;
    model.start(createRng(1));
    model.closeMasked();
    const first = model.layerList[0];
    const limit = Math.sqrt((6 / (d + 10)) * (2 / 1.0001));
    const sizes = perWeight(model, (l, place) => Math.abs(model.layerList[l].weights[place]))[0];
    expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
    expect(Math.max(...sizes)).toBeGreaterThan(0.95 * limit);
    const rng = createRng(2);
    const data = Float32Array.from({ length: 8 * d }, () => rng.normal());
    const rows = Int32Array.from({ length: 8 }, (_, i) => i);
    for (let step = 0; step < 3; step++) {
      model.loss(data, rows, 8);
      model.differentiate();
      model.update(0.1);
      for (let u = 0; u < 10; u++) {
        expect(Math.abs(first.weights[first.at(0, u, 1)])).toBe(0);
        expect(Math.abs(first.weights[first.at(1, u, 0)])).toBeGreaterThan(0);
      }
    }
  });

  it("leaves the spreads at 1 where they are to be equal, and stops their fall where they are not", () => {
    for (const ownSpreads of [true, false]) {
      const model = createModel({ d: 2, layers: 0, hidden: 10, batch: 4, learnsSpreads: ownSpreads });
      model.start(createRng(1));
      const rows = Int32Array.from([0, 1, 2, 3]);
      for (let step = 0; step < 3000; step++) {
        expect(Number.isFinite(model.loss(new Float32Array(8), rows, 4))).toBe(true);
        model.differentiate();
        model.update(0.01);
      }
      expect(Array.from(model.logSigma)).toEqual(ownSpreads ? [leastLogSigma, leastLogSigma] : [0, 0]);
    }
  });
});

/** As the formulas have it, network by network, in float64. */
function slowLagrangian(
  model: Model,
  weights: readonly number[][],
  data: Float32Array,
  { n, lambda, mu }: { n: number; lambda: number; mu: number },
): number {
  const { d, layerList, biases, lanes, logSigma } = model;
  const A = matrix(d, d);
  let loss = 0;
  for (let t = 0; t < d; t++) {
    const W = (l: number, u: number, k: number) => {
      const { outs, ins } = layerList[l];
      return l === 0 && k === t ? 0 : weights[l][(t * outs + u) * ins + k];
    };
    for (let k = 0; k < d; k++) {
      let reach = Array.from({ length: d }, (_, i) => Number(i === k));
      let count = Array.from({ length: d }, (_, i) => Number(i === k));
      for (const [l, { ins, outs }] of layerList.entries()) {
        const through = (list: number[], weight: (u: number, i: number) => number) =>
          Array.from({ length: outs }, (_, u) => {
            let sum = 0;
            for (let i = 0; i < ins; i++) sum += weight(u, i) * list[i];
            return sum;
          });
        reach = through(reach, (u, i) => Math.abs(W(l, u, i)));
        count = through(count, () => 1);
      }
      A.data[k * d + t] = reach[0] / count[0];
    }
    for (let b = 0; b < n; b++) {
      let values = Array.from(data.subarray(b * d, (b + 1) * d));
      for (const [l, { ins, outs }] of layerList.entries()) {
        values = Array.from({ length: outs }, (_, u) => {
          let sum = biases[l][u * lanes + t];
          for (let k = 0; k < ins; k++) sum += W(l, u, k) * values[k];
          return l === model.layers || sum > 0 ? sum : 0.01 * sum;
        });
      }
      const z = (data[b * d + t] - values[0]) / Math.exp(logSigma[t]);
      loss += (0.5 * Math.log(2 * Math.PI) + logSigma[t] + 0.5 * z * z) / (n * d);
    }
  }
  const h = traceOfExponential(A).excess;
  return loss + lambda * h + 0.5 * mu * h * h;
}
