// Terms that are differences of a function of sets of variables:
//
//     term(j, P) = g(P ∪ {j}) − g(P)
//
// So is every score that compares a joint likelihood of a family with that of the parents: BDeu, BIC of counts, BIC of
// conditional Gaussians. Turning a covered edge round leaves the sum of the two terms as it was, so all members of an equivalence
// class have the same score; and there are 2^d values of g behind the d 2^(d−1) terms.
//
// Values are remembered: all of them up to 20 variables (8 MB), about a million beyond, and then they are forgotten together.
// g = −Infinity: too many parameters to count, and the term is −Infinity too.

import { createMemo } from "../math/memo.ts";
import type { Local } from "./score.ts";

const most = 1_000_000;
const listedVariables = 20;

export function setTerms(d: number, value: (set: readonly number[]) => number): Local {
  const joint = d <= listedVariables ? listed(d, value) : mapped(value);
  return {
    isGrown: true,
    term: (node, parents) => {
      const whole = joint(withMember(parents, node));
      return whole === Number.NEGATIVE_INFINITY ? whole : whole - joint(parents);
    },
  };
}

function listed(d: number, value: (set: readonly number[]) => number): typeof value {
  let known: Float64Array | undefined;
  return (set) => {
    known ??= new Float64Array(2 ** d).fill(Number.NaN);
    let mask = 0;
    for (const j of set) mask |= 1 << j;
    if (Number.isNaN(known[mask])) known[mask] = value(set);
    return known[mask];
  };
}

function mapped(value: (set: readonly number[]) => number): typeof value {
  const known = createMemo<string, number>(most);
  return (set) => known(set.join(), () => value(set));
}

/** The set with one more member, ascending. */
function withMember(set: readonly number[], member: number): number[] {
  const at = set.findIndex((j) => j > member);
  return at < 0 ? [...set, member] : [...set.slice(0, at), member, ...set.slice(at)];
}
