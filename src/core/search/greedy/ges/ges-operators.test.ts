import { describe, expect, it } from "vitest";
import { allDags, randomDag, randomTable } from "../../../../../test/problems.ts";
import { cpdagOf, equivalenceClass } from "../../../graph/equivalence.ts";
import { type Graph, isAcyclic } from "../../../graph/graph.ts";
import { noKnowledge } from "../../../graph/knowledge.ts";
import type { Pdag } from "../../../graph/pdag.ts";
import { createRng } from "../../../math/rng.ts";
import { linearBic } from "../../../score/linear-bic.ts";
import type { Score } from "../../../score/score.ts";
import { gainsOf } from "./ges-gains.ts";
import {
  applied,
  type GesOperator,
  isPath,
  type OperatorKind,
  obstacleTo,
  operatorsInto,
  placeOf,
} from "./ges-operators.ts";

const kinds: readonly OperatorKind[] = ["insert", "delete", "turn"];
const key = ({ directed, undirected }: Pdag): string => `${directed.join("")}/${undirected.join("")}`;
const scoreOf = (d: number): Score => linearBic(randomTable(createRng(`ges/operators/${d}`), d, 40));

/** The classes of all graphs that one change of one edge makes of any member, by the kind of change. */
function reached(dag: Graph): Record<OperatorKind, Set<string>> {
  const { d } = dag;
  const here = key(cpdagOf(dag));
  const out = { insert: new Set<string>(), delete: new Set<string>(), turn: new Set<string>() };
  const add = (kind: OperatorKind, member: Graph, changes: readonly (readonly [number, 0 | 1])[]) => {
    const edges = new Uint8Array(member.edges);
    for (const [k, value] of changes) edges[k] = value;
    if (!isAcyclic({ d, edges })) return;
    const there = key(cpdagOf({ d, edges }));
    if (there !== here) out[kind].add(there);
  };
  for (const member of equivalenceClass(dag).members) {
    for (let x = 0; x < d; x++) {
      for (let y = 0; y < d; y++) {
        const [k, back] = [x * d + y, y * d + x];
        if (x === y || member.edges[back] === 1) continue;
        if (member.edges[k] === 0) add("insert", member, [[k, 1]]);
        else {
          add("delete", member, [[k, 0]]);
          add("turn", member, [
            [k, 0],
            [back, 1],
          ]);
        }
      }
    }
  }
  return out;
}

function validOperators(kind: OperatorKind, pdag: Pdag, score: Score): GesOperator[] {
  const place = placeOf(pdag);
  const given = { place, gains: gainsOf(score.local!), knowledge: noKnowledge(pdag.d) };
  return Array.from({ length: pdag.d }, (_, y) => operatorsInto(kind, y, given))
    .flat()
    .filter((operator) => obstacleTo(operator, place) === null);
}

function expectComplete(dag: Graph, score: Score): void {
  const pdag = cpdagOf(dag);
  const before = score.ofGraph(dag);
  const expected = reached(dag);
  for (const kind of kinds) {
    const found = new Set<string>();
    for (const operator of validOperators(kind, pdag, score)) {
      const after = applied(operator, placeOf(pdag));
      found.add(key(cpdagOf(after)));
      expect(Math.abs(score.ofGraph(after) - before - operator.gain)).toBeLessThan(1e-9 * Math.abs(before));
    }
    expect([...found].sort()).toEqual([...expected[kind]].sort());
  }
}

describe("the operators of GES", () => {
  it("reach from each of the 185 classes of four variables what one edge reaches, and gain what they say", () => {
    const score = scoreOf(4);
    const classes = new Map(allDags(4).map((dag) => [key(cpdagOf(dag)), dag]));
    expect(classes.size).toBe(185);
    for (const dag of classes.values()) expectComplete(dag, score);
  });

  it("do so on random classes of five and six variables", () => {
    for (let trial = 0; trial < 40; trial++) {
      const d = 5 + (trial % 2);
      const rng = createRng(`ges/classes/${trial}`);
      expectComplete(randomDag(rng, d, 0.25 + 0.5 * rng.uniform()), scoreOf(d));
    }
  });

  it("are refused with a path that goes from y to x and meets no member of the clique", () => {
    let refused = 0;
    for (let trial = 0; trial < 40; trial++) {
      const score = scoreOf(6);
      const place = placeOf(cpdagOf(randomDag(createRng(`ges/paths/${trial}`), 6, 0.4)));
      const given = { place, gains: gainsOf(score.local!), knowledge: noKnowledge(6) };
      for (const operator of [0, 1, 2, 3, 4, 5].flatMap((y) => operatorsInto("insert", y, given))) {
        const path = obstacleTo(operator, place);
        if (path === null) continue;
        refused++;
        expect([path[0], path.at(-1)]).toEqual([operator.y, operator.x]);
        expect(new Set(path).size).toBe(path.length);
        expect(path.some((z) => operator.clique.includes(z))).toBe(false);
        expect(isPath(path, place.pdag)).toBe(true);
      }
    }
    expect(refused).toBeGreaterThan(100);
  });
});
