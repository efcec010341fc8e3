// Parents that are locally optimal: the candidate that explains most is added while the term rises, then the parent that explains
// least is removed while the term rises, until neither changes anything.

import { addParent } from "./order-add";
import { dropParent } from "./order-drop";
import {
  closed,
  d,
  Fit,
  hasLogdet,
  least,
  logScale,
  maxParents,
  parentAt,
  required,
  termOf,
  termWith,
} from "./order-fit";

/** Settles a trial whose parents have just changed: grows and shrinks them until neither raises the term. */
export function settle(f: Fit, limit: f64): void {
  let isGrown = grow(f, limit);
  while (shrink(f, limit) || isGrown) {
    isGrown = grow(f, limit);
    if (!isGrown) return;
  }
}

function grow(f: Fit, limit: f64): bool {
  let isGrown = false;
  while (f.gain > 0 && f.k < maxParents) {
    const i = f.next;
    const variance = load<f64>(f.variance + (<usize>i << 3));
    if (variance == closed || !(termWith(f, i, f.gain, variance) > f.term + least)) break;
    addParent(f, i, limit);
    isGrown = true;
  }
  return isGrown;
}

function shrink(f: Fit, limit: f64): bool {
  let isShrunk = false;
  while (f.k > 0) {
    const l = worstSlot(f);
    if (l < 0) break;
    const inverse = load<f64>(f.inverse + (<usize>l << 3));
    const loss = explainedBy(f, l);
    const logdet = hasLogdet
      ? f.logdet + Math.log(inverse) - load<f64>(logScale + (<usize>parentAt(f, l) << 3))
      : 0;
    if (!(termOf(f.node, f.k - 1, f.v + loss, logdet) > f.term + least)) break;
    dropParent(f, l, limit);
    isShrunk = true;
  }
  return isShrunk;
}

/** The slot of the parent that explains least given the others, −1 if all are required. */
function worstSlot(f: Fit): i32 {
  const isRequired = required + <usize>f.node * <usize>d;
  let worst = -1;
  let smallest = Infinity;
  for (let l = 0; l < f.k; l++) {
    const loss = explainedBy(f, l);
    if (loss < smallest && load<u8>(isRequired + <usize>parentAt(f, l)) == 0) {
      smallest = loss;
      worst = l;
    }
  }
  return worst;
}

@inline
function explainedBy(f: Fit, l: i32): f64 {
  const beta = load<f64>(f.beta + (<usize>l << 3));
  const inverse = load<f64>(f.inverse + (<usize>l << 3));
  return inverse > 0 ? (beta * beta) / inverse : 0;
}
