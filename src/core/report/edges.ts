// The edges of the result as a table, and what their directions are worth.

import type { NamedEdge, RunResult } from "../run/result.ts";
import type { AnySearch } from "../search/definition.ts";
import { searches } from "../search/searches.ts";
import { type Column, html, type Markup, nameOf, type Part, phraseOf, tableOf } from "./html.ts";
import { count, counted, measured } from "./numbers.ts";
import { code, named, type Phrase, phrase, term } from "./phrase.ts";

export type Verdict = "correct" | "reversed" | "missing" | "extra";

export interface EdgeRow {
  readonly cause: string;
  readonly effect: string;
  readonly isDirected: boolean;
  readonly coefficient: number | null;
  /** Does every member of the equivalence class have it this way round? Null where there is no class. */
  readonly isCompelled: boolean | null;
  readonly verdict: Verdict | null;
}

/** All edges, the largest coefficients first; then those of the truth that are missing. */
export function edgeRows(result: RunResult): EdgeRow[] {
  const { edges, undirected, coefficients, class: members, truth } = result;
  const values = new Map(coefficients?.map(({ cause, effect, value }) => [keyOf([cause, effect]), value]));
  const compelled = members && new Set(members.directed.map(keyOf));
  const wanted = truth && new Set(truth.edges.map(keyOf));
  const rowOf = (edge: NamedEdge, isDirected: boolean): EdgeRow => {
    const [cause, effect] = edge;
    return {
      cause,
      effect,
      isDirected,
      coefficient: values.get(keyOf(edge)) ?? null,
      isCompelled: compelled?.has(keyOf(edge)) ?? null,
      verdict: wanted && verdictOf(edge, isDirected, wanted),
    };
  };
  const found = [...edges.map((edge) => rowOf(edge, true)), ...undirected.map((edge) => rowOf(edge, false))];
  const size = ({ coefficient }: EdgeRow): number => Math.abs(coefficient ?? 0);
  const pairs = new Set([...edges, ...undirected].flatMap(([a, b]) => [keyOf([a, b]), keyOf([b, a])]));
  const missing = (truth?.edges ?? []).filter((edge) => !pairs.has(keyOf(edge)));
  return [
    ...found.sort((a, b) => size(b) - size(a)),
    ...missing.map(([cause, effect]): EdgeRow => {
      return { cause, effect, isDirected: true, coefficient: null, isCompelled: null, verdict: "missing" };
    }),
  ];
}

export function edgesSection(result: RunResult): Markup {
  const { coefficients, class: members, truth } = result;
  const rows = edgeRows(result);
  if (rows.length === 0) {
    return html`<section id="edges"><h2>Edges</h2>
<p>None: under this score no variable helps to explain another.</p></section>
`;
  }
  const largest = rows.reduce((most, { coefficient }) => Math.max(most, Math.abs(coefficient ?? 0)), 0);
  const columns: Column[] = [
    { title: "Cause" },
    { title: "" },
    { title: "Effect" },
    ...(coefficients === null
      ? []
      : [
          { title: "Coefficient", kind: "number" as const },
          { title: "", kind: "bar" as const },
        ]),
    ...(members === null ? [] : [{ title: "Direction" }]),
    ...(truth === null ? [] : [{ title: "In the truth" }]),
  ];
  const cells = rows.map(({ cause, effect, isDirected, coefficient, isCompelled, verdict }): Part[] => [
    nameOf(cause),
    html`<span class="arrow">${isDirected ? "→" : "—"}</span>`,
    nameOf(effect),
    ...(coefficients === null
      ? []
      : [coefficient === null ? "–" : measured(coefficient), barOf(coefficient, largest)]),
    ...(members === null
      ? []
      : [isCompelled === null ? "–" : isCompelled ? "compelled" : html`<em>reversible</em>`]),
    ...(truth === null ? [] : [html`<span class="verdict ${verdict}">${verdict}</span>`]),
  ]);
  return html`<section id="edges"><h2>Edges</h2>
${coefficients !== null && html`<p>${coefficientSentence(result)}</p>`}
${tableOf(columns, cells, { rowClass: (k) => (rows[k].verdict === "missing" ? "absent" : "") })}
</section>
`;
}

export interface ClassWords {
  readonly meaning: Phrase;
  /** How many directions are settled; null where there is no class. */
  readonly settled: Phrase | null;
  readonly reversible: readonly NamedEdge[];
  readonly remark: string | null;
}

/** The equivalence class, for people who have not met one, and what the search had to do with it. */
export function classWords(
  { class: members, edges, knowledge, spec, search }: RunResult,
  { uses }: Pick<AnySearch, "uses">,
): ClassWords {
  const score = code(spec.score);
  const ignoresScore = uses === "rows";
  if (members === null) {
    const meaning = ignoresScore
      ? phrase`The search ${code(search)} decided every direction shown by a rule of its own, not by ${score}. It rests on the assumptions of that rule; where they fail, directions are the first to be wrong.`
      : phrase`Under ${score} graphs that imply the same dependencies can still score differently, so every direction shown was decided by the score. It rests on the assumptions of that score; where they fail, directions are the first to be wrong.`;
    return { meaning, settled: null, reversible: [], remark: null };
  }
  const { directed, undirected } = members;
  const isOfSearch = members.by === "search";
  const alike = ignoresScore
    ? phrase` by tests of independence`
    : isOfSearch
      ? phrase` by the dependencies alone, and the search ${code(search)} chose among classes, not among their members`
      : phrase`, and ${score} gives them all the same score`;
  return {
    meaning: phrase`Different graphs can imply exactly the same dependencies between variables. Observations alone cannot tell such graphs apart${alike}: together they are an equivalence class (drawn as a graph with some edges undirected, a CPDAG).`,
    settled:
      undirected.length === 0
        ? phrase`Here all ${counted(directed.length, "edge")} point the same way in every graph of the class: the class has one member, the graph shown.`
        : phrase`Of the ${counted(edges.length, "edge")} shown, ${pointing(directed.length)} the same way in every graph of the class (${term("compelled")}). The other ${pointing(undirected.length)} one way in some and the other way in others (${term("reversible")}): there the direction shown is one choice of several${isOfSearch && !ignoresScore ? "" : " that fit equally well"}.`,
    reversible: undirected,
    remark:
      knowledge.length > 0
        ? "Counted are the graphs of the class that obey the required and forbidden edges, which may settle directions that the data leave open."
        : null,
  };
}

function pointing(edges: number): string {
  return edges === 1 ? "one points" : `${count(edges)} point`;
}

export function classSection(result: RunResult): Markup {
  const { meaning, settled, reversible, remark } = classWords(result, searches[result.search]);
  const pairs = reversible.map(([a, b]) => html`<li>${nameOf(a)} — ${nameOf(b)}</li>`);
  return html`<section id="class"><h2>Which directions are settled</h2>
<p>${phraseOf(meaning)}</p>
${settled !== null && html`<p>${phraseOf(settled)}</p>`}
${pairs.length > 0 && html`<ul class="pairs">${pairs}</ul>`}
${remark !== null && html`<p class="soft">${remark}</p>`}
</section>
`;
}

/** Sentence-like list of what one set of edges has and another has not. */
export function changesBetween(from: readonly NamedEdge[], to: readonly NamedEdge[]): Phrase {
  const before = new Set(from.map(keyOf));
  const after = new Set(to.map(keyOf));
  const arrow = ([cause, effect]: NamedEdge, sign: string): Phrase =>
    phrase`${sign}${named(cause)} → ${named(effect)}`;
  const lost = from.filter((edge) => !after.has(keyOf(edge))).map((edge) => arrow(edge, "− "));
  const won = to.filter((edge) => !before.has(keyOf(edge))).map((edge) => arrow(edge, "+ "));
  return lost.length + won.length === 0
    ? ["the same edges"]
    : [...won, ...lost].flatMap((change, k) => (k === 0 ? change : [", ", ...change]));
}

function verdictOf([cause, effect]: NamedEdge, isDirected: boolean, wanted: ReadonlySet<string>): Verdict {
  const forward = wanted.has(keyOf([cause, effect]));
  const backward = wanted.has(keyOf([effect, cause]));
  if (forward || (backward && !isDirected)) return "correct";
  return backward ? "reversed" : "extra";
}

/** What a coefficient means. */
export function coefficientSentence({ spec }: RunResult): string {
  return spec.standardise
    ? "A coefficient is the change of the effect, in its standard deviations, for one standard deviation more of the cause, all other causes of that effect held still."
    : "A coefficient is the change of the effect, in its own unit, for one unit more of the cause, all other causes of that effect held still. Its size depends on the units of the two columns.";
}

/** From the middle to the right where positive, to the left where negative. */
function barOf(value: number | null, largest: number): Part {
  if (value === null || !(largest > 0)) return null;
  const length = Math.min(50, (50 * Math.abs(value)) / largest).toFixed(2);
  const at = value < 0 ? (50 - Number(length)).toFixed(2) : "50";
  return html`<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="axis" x="49.6" y="0" width="0.8" height="8"/><rect class="value" x="${at}" y="1" width="${length}" height="6"/></svg>`;
}

function keyOf([cause, effect]: NamedEdge): string {
  return JSON.stringify([cause, effect]);
}
