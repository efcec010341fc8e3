// The glossary: every term that the page uses, with its meaning.

import { useEffect, useRef } from "react";
import { glossary } from "../../core/index.ts";

export function GlossaryPage({ term }: { readonly term: string }) {
  const here = useRef<HTMLElement>(null);
  useEffect(() => {
    here.current?.scrollIntoView({ block: "center" });
  }, [term]);
  const sorted = glossary.toSorted((a, b) => a.term.localeCompare(b.term, "en"));
  return (
    <>
      <h1>Glossary</h1>
      <p className="soft">Terms of this page; the browser’s back button leads to where you came from.</p>
      <dl className="glossary">
        {sorted.map((entry) => (
          <div key={entry.id} className={entry.id === term ? "glossary-here" : undefined}>
            <dt ref={entry.id === term ? here : undefined}>{entry.term}</dt>
            <dd>{entry.meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
