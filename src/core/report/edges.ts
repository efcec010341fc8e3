// The edges of the result as a table, and what their directions are worth.

import type { NamedEdge, RunResult } from "../run/result.ts";
import type { AnySearch } from "../search/definition.ts";
import { html, type Markup, nameOf, type Part, tableOf } from "./html.ts";
import { count, counted, measured } from "./numbers.ts";
import { code, joined, named, type Phrase, phrase, term } from "./phrase.ts";
import { type Column, number, orDash, type Section } from "./section.ts";

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
    ...(coefficients === null ? [] : [number("Coefficient"), { title: "", kind: "bar" as const }]),
    ...(members === null ? [] : [{ title: "Direction" }]),
    ...(truth === null ? [] : [{ title: "In the truth" }]),
  ];
  const cells = rows.map(({ cause, effect, isDirected, coefficient, isCompelled, verdict }): Part[] => [
    nameOf(cause),
    html`<span class="arrow">${isDirected ? "→" : "—"}</span>`,
    nameOf(effect),
    ...(coefficients === null ? [] : [orDash(coefficient, measured), barOf(coefficient, largest)]),
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

/** The equivalence class, for people who have not met one, and what the search had to do with it. */
export function classSection(result: RunResult, { uses }: Pick<AnySearch, "uses">): Section {
  const { class: members, edges, knowledge, spec, search } = result;
  const score = code(spec.score);
  const ignoresScore = uses === "rows";
  const [id, title] = ["class", "Identified directions"];
  if (members === null) {
    const text = ignoresScore
      ? phrase`The search ${code(search)} decided every direction by its own criterion, not by ${score}. It rests on the assumptions of that criterion; where they fail, directions are the first to be wrong.`
      : phrase`Under ${score} graphs that imply the same independencies can still score differently, so every direction was decided by the score. It rests on the assumptions of that score; where they fail, directions are the first to be wrong.`;
    return { id, title, blocks: [{ text }] };
  }
  const { directed, undirected } = members;
  const isOfSearch = members.by === "search";
  const alike = ignoresScore
    ? phrase` by tests of independence`
    : isOfSearch
      ? phrase` by the independencies alone, and the search ${code(search)} chose among classes, not among their members`
      : phrase`, and ${score} gives them all the same score`;
  const settled =
    undirected.length === 0
      ? phrase`Here all ${counted(directed.length, "edge")} have the same direction in every graph of the class: the class has one member, the graph shown.`
      : phrase`Of the ${counted(edges.length, "edge")} shown, ${having(directed.length)} the same direction in every graph of the class (${term("compelled")}). The other ${having(undirected.length)} different directions in different members (${term("reversible")}): there the direction shown is one choice of several${isOfSearch && !ignoresScore ? "" : " that fit equally well"}.`;
  const pairs = undirected.map(([a, b]) => phrase`${named(a)} — ${named(b)}`);
  return {
    id,
    title,
    blocks: [
      {
        text: phrase`Different graphs can imply exactly the same conditional independencies. Observational data cannot tell such graphs apart${alike}: together they are a Markov equivalence class (drawn as a graph with some edges undirected, a CPDAG).`,
      },
      { text: settled },
      ...(pairs.length === 0 ? [] : [{ list: pairs, look: "pairs" } as const]),
      ...(knowledge.length === 0
        ? []
        : [
            {
              text: "Only graphs of the class that satisfy the required and forbidden edges are counted; these may determine directions that the data leave open.",
              look: "soft",
            } as const,
          ]),
    ],
  };
}

function having(edges: number): string {
  return edges === 1 ? "one has" : `${count(edges)} have`;
}

/** Sentence-like list of what one set of edges has and another has not. */
export function changesBetween(from: readonly NamedEdge[], to: readonly NamedEdge[]): Phrase {
  const before = new Set(from.map(keyOf));
  const after = new Set(to.map(keyOf));
  const arrow = ([cause, effect]: NamedEdge, sign: string): Phrase =>
    phrase`${sign}${named(cause)} → ${named(effect)}`;
  const lost = from.filter((edge) => !after.has(keyOf(edge))).map((edge) => arrow(edge, "− "));
  const won = to.filter((edge) => !before.has(keyOf(edge))).map((edge) => arrow(edge, "+ "));
  return lost.length + won.length === 0 ? ["the same edges"] : joined([...won, ...lost]);
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
    ? "A coefficient is the change of the effect, in standard deviations, for an increase of the cause by one standard deviation, all other causes of that effect held fixed."
    : "A coefficient is the change of the effect, in its own unit, for an increase of the cause by one unit, all other causes of that effect held fixed. Its size depends on the units of the two columns.";
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
