// The forty problems of mgcv.json: their data, made as mgcv.R makes them, and what mgcv says of them.

import { readFileSync } from "node:fs";
import { type Matrix, matrix } from "../../src/core/math/matrix.ts";

export interface MgcvFit {
  readonly rss: number;
  readonly edfTotal: number;
  readonly edf: readonly number[];
  /** As summary.gam prints them, and the same test with its distribution computed to 1e-12. */
  readonly p: readonly number[];
  readonly pTight: readonly number[];
}

export interface MgcvProblem {
  readonly n: number;
  /** The terms' columns, then y. */
  readonly X: Matrix;
  readonly gcv: MgcvFit;
  readonly reml: MgcvFit;
}

type OneOrMore<T> = { readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E | T[K] : T[K] };

interface Stored {
  readonly seed: number;
  readonly n: number;
  readonly common: number;
  readonly spread: keyof typeof spreads;
  readonly terms: readonly { readonly shape: keyof typeof shapes; readonly size: number }[];
  /** First row, to see that the data are the same. */
  readonly first: readonly number[];
  readonly gcv: OneOrMore<MgcvFit>;
  readonly reml: OneOrMore<MgcvFit>;
}

const shapes = {
  none: () => 0,
  linear: (x: number) => x,
  sine: (x: number) => Math.sin(2 * x),
  square: (x: number) => x * x,
  step: (x: number) => (x > 0 ? 1 : -1),
  wave: (x: number) => Math.sin(5 * x),
};

const spreads = {
  normal: (x: number) => x,
  rounded: (x: number) => Math.round(4 * x + 0.001) / 4,
  cubed: (x: number) => (x * x * x) / 4,
  folded: (x: number) => 3 * Math.sqrt(Math.abs(x)) - 2.5,
};

export function mgcvProblems(): MgcvProblem[] {
  const { problems } = JSON.parse(readFileSync(new URL("mgcv.json", import.meta.url), "utf8")) as {
    problems: Stored[];
  };
  return problems.map((stored) => {
    const X = dataOf(stored);
    for (const [j, x] of stored.first.entries()) {
      if (!(Math.abs(X.data[j] - x) < 1e-9))
        throw new Error(`data differ from those of mgcv.R: ${X.data[j]}, ${x}`);
    }
    return { n: stored.n, X, gcv: listed(stored.gcv), reml: listed(stored.reml) };
  });
}

/** R writes a list of one number as that number. */
function listed({ rss, edfTotal, ...lists }: OneOrMore<MgcvFit>): MgcvFit {
  const list = (x: number | readonly number[]) => (typeof x === "number" ? [x] : x);
  return { rss, edfTotal, edf: list(lists.edf), p: list(lists.p), pTight: list(lists.pTight) };
}

function dataOf({ seed, n, common, spread, terms }: Stored): Matrix {
  const normal = normals(seed);
  const p = terms.length;
  const X = matrix(n, p + 1);
  for (let i = 0; i < n; i++) {
    const u = normal();
    let y = 0;
    terms.forEach(({ shape, size }, j) => {
      const x = spreads[spread](common * u + Math.sqrt(1 - common * common) * normal());
      X.data[i * (p + 1) + j] = x;
      y += size * shapes[shape](x);
    });
    X.data[i * (p + 1) + p] = y + normal();
  }
  return X;
}

/** Standard normals as the R scripts beside this file draw them. */
export function normals(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  return () => {
    const r = Math.sqrt(-2 * Math.log(uniform()));
    return r * Math.cos(2 * Math.PI * uniform());
  };
}
