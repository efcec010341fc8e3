// Meek's rules: what else must be directed, given what is, when a graph may have no cycle and no v-structure beyond
// those it already shows.
//
//     1   a → b — c, a and c apart                               ⇒  b → c
//     2   a → b → c, a — c                                       ⇒  a → c
//     3   a → b ← c, a and c apart, a — x — c, x — b             ⇒  x → b
//     4   a → b → c, a and c apart, a — x — c, x linked to b     ⇒  x → c
//
// Meek, C. "Causal inference and causal explanation with background knowledge." UAI 1995. (Rules 1 to 3 suffice for a
// CPDAG, rule 4 is needed once some directions come from elsewhere.)
//
// Differs from sweeping over all edges until nothing changes: each newly directed edge is looked at once, in the places
// that it can have in a rule. The premises that are not about directed edges only ever vanish, so nothing is missed.

import type { Pdag } from "./pdag.ts";

/** Every direction that follows from the directed edges by rules 1 to 4. What is directed stays so. */
export function meekClosure(pdag: Pdag): Pdag {
  const draft = draftOf(pdag);
  for (let k = 0; k < draft.directed.length; k++) if (draft.directed[k] === 1) draft.fresh.push(k);
  closeInto(draft);
  return { d: draft.d, directed: draft.directed, undirected: draft.undirected };
}

/** A graph being directed in place: `fresh` waits for the rules, `trail` remembers what was directed, to undo it. */
export interface Draft extends Pdag {
  readonly linked: Uint8Array;
  /** The variables linked to each, ascending. */
  readonly around: readonly (readonly number[])[];
  readonly fresh: number[];
  readonly trail: number[];
}

/** A copy to work on. */
export function draftOf({ d, directed, undirected }: Pdag): Draft {
  const linked = new Uint8Array(d * d);
  const around = Array.from({ length: d }, (): number[] => []);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      linked[i * d + j] = directed[i * d + j] | directed[j * d + i] | undirected[i * d + j];
      if (linked[i * d + j] === 1) around[i].push(j);
    }
  }
  return {
    d,
    directed: new Uint8Array(directed),
    undirected: new Uint8Array(undirected),
    linked,
    around,
    fresh: [],
    trail: [],
  };
}

/** The place of j → i, given k = i·d + j, that of i → j. */
export function turned(k: number, d: number): number {
  return (k % d) * d + Math.floor(k / d);
}

/** Directs the pair k = i·d + j as i → j if it is undirected, without drawing conclusions. */
function markInto({ d, directed, undirected, fresh, trail }: Draft, k: number): void {
  if (undirected[k] === 0) return;
  undirected[k] = undirected[turned(k, d)] = 0;
  directed[k] = 1;
  fresh.push(k);
  trail.push(k);
}

/** Directs the pair k = i·d + j as i → j if it is undirected, and whatever follows from that. */
export function directInto(draft: Draft, k: number): void {
  markInto(draft, k);
  closeInto(draft);
}

/** Takes back all that was directed since the trail had the length `mark`. */
export function undoInto({ d, directed, undirected, trail }: Draft, mark: number): void {
  for (const k of trail.splice(mark)) {
    directed[k] = 0;
    undirected[k] = undirected[turned(k, d)] = 1;
  }
}

// The rules, looked at from the newly directed a → b.
function closeInto(draft: Draft): void {
  const { d, directed, undirected, linked, around, fresh } = draft;
  const to = (i: number, j: number): boolean => directed[i * d + j] === 1;
  const open = (i: number, j: number): boolean => undirected[i * d + j] === 1;
  const near = (i: number, j: number): boolean => linked[i * d + j] === 1;
  const direct = (i: number, j: number): void => markInto(draft, i * d + j);

  for (let k = fresh.pop(); k !== undefined; k = fresh.pop()) {
    const [a, b] = [Math.floor(k / d), k % d];
    // Every rule has an edge between b and c, and its x is linked to a.
    for (const c of around[b]) {
      if (c === a) continue;
      if (open(b, c) && !near(a, c)) direct(b, c); // 1: a → b — c, a and c apart
      if (to(b, c) && open(a, c)) direct(a, c); // 2: a → b → c, a — c
      if (to(c, a) && open(c, b)) direct(c, b); // 2: c → a → b, c — b
      if (to(c, b) && !near(a, c)) {
        for (const x of around[a]) if (open(x, a) && open(x, c) && open(x, b)) direct(x, b); // 3: a → b ← c, a — x — c
      }
      // Rule 1 directs b → c no later than this, so rule 4 need not be looked at from its second edge.
      if (to(b, c) && !near(a, c)) {
        for (const x of around[a]) if (open(x, a) && near(x, b) && open(x, c)) direct(x, c); // 4: x — a → b → c
      }
    }
  }
}
