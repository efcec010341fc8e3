// The interface between tests of conditional independence and the searches that use them: are i and j independent given S?
//
// Many pairs are tested given the same set, so a set is given first: what all its pairs share is computed once.

export interface IndependenceTest {
  /** Number of variables. */
  readonly d: number;
  /** The largest conditioning set it supports. */
  readonly maxSize: number;
  /** Approximate number of pairs that can be tested in a few tens of milliseconds. */
  readonly perStep: number;
  /** Tests given the variables S, ascending; valid until the next set is given. */
  readonly given: (S: readonly number[]) => GivenSet;
}

export interface GivenSet {
  /**
   * Whether the p-value of "i and j are independent given S" is above alpha. If S determines i or j there is nothing left to
   * test, and the answer is no: a set that determines a variable would separate it from everything, its causes included.
   */
  readonly isIndependent: (i: number, j: number) => boolean;
  /** Logarithm of the p-value; 0 if there is nothing to test. */
  readonly logP: (i: number, j: number) => number;
}

export interface IndependenceOptions {
  /** Significance level: variables count as independent if the p-value is above this. */
  readonly alpha?: number;
  /** Called during a long test; it may throw to abort the work. */
  readonly beat?: (() => void) | undefined;
}

export const defaultIndependenceAlpha = 0.01;
