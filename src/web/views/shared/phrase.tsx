// A sentence of core's, with the words that it sets apart; its terms lead to the glossary.

import type { words } from "../../../core/index.ts";
import { Glossed } from "./glossed.tsx";
import { shownName } from "./shown-edge.ts";

export function Phrase({ of }: { readonly of: words.Text }) {
  if (typeof of === "string") return <Glossed text={of} />;
  return of.map((piece, k) => {
    if (typeof piece === "string") return <Glossed key={k} text={piece} />;
    if ("code" in piece) return <code key={k}>{piece.code}</code>;
    if ("term" in piece)
      return (
        <em key={k}>
          <Glossed text={piece.term} />
        </em>
      );
    if ("strong" in piece) return <b key={k}>{piece.strong}</b>;
    if ("mark" in piece)
      return (
        <span key={k} className="small result-mark">
          {piece.mark}
        </span>
      );
    return (
      <bdi key={k} className="name">
        {shownName(piece.name)}
      </bdi>
    );
  });
}
