// The edges of the result as a table, and what the numbers beside them mean.

import type { PairShares } from "../graph/shares/shares.ts";
import { intervalGaps, withoutInterval } from "../run/interval-facts.ts";
import type { EdgeStrength, NamedEdge, RunResult } from "../run/result.ts";
import { isShort, isUnfinished } from "./answer.ts";
import { edgeShares, pairLookup } from "./confidence.ts";
import { html, type Markup, nameOf, type Part, tableOf } from "./html.ts";
import { significant } from "./numbers.ts";
import { joined, named, type Phrase, phrase } from "./phrase.ts";
import { type Column, number, orDash } from "./section.ts";

export type Verdict = "correct" | "reversed" | "missing" | "extra";

/**
 * What determines an edge's direction: the data (under the model), prior knowledge, nothing, a choice among members, or a graph that is
 * known not to be the best.
 */
export type DirectionSource = "data" | "knowledge" | "open" | "choice" | "graph";

export interface EdgeRow {
  readonly cause: string;
  readonly effect: string;
  readonly isDirected: boolean;
  /** Null for a missing edge of the truth, and if no strength was computed. */
  readonly strength: EdgeStrength | null;
  /** Confidence in the edge, forward meaning cause to effect; null if hardly any graph links the two; undefined if not computed. */
  readonly shares: PairShares | null | undefined;
  readonly source: DirectionSource | null;
  readonly verdict: Verdict | null;
}

/** All edges, the strongest first, followed by the missing edges of the truth. */
export function edgeRows(result: RunResult): EdgeRow[] {
  const { edges, undirected, strengths, answer, members, truth } = result;
  const strengthOf = new Map(strengths.map((strength) => [keyOf([strength.a, strength.b]), strength]));
  const rank = new Map(strengths.map(({ a, b }, k) => [keyOf([a, b]), k]));
  const byKnowledge = new Set(answer.byKnowledge.map(keyOf));
  const wanted = truth && new Set(truth.edges.map(keyOf));
  const sharesOf = result.confidence ? pairLookup(result.confidence) : () => undefined;
  const isChosen = answer.kind === "member" && members !== "1";
  const sourceOf = (edge: NamedEdge): DirectionSource =>
    byKnowledge.has(keyOf(edge))
      ? "knowledge"
      : isChosen
        ? "choice"
        : isUnfinished(result)
          ? "graph"
          : "data";
  const rowOf = (edge: NamedEdge, isDirected: boolean): EdgeRow => {
    const [cause, effect] = edge;
    return {
      cause,
      effect,
      isDirected,
      strength: strengthOf.get(keyOf(edge)) ?? null,
      shares: sharesOf(cause, effect),
      source: isDirected ? sourceOf(edge) : "open",
      verdict: wanted && verdictOf(edge, isDirected, wanted),
    };
  };
  const marks = [...edges.map((edge) => rowOf(edge, true)), ...undirected.map((edge) => rowOf(edge, false))];
  const place = ({ cause, effect }: EdgeRow): number => rank.get(keyOf([cause, effect])) ?? strengths.length;
  const pairs = new Set([...edges, ...undirected].flatMap(([a, b]) => [keyOf([a, b]), keyOf([b, a])]));
  const missing = (truth?.edges ?? []).filter((edge) => !pairs.has(keyOf(edge)));
  return [
    ...marks.sort((a, b) => place(a) - place(b)),
    ...missing.map(([cause, effect]): EdgeRow => {
      const shares = sharesOf(cause, effect);
      return { cause, effect, isDirected: true, strength: null, shares, source: null, verdict: "missing" };
    }),
  ];
}

const sourceWords: Readonly<Record<DirectionSource, string>> = {
  data: "by the data",
  knowledge: "by prior knowledge",
  open: "open",
  choice: "arbitrary",
  graph: "in this graph",
};

const sureWords = html`<a href="#confidence">Confidence in each edge</a> explains the percentages.`;

export function edgesSection(result: RunResult): Markup {
  const { truth } = result;
  const rows = edgeRows(result);
  if (rows.length === 0) {
    return html`<section id="edges"><h2>Edges</h2>
<p>None: under this score no variable helps to explain another.</p></section>
`;
  }
  const has = (name: keyof EdgeStrength): boolean => rows.some(({ strength }) => strength?.[name] != null);
  const largest = rows.reduce((most, { strength }) => Math.max(most, strength?.loss ?? 0), 0);
  const isDirectionTold = rows.every(({ source }) => source === null || source === "data");
  const isSure = result.confidence !== undefined;
  const all: readonly (readonly [Column, (row: EdgeRow) => Part, boolean?])[] = [
    [{ title: "" }, ({ cause }) => nameOf(cause)],
    [{ title: "" }, ({ isDirected }) => html`<span class="arrow">${isDirected ? "→" : "—"}</span>`],
    [{ title: "" }, ({ effect }) => nameOf(effect)],
    [number("Linked"), ({ shares, isDirected }) => edgeShares(shares!, isDirected)[0], isSure],
    [number("This edge"), ({ shares, isDirected }) => edgeShares(shares!, isDirected)[1], isSure],
    [number("Score loss"), ({ strength }) => orDash(strength?.loss ?? null, significant), has("loss")],
    [{ title: "", kind: "bar" }, ({ strength }) => barOf(strength?.loss ?? null, largest), has("loss")],
    [{ title: "Evidence" }, ({ strength }) => strength?.evidence ?? "–", has("evidence")],
    [
      number("Coefficient"),
      ({ strength }) => orDash(strength?.coefficient ?? null, significant),
      has("coefficient"),
    ],
    [number("95 % interval"), ({ strength }) => intervalOf(strength), has("interval")],
    [
      number("Standardised"),
      ({ strength }) => orDash(strength?.standardised ?? null, significant),
      has("standardised"),
    ],
    [
      number("Partial correlation"),
      ({ strength }) => orDash(strength?.partialCorrelation ?? null, significant),
      has("partialCorrelation"),
    ],
    [
      number("Information"),
      ({ strength }) => orDash(strength?.information ?? null, significant),
      has("information"),
    ],
    [{ title: "Direction" }, directionOf, !isDirectionTold || has("reversal")],
    [
      { title: "In the truth" },
      ({ verdict }) => html`<span class="verdict ${verdict}">${verdict}</span>`,
      truth !== null,
    ],
  ];
  const visible = all.filter(([, , isShown = true]) => isShown);
  const cells = rows.map((row) => visible.map(([, cell]) => cell(row)));
  return html`<section id="edges"><h2>Edges</h2>
${[...(isSure ? [sureWords] : []), ...strengthSentences(result)].map((text) => html`<p>${text}</p>`)}
${tableOf(
  visible.map(([column]) => column),
  cells,
  { rowClass: (k) => (rows[k].verdict === "missing" ? "absent" : "") },
)}
</section>
`;
}

/** "by the data: 0.05, weak", with what the score loses without the arrow. */
function directionOf({ source, strength }: EdgeRow): string {
  if (source === null) return "–";
  const { reversal, directionEvidence } = strength ?? {};
  if (reversal == null) return sourceWords[source];
  const evidence = directionEvidence == null ? "" : `, ${directionEvidence}`;
  return `${sourceWords[source]}: ${significant(reversal)}${evidence}`;
}

/** "0.42 to 0.61"; a dash if there is none. */
export function intervalOf(strength: EdgeStrength | null): string {
  return strength?.interval ? strength.interval.map(significant).join(" to ") : "–";
}

/** What the numbers beside the edges mean. */
export function strengthSentences(result: RunResult): string[] {
  const { strengths, spec, knowledge } = result;
  const scale = scaleWords(result);
  const gaps = intervalGaps(result);
  const without = withoutInterval(result);
  const has = (name: keyof EdgeStrength): boolean => strengths.some((strength) => strength[name] != null);
  const over = new Set(strengths.flatMap(({ lossOver }) => lossOver ?? []));
  const how = over.has("all graphs")
    ? `comparing the best of all graphs${knowledge.length > 0 ? " that satisfy the prior knowledge" : ""} with the best in which they are not linked`
    : over.has("same order")
      ? "along the same causal order, with the causes of the effect reselected"
      : "with all other edges unchanged";
  return [
    ...(has("loss")
      ? [
          `The score loss is what the score ${spec.score}${scale === "" ? "" : ` (${scale})`} loses when the two variables are not linked, ${how}. The strongest edges come first.`,
          ...(isShort(result)
            ? ["As a better graph exists, these losses are no evidence for the links of this one."]
            : []),
        ]
      : []),
    ...(has("reversal")
      ? [
          "The number beside a direction is what the score loses without the arrow, when it is reversed or, if that scores higher, left out. If that is much less than the score loss, the link is better supported than its direction.",
        ]
      : []),
    ...(has("evidence")
      ? [
          `Evidence: twice the log of the ${spec.penaltyWeight === 1 ? "Bayes factor" : "odds"} for the link${has("directionEvidence") ? ", or the arrow," : ""} is at most 2 (weak), 6 (positive), 10 (strong), or more (very strong).`,
        ]
      : []),
    ...(has("coefficient")
      ? [
          spec.standardise
            ? "A coefficient is the change of the effect, in standard deviations, for an increase of the cause by one standard deviation, its other directed causes held fixed."
            : "A coefficient is the change of the effect, in its own unit, for an increase of the cause by one unit, its other directed causes held fixed; standardised, in standard deviations.",
        ]
      : []),
    ...(has("interval") && gaps ? [`95 % intervals ${gaps.verb}.`] : []),
    ...(without === null ? [] : [without]),
    ...(has("partialCorrelation")
      ? [
          "The partial correlation of an undirected edge is given the directed causes of the two, and the plain correlation where they have none; it has no direction.",
        ]
      : []),
    ...(has("information")
      ? ["Information is the mutual information of the two given the directed causes, in nats."]
      : []),
  ];
}

/** "on the scale of 2 log L": the scale of a score that approximates, or is, a log likelihood integrated over the parameters. */
export function scaleWords({ scoring }: RunResult): string {
  const scale = scoring?.logEvidence;
  return scale === 0.5 ? "on the scale of 2 log L" : scale === 1 ? "on the scale of log L" : "";
}

/** List of the edges added and removed between two graphs. */
export function changesBetween(from: Marked, to: Marked): Phrase {
  const [before, after] = [marksOf(from), marksOf(to)];
  const lost = [...before].filter(([key]) => !after.has(key)).map(([, mark]) => phrase`− ${mark}`);
  const won = [...after].filter(([key]) => !before.has(key)).map(([, mark]) => phrase`+ ${mark}`);
  return lost.length + won.length === 0 ? ["the same edges"] : joined([...won, ...lost]);
}

interface Marked {
  readonly edges: readonly NamedEdge[];
  readonly undirected?: readonly NamedEdge[] | undefined;
}

function marksOf({ edges, undirected = [] }: Marked): Map<string, Phrase> {
  return new Map([
    ...edges.map((edge) => [`→${keyOf(edge)}`, phrase`${named(edge[0])} → ${named(edge[1])}`] as const),
    ...undirected.map((edge) => [`—${keyOf(edge)}`, phrase`${named(edge[0])} — ${named(edge[1])}`] as const),
  ]);
}

function verdictOf([cause, effect]: NamedEdge, isDirected: boolean, wanted: ReadonlySet<string>): Verdict {
  const forward = wanted.has(keyOf([cause, effect]));
  const backward = wanted.has(keyOf([effect, cause]));
  if (forward || (backward && !isDirected)) return "correct";
  return backward ? "reversed" : "extra";
}

/** A bar whose length is proportional to the value. */
function barOf(value: number | null, largest: number): Part {
  if (value === null || !(largest > 0)) return null;
  const length = Math.min(100, (100 * value) / largest).toFixed(2);
  return html`<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="value" x="0" y="1" width="${length}" height="6"/></svg>`;
}

function keyOf([cause, effect]: NamedEdge): string {
  return JSON.stringify([cause, effect]);
}
