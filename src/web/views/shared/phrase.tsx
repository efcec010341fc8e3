// A sentence of core's, with the words that it sets apart.

import type { words } from "../../../core/index.ts";
import { shownName } from "./shown-edge.ts";

export function Phrase({ of }: { readonly of: words.Phrase }) {
  return of.map((piece, k) => {
    if (typeof piece === "string") return piece;
    const key = String(k);
    if ("code" in piece) return <code key={key}>{piece.code}</code>;
    if ("term" in piece) return <em key={key}>{piece.term}</em>;
    return (
      <bdi key={key} className="name">
        {shownName(piece.name)}
      </bdi>
    );
  });
}
