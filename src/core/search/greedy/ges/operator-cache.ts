// The operators of one phase of greedy equivalence search, cached across moves, and the choice of the best.
//
// Operators are stored by the variable y that they lead into, best first. After a move only those are relisted whose gain or
// cliques can have changed: if the edges at y changed, or a neighbour of y gained or lost a link (for turning: if the edges at
// a variable linked to y changed; if the knowledge forbids causes of y, whether it rules out an insertion depends on the links
// of y's parents too). Whether an insertion is valid depends on paths anywhere in the graph; that is checked when the insertion
// would be chosen, and the path that blocks it is stored: as long as that path exists, no search is needed. So a choice is the
// same whether the shelf was kept or refilled, as after resuming.
//
// Ties: among the operators within rounding of the best, the one with the lowest x, then y, then clique. (Operators that tie
// for every table lead to the same class: equal likelihood for all data is equivalence.)

import type { Knowledge } from "../../../graph/knowledge.ts";
import type { Gains } from "./ges-gains.ts";
import {
  type GesOperator,
  isPath,
  type OperatorKind,
  obstacleTo,
  operatorsInto,
  type Place,
} from "./ges-operators.ts";

export interface Shelf {
  /** Lists what is missing at this place, one variable at a time; yields after each. */
  readonly fill: (place: Place) => Generator<void, void, void>;
  /**
   * The best valid operator, and where it leads; null when none is left. Operators are offered while `isWanted` of their
   * gain; `land` returns where one leads, null if that is not allowed.
   */
  readonly best: <T>(place: Place, choice: Choice<T>) => AppliedOperator<T> | null;
  /** Discards what a move has changed. */
  readonly moved: (change: Change) => void;
  /** All listed operators, the largest gain first. */
  readonly listed: () => GesOperator[];
  /** A copy, from which to continue in another direction. The lists are shared, so that it costs next to nothing. */
  readonly copy: () => Shelf;
}

/** The changes from one place to another. */
export interface Change {
  readonly to: Place;
  /** Variables that gained or lost a link, and those with an edge whose kind or direction changed. */
  readonly relinked: Uint8Array;
  readonly redirected: Uint8Array;
}

export interface AppliedOperator<T> {
  readonly operator: GesOperator;
  readonly landed: T;
}

export interface Choice<T> {
  readonly isWanted: (gain: number) => boolean;
  /** Whether two gains are equal up to rounding, the first being the larger. */
  readonly isTie: (gain: number, other: number) => boolean;
  readonly land: (operator: GesOperator) => T | null;
}

interface Listed {
  readonly operator: GesOperator;
  obstacle: readonly number[] | null;
}

/** What the operators of a shelf are computed from. */
export interface ShelfSource {
  readonly gains: Gains;
  readonly knowledge: Knowledge;
  /** Whether an operator with this gain can ever be wanted. */
  readonly isWorthKeeping: (gain: number) => boolean;
}

export function operatorShelf(
  kind: OperatorKind,
  source: ShelfSource,
  lists: (Listed[] | null)[] = new Array(source.knowledge.d).fill(null),
): Shelf {
  const { gains, knowledge, isWorthKeeping } = source;
  const { d, forbidden } = knowledge;
  const hasBanned = new Uint8Array(d);
  for (let k = 0; k < d * d; k++) hasBanned[k % d] |= forbidden[k];

  function* fill(place: Place): Generator<void, void, void> {
    for (let y = 0; y < d; y++) {
      if (lists[y] !== null) continue;
      lists[y] = operatorsInto(kind, y, { place, gains, knowledge })
        .filter(({ gain }) => Number.isFinite(gain) && isWorthKeeping(gain)) // terms may be −Infinity
        .sort(byGain)
        .map((operator) => ({ operator, obstacle: null }));
      yield;
    }
  }

  function best<T>(place: Place, { isWanted, isTie, land }: Choice<T>): AppliedOperator<T> | null {
    const next = offers(lists as Listed[][], place);
    let first: GesOperator | null = null;
    let winner: AppliedOperator<T> | null = null;
    for (let offer = next(); offer !== null; offer = next()) {
      const { operator } = offer;
      if (!isWanted(operator.gain) || (first !== null && !isTie(first.gain, operator.gain))) break;
      if (winner !== null && byName(winner.operator, operator) < 0) continue;
      offer.obstacle = obstacleTo(operator, place);
      if (offer.obstacle !== null) continue;
      const landed = land(operator);
      if (landed === null) continue;
      first ??= operator;
      winner = { operator, landed };
    }
    return winner;
  }

  function moved({ to: { linked, neighbours, parents }, relinked, redirected }: Change): void {
    const isNear = (y: number): boolean =>
      kind === "turn"
        ? redirected.some((r, z) => r === 1 && linked[y * d + z] === 1)
        : neighbours[y].some((z) => relinked[z] === 1) ||
          (kind === "insert" && hasBanned[y] === 1 && parents[y].some((z) => relinked[z] === 1));
    for (let y = 0; y < d; y++) if (redirected[y] === 1 || isNear(y)) lists[y] = null;
  }

  return {
    fill,
    best,
    moved,
    listed: () => lists.flatMap((list) => (list ?? []).map(({ operator }) => operator)).sort(byGain),
    copy: () => operatorShelf(kind, source, [...lists]),
  };
}

export function changeOf(from: Place, to: Place): Change {
  const { d } = to.pdag;
  const [relinked, redirected] = [new Uint8Array(d), new Uint8Array(d)];
  for (let i = 0, k = 0; i < d; i++) {
    for (let j = 0; j < d; j++, k++) {
      if (from.linked[k] !== to.linked[k]) relinked[i] = 1;
      if (from.pdag.undirected[k] !== to.pdag.undirected[k]) redirected[i] = 1;
      if (from.pdag.directed[k] !== to.pdag.directed[k]) redirected[i] = redirected[j] = 1;
    }
  }
  return { to, relinked, redirected };
}

/** All listed operators with no known obstacle, the largest gain first; null at the end. */
function offers(lists: readonly (readonly Listed[])[], { pdag }: Place): () => Listed | null {
  const at = new Int32Array(lists.length);
  const head = (y: number): Listed | undefined => {
    const list = lists[y];
    for (; at[y] < list.length; at[y]++) {
      const { obstacle } = list[at[y]];
      if (obstacle === null || !isPath(obstacle, pdag)) return list[at[y]];
    }
    return undefined;
  };
  const heads = lists.map((_, y) => head(y));
  return () => {
    let best = -1;
    for (let y = 0; y < heads.length; y++) {
      const offer = heads[y];
      if (offer === undefined) continue;
      if (best < 0 || offer.operator.gain > heads[best]!.operator.gain) best = y;
    }
    if (best < 0) return null;
    const offer = heads[best]!;
    at[best]++;
    heads[best] = head(best);
    return offer;
  };
}

function byGain(a: GesOperator, b: GesOperator): number {
  return b.gain - a.gain || byName(a, b);
}

/** By x, y and clique. */
function byName(a: GesOperator, b: GesOperator): number {
  const [p, q] = [a, b].map(({ x, y, clique }) => [x, y, ...clique]);
  for (let k = 0; k < p.length; k++) if (p[k] !== q[k]) return p[k] - (q[k] ?? -1);
  return p.length - q.length;
}
