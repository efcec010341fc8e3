import { describe, expect, it } from "vitest";
import { readGraph } from "../formats/formats.ts";
import { sharesFromPairs } from "./named-shares.ts";
import { certainShares, shareAgreement } from "./share-agreement.ts";

const names = ["a", "b", "c", "d"];
const certain = (rows: string) => certainShares(readGraph(`cause,effect,mark\n${rows}`, "csv", names).graph);

describe("agreement", () => {
  it("of two certain graphs is the Jaccard index of their edges, and of their links", () => {
    const one = certain("a,b,\nb,c,\nc,d,---\n");
    const other = certain("a,b,\nc,b,\nc,d,---\na,d,\n");
    // a → b and c — d out of a → b, b → c, c → b, c — d, a → d; three links out of four.
    expect(shareAgreement(one, other)).toEqual({ edges: 2 / 5, links: 3 / 4 });
    expect(shareAgreement(one, one)).toEqual({ edges: 1, links: 1 });
    expect(shareAgreement(certain(""), certain(""))).toEqual({ edges: 1, links: 1 });
    expect(shareAgreement(certain(""), one)).toEqual({ edges: 0, links: 0 });
  });

  it("weights each mark by its confidence, symmetrically", () => {
    const sure = sharesFromPairs(names, [
      { a: "a", b: "b", forward: 0.75, backward: 0.25, undirected: 0, none: 0 },
      { a: "c", b: "d", forward: 0, backward: 0, undirected: 0.5, none: 0.5 },
    ]);
    const one = certain("a,b,\nc,d,---\n");
    // Both: 0.75 + 0.5; either: 1 + 0.25 + 1.
    const expected = { edges: 1.25 / 2.25, links: 1.5 / 2 };
    expect(shareAgreement(one, sure)).toEqual(expected);
    expect(shareAgreement(sure, one)).toEqual(expected);
  });
});
