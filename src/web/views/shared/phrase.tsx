// A sentence from core with its markup (code, terms, names); its terms link to the glossary.

import { Fragment } from "react";
import type { words } from "../../../core/index.ts";
import { Glossed } from "./glossed.tsx";
import { nameText } from "./shown-edge.ts";

interface PhraseProps {
  readonly of: words.Text;
  /** Without links to the glossary, where there would be too many. */
  readonly isPlain?: boolean;
}

export function Phrase({ of, isPlain = false }: PhraseProps) {
  const text = (words: string) => (isPlain ? words : <Glossed text={words} />);
  if (typeof of === "string") return text(of);
  return of.map((piece, k) => {
    if (typeof piece === "string") return <Fragment key={k}>{text(piece)}</Fragment>;
    if ("code" in piece) return <code key={k}>{piece.code}</code>;
    if ("term" in piece) return <em key={k}>{text(piece.term)}</em>;
    if ("strong" in piece) return <b key={k}>{piece.strong}</b>;
    if ("mark" in piece)
      return (
        <span key={k} className="small result-mark">
          {piece.mark}
        </span>
      );
    return (
      <bdi key={k} className="name">
        {nameText(piece.name)}
      </bdi>
    );
  });
}
