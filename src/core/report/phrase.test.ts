import { describe, expect, it } from "vitest";
import { phraseOf } from "./html.ts";
import { code, named, phrase, plainOf, term } from "./phrase.ts";

describe("a phrase", () => {
  const told = phrase`The search ${code("order")} links ${named("<b>")}: ${phrase`it is ${term("compelled")}`}.`;

  it("keeps the words that are set apart, also those of phrases in it", () => {
    expect(told).toEqual([
      "The search ",
      { code: "order" },
      " links ",
      { name: "<b>" },
      ": ",
      "it is ",
      { term: "compelled" },
      ".",
    ]);
    expect(plainOf(told)).toBe("The search order links <b>: it is compelled.");
  });

  it("is escaped in the report", () => {
    expect(phraseOf(told).markup).toBe(
      'The search <code>order</code> links <bdi class="name">&lt;b&gt;</bdi>: it is <em>compelled</em>.',
    );
  });
});
