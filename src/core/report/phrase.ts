// A sentence with some words marked: names of searches and scores, names of variables, terms. It is plain data, so that the
// report (section-html.ts) and the page say the same, each with its own rendering.
//
//     phrase`found by the search ${code("order")}`     ["found by the search ", { code: "order" }]

export type Piece =
  | string
  /** A name in the program: a search, a score. */
  | { readonly code: string }
  /** The name of a variable, whatever characters it has. */
  | { readonly name: string }
  /** A term that its sentence explains. */
  | { readonly term: string }
  /** The value to look at first. */
  | { readonly strong: string }
  /** A label after what it describes. */
  | { readonly mark: string };

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
export const strong = (text: string): Piece => ({ strong: text });
export const mark = (text: string): Piece => ({ mark: text });
export const term = (text: string): Piece => ({ term: text });

/** Pieces or phrases with a separator between them. */
export function joined(parts: readonly (Piece | Phrase)[], separator = ", "): Phrase {
  return parts.flatMap((part, k) => [...(k === 0 ? [] : [separator]), ...(isPhrase(part) ? part : [part])]);
}

/** The words without their marks. */
export function plainText(text: string | Phrase): string {
  if (typeof text === "string") return text;
  return text.map((piece) => (typeof piece === "string" ? piece : Object.values(piece)[0])).join("");
}

function isPhrase(part: Piece | Phrase): part is Phrase {
  return Array.isArray(part);
}
