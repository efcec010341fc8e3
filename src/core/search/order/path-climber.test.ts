import { describe, expect, it } from "vitest";
import { randomKnowledge, randomTable } from "../../../../test/problems.ts";
import { graphFromParents } from "../../graph/graph.ts";
import { type Knowledge, noKnowledge } from "../../graph/knowledge.ts";
import { createRng } from "../../math/rng.ts";
import { bge } from "../../score/bge.ts";
import { linearBic, linearBicEqualVariance } from "../../score/linear-bic.ts";
import { isBetter, type Local } from "../../score/score.ts";
import { parentPaths } from "./parent-path.ts";
import { pathClimber } from "./path-climber.ts";
import { bestTogether, choiceOf, graphOf } from "./under-order.ts";

const makers = { linearBic, linearBicEqualVariance, bge };

/** The best graph under an order with nothing remembered: a new set of paths for every order. */
function underOrder(order: readonly number[], local: Local, knowledge: Knowledge) {
  const paths = parentPaths(local, knowledge);
  const choices = order.map((_, j) =>
    choiceOf(
      paths.of(
        j,
        [...order.slice(0, order.indexOf(j))].sort((x, y) => x - y),
      ),
      local,
    ),
  );
  const { score, sizes } = bestTogether(choices, local);
  return { score, graph: () => graphOf(choices, sizes) };
}

/** To the right place by place, then to the left; the first of the best counts, and staying before all. */
function moved(order: readonly number[], node: number, local: Local, knowledge: Knowledge) {
  const start = order.indexOf(node);
  const others = order.filter((j) => j !== node);
  const at = (place: number) => [...others.slice(0, place), node, ...others.slice(place)];
  let best = start;
  let score = underOrder(order, local, knowledge).score;
  const places = order.map((_, k) => k);
  for (const place of [...places.slice(start + 1), ...places.slice(0, start).reverse()]) {
    const value = underOrder(at(place), local, knowledge).score;
    if (isBetter(value, score)) [best, score] = [place, value];
  }
  return { order: at(best), score };
}

describe("pathClimber", () => {
  for (const [name, make] of Object.entries(makers)) {
    it(`moves a variable where trying every place anew says, to the same score and graph (${name})`, () => {
      for (const [d, moves] of [
        [6, 12],
        [9, 5],
      ]) {
        for (const hasKnowledge of [false, true]) {
          const rng = createRng(`climber/${name}/${d}/${hasKnowledge}`);
          const { local } = make(randomTable(rng, d, 150));
          const knowledge = hasKnowledge
            ? { ...randomKnowledge(rng, d), required: new Uint8Array(d * d) }
            : noKnowledge(d);
          const climber = pathClimber(local!, knowledge);
          let order = rng.permutation(d);
          climber.load(order);
          for (let k = 0; k < moves; k++) {
            const node = rng.integer(d);
            const twin = moved(order, node, local!, knowledge);
            expect(climber.improve(node)).toBe(twin.order.join() !== order.join());
            order = twin.order;
            expect(climber.order()).toEqual(order);
            expect(Math.abs(climber.score() - twin.score)).toBeLessThan(1e-9 * Math.abs(twin.score));
            expect(graphFromParents(order.map((_, j) => climber.parents(j)))).toEqual(
              underOrder(order, local!, knowledge).graph(),
            );
          }
        }
      }
    });
  }
});
