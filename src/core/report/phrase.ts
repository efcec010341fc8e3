// A sentence with some of its words set apart: names of searches and scores, names of variables, terms. Plain data, so that the
// report (html.ts) and the page say the same, each in its own way of showing.
//
//     phrase`found by the search ${code("order")}`     ["found by the search ", { code: "order" }]

export type Piece =
  | string
  /** Of the program: a search, a score. */
  | { readonly code: string }
  /** Of a variable, whatever it holds. */
  | { readonly name: string }
  /** A word that is explained by the sentence that it stands in. */
  | { readonly term: string };

export type Phrase = readonly Piece[];

export function phrase(strings: TemplateStringsArray, ...parts: readonly (Piece | Phrase)[]): Phrase {
  return strings
    .flatMap((text, k): Phrase => {
      const part = k === 0 ? [] : parts[k - 1];
      return [...(isPhrase(part) ? part : [part]), text];
    })
    .filter((piece) => piece !== "");
}

export const code = (text: string): Piece => ({ code: text });
export const named = (name: string): Piece => ({ name });
export const term = (text: string): Piece => ({ term: text });

/** The phrase as it is read aloud. */
export function plainOf(phrase: Phrase): string {
  return phrase.map((piece) => (typeof piece === "string" ? piece : Object.values(piece).join(""))).join("");
}

function isPhrase(part: Piece | Phrase): part is Phrase {
  return Array.isArray(part);
}
