// Of a search by tests of independence: why pairs are not linked, and where the tests contradicted each other.

import type { RunResult } from "../run/result.ts";
import { type Column, html, joined, type Markup, nameOf, type Part, phraseOf, tableOf } from "./html.ts";
import { counted } from "./numbers.ts";
import { named, type Phrase, phrase } from "./phrase.ts";

export const separationSentence =
  "Two variables are linked unless some set of others makes them independent. Of the smallest sets that do, this is the one with the largest p-value.";

export function testsSection({ tests }: RunResult): Markup | null {
  if (tests === null) return null;
  const { separations, conflicts } = tests;
  const rows = separations.map(({ pair: [a, b], given, p }): Part[] => [
    html`${nameOf(a)}, ${nameOf(b)}`,
    given.length === 0 ? "nothing" : joined(given.map(nameOf), ", "),
    p.toPrecision(3),
  ]);
  const columns: Column[] = [
    { title: "Not linked" },
    { title: "Independent given" },
    { title: "p-value", kind: "number" },
  ];
  const items = conflicts.map((conflict) => html`<li>${phraseOf(conflictSentence(conflict))}</li>`);
  return html`<section id="tests"><h2>Why pairs are not linked</h2>
<p>${separationSentence}</p>
${rows.length > 0 && tableOf(columns, rows)}
${
  items.length > 0 &&
  html`<h3>Where the tests contradict each other</h3>
<p>${counted(items.length, "place")}, decided by the rules of the search.</p>
<ul>${items}</ul>`
}
</section>
`;
}

type Conflict = NonNullable<RunResult["tests"]>["conflicts"][number];

/** What was asked for, and what was done. */
export function conflictSentence({ kind, variables }: Conflict): Phrase {
  const [a, b, c] = variables.map(named);
  const collider = () => phrase`${a} → ${b} ← ${c}`;
  switch (kind) {
    case "knowledge":
      return phrase`${collider()} is asked for and was left out: what is known directs one of its pairs the other way.`;
    case "collider":
      return phrase`${collider()} is asked for and was left out: another collider directs one of its pairs the other way.`;
    case "cycle":
      return phrase`${collider()} is asked for and was left out: it would close a cycle.`;
    case "extra":
      return phrase`${collider()} stands in the graph, though ${b} is in a set that parts the other two: no graph has the other colliders alone.`;
    case "knowledge-cycle":
      return phrase`${a} and ${b} were unlinked, though no set parts them: with what is known they close a cycle.`;
    case "max-parents":
      return phrase`${a} and ${b} were unlinked, though no set parts them: more causes than are allowed.`;
  }
}
