// A text whose terms lead to the glossary; what each means is also told where the pointer rests on it.

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
