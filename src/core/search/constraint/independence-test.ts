// What a test of conditional independence is, to the searches that ask for one: are i and j independent given S?
//
// Sets come one after the other and many pairs are asked of each, so a set is given first: what all its pairs share is
// computed once.

export interface IndependenceTest {
  /** Number of variables. */
  readonly d: number;
  /** The largest set it can be given. */
  readonly maxSize: number;
  /** About how many pairs can be asked in a few tens of milliseconds. */
  readonly perStep: number;
  /** Independence given the variables S, ascending; to be asked before the next set is given. */
  readonly given: (S: readonly number[]) => GivenSet;
}

export interface GivenSet {
  /**
   * Is the p-value of "i and j are independent given S" above alpha? Where S determines i or j there is nothing left to test,
   * and the answer is no: a set that determines a variable would part it from everything, its causes included.
   */
  readonly isIndependent: (i: number, j: number) => boolean;
  /** Logarithm of the p-value; 0 where there is nothing to test. */
  readonly logP: (i: number, j: number) => number;
}

export interface IndependenceOptions {
  /** Two significance level: variables count as independent if the p-value is above this. */
  readonly alpha?: number;
  /** Called in the middle of a test that takes long; by throwing it leaves the work. */
  readonly beat?: (() => void) | undefined;
}

export const defaultIndependenceAlpha = 0.01;
