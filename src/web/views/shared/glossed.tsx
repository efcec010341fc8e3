// A text whose terms link to the glossary; each shows its meaning as a tooltip.

import { glossedPieces } from "./glossed-pieces.ts";
import { addressOf } from "./route.ts";

export function Glossed({ text }: { readonly text: string }) {
  return glossedPieces(text).map((piece, k) =>
    typeof piece === "string" ? (
      piece
    ) : (
      <a
        key={k}
        className="term"
        href={addressOf({ page: "glossary", term: piece.term.id })}
        title={piece.term.meaning}
      >
        {piece.text}
      </a>
    ),
  );
}
