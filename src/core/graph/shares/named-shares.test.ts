import { describe, expect, it } from "vitest";
import { linkOf, namedShares, sharesFromPairs, turned } from "./named-shares.ts";

const names = ["a", "b", "c"];
const shares = {
  d: 3,
  directed: Float64Array.of(0, 0.1, 0, 0.2, 0, 0, 0.005, 0, 0),
  undirected: Float64Array.of(0, 0.3, 0, 0.3, 0, 0, 0, 0, 0),
};

describe("shares by name", () => {
  it("have a row for each pair that enough of the graphs link", () => {
    const pair = { a: "a", b: "b", forward: 0.1, backward: 0.2, undirected: 0.3, none: 0.4 };
    expect(namedShares(shares, names, 0.01)).toEqual([pair]);
    expect(namedShares(shares, names)).toEqual([
      pair,
      { a: "a", b: "c", forward: 0, backward: 0.005, undirected: 0, none: 0.995 },
    ]);
    expect(linkOf(pair)).toBe(0.6);
  });

  it("convert back to the same shares, from either endpoint", () => {
    const pairs = namedShares(shares, names);
    expect(sharesFromPairs(names, pairs)).toEqual(shares);
    expect(sharesFromPairs(names, pairs.map(turned))).toEqual(shares);
  });
});
