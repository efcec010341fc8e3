import { describe, expect, it } from "vitest";
import { glossary } from "../../../core/index.ts";
import { glossedPieces } from "./glossed-pieces.ts";

const told = (text: string): string =>
  glossedPieces(text)
    .map((piece) => (typeof piece === "string" ? piece : `[${piece.text}:${piece.term.id}]`))
    .join("");

describe("the glossary", () => {
  it("has each term and each other word for one once, with a sentence", () => {
    const words = glossary.flatMap(({ term, also = [] }) =>
      [term, ...also].map((word) => word.toLowerCase()),
    );
    expect(new Set(words).size).toBe(words.length);
    expect(new Set(glossary.map(({ id }) => id)).size).toBe(glossary.length);
    for (const { id, meaning } of glossary) {
      expect(id).toMatch(/^[a-z-]+$/);
      expect(meaning).toMatch(/^[A-Z].*\.$/);
    }
  });

  it("finds terms in a text, whole words and longer ones first, each once", () => {
    expect(told("The gap to the proven optimum; the gap is 0.")).toBe(
      "The [gap:gap] to the [proven optimum:optimum]; the gap is 0.",
    );
    expect(told("Score loss without the link")).toBe("[Score loss:score-loss] without the link");
    expect(told("Singapore has gappy scores")).toBe("Singapore has gappy scores");
    expect(told("")).toBe("");
    expect(told("Partial correlation")).toBe("[Partial correlation:partial-correlation]");
  });

  it("keeps every letter of a text", () => {
    const text = "Polished, pruned: one member of the equivalence class, SHD 3.";
    expect(
      glossedPieces(text)
        .map((piece) => (typeof piece === "string" ? piece : piece.text))
        .join(""),
    ).toBe(text);
  });
});
