// Meek's rules: which further edges must be directed, given those that are, if the graph may have no cycle and no
// v-structure beyond those it already has.
//
//     1   a → b — c, a and c not adjacent                               ⇒  b → c
//     2   a → b → c, a — c                                              ⇒  a → c
//     3   a → b ← c, a and c not adjacent, a — x — c, x — b             ⇒  x → b
//     4   a → b → c, a and c not adjacent, a — x — c, x linked to b     ⇒  x → c
//
// Meek, C. "Causal inference and causal explanation with background knowledge." UAI 1995. (Rules 1 to 3 suffice for a
// CPDAG; rule 4 is needed once some directions come from background knowledge.)
//
// Differs from sweeping over all edges until nothing changes: each newly directed edge is examined once, in every role it
// can play in a rule, for 32 third variables at a time. Premises about undirected edges can only cease to hold, so nothing
// is missed.

import type { Pdag } from "./pdag.ts";

/** The graph with every direction that follows from its directed edges by rules 1 to 4. Directed edges stay as they are. */
export function meekClosure(pdag: Pdag): Pdag {
  const draft = draftOf(pdag);
  for (let k = 0; k < draft.directed.length; k++) if (draft.directed[k] === 1) draft.fresh.push(k);
  closeInto(draft);
  return { d: draft.d, directed: draft.directed, undirected: draft.undirected };
}

/** A graph being directed in place: `fresh` holds edges the rules have yet to examine, `trail` those directed, for undoing. */
export interface Draft extends Pdag {
  /** The neighbours of each variable, ascending. */
  readonly around: readonly (readonly number[])[];
  readonly fresh: number[];
  readonly trail: number[];
  /** The same graph as rows of bits: variable i has words i·words to (i + 1)·words − 1; j is bit j % 32 of word j / 32. */
  readonly rows: {
    readonly words: number;
    readonly causes: Uint32Array;
    readonly effects: Uint32Array;
    readonly open: Uint32Array;
    /** The neighbours of i, and i itself. */
    readonly near: Uint32Array;
  };
}

/** A working copy. */
export function draftOf({ d, directed, undirected }: Pdag): Draft {
  const words = Math.ceil(d / 32);
  const row = (): Uint32Array => new Uint32Array(d * words);
  const [causes, effects, open, near] = [row(), row(), row(), row()];
  for (let i = 0, k = 0; i < d; i++) {
    for (let j = 0; j < d; j++, k++) {
      if (directed[k] === 0 && undirected[k] === 0) continue;
      const [at, bit] = [i * words + (j >>> 5), 1 << (j & 31)];
      if (undirected[k] === 1) open[at] |= bit;
      if (directed[k] === 1) {
        effects[at] |= bit;
        causes[j * words + (i >>> 5)] |= 1 << (i & 31);
      }
    }
  }
  const around = Array.from({ length: d }, (_, i): number[] => {
    const linked: number[] = [];
    for (let w = 0; w < words; w++) {
      const at = i * words + w;
      near[at] = causes[at] | effects[at] | open[at];
      for (let rest = near[at]; rest !== 0; rest &= rest - 1) linked.push(32 * w + lowestBit(rest));
    }
    near[i * words + (i >>> 5)] |= 1 << (i & 31);
    return linked;
  });
  return {
    d,
    directed: new Uint8Array(directed),
    undirected: new Uint8Array(undirected),
    around,
    fresh: [],
    trail: [],
    rows: { words, causes, effects, open, near },
  };
}

/** The index of j → i, given k = i·d + j, the index of i → j. */
export function turned(k: number, d: number): number {
  return (k % d) * d + Math.floor(k / d);
}

/** Changes i — j into i → j in the rows, or back: either way the same bits flip. */
function flipInto({ words, causes, effects, open }: Draft["rows"], i: number, j: number): void {
  const [ij, ji] = [i * words + (j >>> 5), j * words + (i >>> 5)];
  open[ij] ^= 1 << (j & 31);
  effects[ij] ^= 1 << (j & 31);
  open[ji] ^= 1 << (i & 31);
  causes[ji] ^= 1 << (i & 31);
}

/** Directs i → j if the pair is undirected, without applying the rules. */
function markInto({ d, directed, undirected, fresh, trail, rows }: Draft, i: number, j: number): void {
  const k = i * d + j;
  if (undirected[k] === 0) return;
  undirected[k] = undirected[j * d + i] = 0;
  directed[k] = 1;
  flipInto(rows, i, j);
  fresh.push(k);
  trail.push(k);
}

/** Directs the pair k = i·d + j as i → j if it is undirected, and every edge that follows from that. */
export function directInto(draft: Draft, k: number): void {
  markInto(draft, Math.floor(k / draft.d), k % draft.d);
  closeInto(draft);
}

/** Undoes every direction since the trail had the length `mark`. */
export function undoInto({ d, directed, undirected, trail, rows }: Draft, mark: number): void {
  for (const k of trail.splice(mark)) {
    directed[k] = 0;
    undirected[k] = undirected[turned(k, d)] = 1;
    flipInto(rows, Math.floor(k / d), k % d);
  }
}

// Applies the rules to each newly directed edge a → b.
function closeInto(draft: Draft): void {
  const { d, fresh, rows } = draft;
  const { words, causes, effects, open, near } = rows;
  for (let k = fresh.pop(); k !== undefined; k = fresh.pop()) {
    const [a, b] = [Math.floor(k / d), k % d];
    const [A, B] = [a * words, b * words];
    let isThird = false; // is some x — a linked to b, as rules 3 and 4 need?
    for (let w = 0; w < words; w++) {
      for (let rest = open[B + w] & ~near[A + w]; rest !== 0; rest &= rest - 1)
        markInto(draft, b, 32 * w + lowestBit(rest)); // 1: a → b — c, a and c not adjacent
      for (let rest = effects[B + w] & open[A + w]; rest !== 0; rest &= rest - 1)
        markInto(draft, a, 32 * w + lowestBit(rest)); // 2: a → b → c, a — c
      for (let rest = causes[A + w] & open[B + w]; rest !== 0; rest &= rest - 1)
        markInto(draft, 32 * w + lowestBit(rest), b); // 2: c → a → b, c — b
      if ((open[A + w] & near[B + w]) !== 0) isThird = true;
    }
    if (isThird) closeThirdInto(draft, a, b);
  }
}

/** Applies rules 3 and 4 to a → b: x is linked to a, b and c, and a and c are not adjacent. */
function closeThirdInto(draft: Draft, a: number, b: number): void {
  const { words, causes, effects, open, near } = draft.rows;
  const [A, B] = [a * words, b * words];
  for (let v = 0; v < words; v++) {
    for (let cs = (causes[B + v] | effects[B + v]) & ~near[A + v]; cs !== 0; cs &= cs - 1) {
      const c = 32 * v + lowestBit(cs);
      const C = c * words;
      const isFourth = (effects[B + v] & cs & -cs) !== 0;
      for (let w = 0; w < words; w++) {
        const x = open[A + w] & open[C + w] & (isFourth ? near : open)[B + w];
        // 3: a → b ← c, a — x — c, x — b. 4: x — a → b → c. Rule 1 directs b → c no later than this, so rule 4 need not
        // be applied to its second edge.
        for (let rest = x; rest !== 0; rest &= rest - 1)
          markInto(draft, 32 * w + lowestBit(rest), isFourth ? c : b);
      }
    }
  }
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
