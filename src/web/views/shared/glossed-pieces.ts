// Finds glossary terms and their synonyms in texts of the page, to be linked to the glossary (glossed.tsx).

import { type GlossaryTerm, glossary } from "../../../core/index.ts";

/** A piece of a text: plain, or a term to be linked to the glossary. */
export type Piece = string | { readonly text: string; readonly term: GlossaryTerm };

const termOf = new Map(
  glossary.flatMap((entry) =>
    [entry.term, ...(entry.also ?? [])].map((word) => [word.toLowerCase(), entry] as const),
  ),
);

/** Longer terms first, so that a term contained in another does not match in its place. */
const pattern = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(?:${[...termOf.keys()]
    .toSorted((a, b) => b.length - a.length)
    .join("|")})(?![\\p{L}\\p{N}_-])`,
  "giu",
);

/** The text split at its terms; only the first occurrence of each term counts. */
export function glossedPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  const seen = new Set<GlossaryTerm>();
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const term = termOf.get(match[0].toLowerCase())!;
    if (seen.has(term)) continue;
    seen.add(term);
    if (match.index > from) pieces.push(text.slice(from, match.index));
    pieces.push({ text: match[0], term });
    from = match.index + match[0].length;
  }
  return from < text.length ? [...pieces, text.slice(from)] : pieces;
}
