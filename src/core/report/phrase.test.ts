import { describe, expect, it } from "vitest";
import { html } from "./html.ts";
import { code, named, phrase, term } from "./phrase.ts";
import { textOf } from "./section-html.ts";

describe("a phrase", () => {
  const sentence = phrase`The search ${code("order")} links ${named("<b>")}: ${phrase`it is ${term("compelled")}`}.`;

  it("keeps the marked words, also those of phrases in it", () => {
    expect(sentence).toEqual([
      "The search ",
      { code: "order" },
      " links ",
      { name: "<b>" },
      ": ",
      "it is ",
      { term: "compelled" },
      ".",
    ]);
  });

  it("is escaped in the report", () => {
    expect(html`${textOf(sentence)}`.markup).toBe(
      'The search <code>order</code> links <bdi class="name">&lt;b&gt;</bdi>: it is <em>compelled</em>.',
    );
  });
});
