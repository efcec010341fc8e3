// DOT text for a picture: causes above their effects and, if the truth is known, each edge marked by colour and line style.
//
//     correct    in both, the same way                    dark, solid
//     reversed   in both, the other way round             orange, double line
//     missing    in the truth only                        blue, dotted
//     extra      in the estimate only                     red, dashed
//
// An undirected edge is drawn without an arrow; without a truth it is also dashed, in its own colour, with a legend line below.
// It counts as correct if the truth links the two variables, and an undirected true edge makes either direction correct: the
// favourable reading that the metrics use.
//
// If the confidence in each edge is known, more certain edges are thicker and darker, with percentages if there is room.
//
// Of a graph with more than 150 variables only a part is drawn, with a note below that says which (drawn-part.ts).
//
// The colours are those of Okabe and Ito ("Color Universal Design", 2008; vermilion darkened for contrast), which are
// distinguishable with any common colour blindness; the line styles remain distinguishable in black and white.

import { check, suggestion } from "../check.ts";
import { drawnPart } from "./drawn-part.ts";
import type { NamedGraph } from "./formats/formats.ts";
import { dotId } from "./formats/formats.ts";
import { linkShare, withoutDust } from "./shares/shares.ts";

export type EdgeVerdict = "correct" | "reversed" | "missing" | "extra";

interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  readonly isDirected: boolean;
  readonly verdict: EdgeVerdict;
  /** The share of the graphs that link the two, if known. */
  readonly sure?: number | undefined;
}

const verdicts: readonly EdgeVerdict[] = ["correct", "reversed", "missing", "extra"];
const looks: Readonly<Record<EdgeVerdict | "open", Look>> = {
  open: { colors: ["#7A3DB8"], style: "dashed", width: 1.5 },
  correct: { colors: ["#2B2F36"], style: "solid", width: 1.5 },
  reversed: { colors: ["#E08A00", "white", "#E08A00"], style: "solid", width: 1.7 },
  missing: { colors: ["#0072B2"], style: "dotted", width: 2.4 },
  extra: { colors: ["#C8102E"], style: "dashed", width: 1.5 },
};

interface Look {
  readonly colors: readonly string[];
  readonly style: string;
  readonly width: number;
}

function lookOf(kind: EdgeVerdict | "open", sure?: number): string {
  const { colors, style, width } = looks[kind];
  const shade = sure === undefined ? "" : byte(0.3 + 0.7 * sure);
  const color = colors.map((each) => (each === "white" ? each : each + shade)).join(":");
  const wide = sure === undefined ? width : Number((width * (0.4 + 1.2 * sure)).toFixed(2));
  return `color="${color}", style=${style}, penwidth=${wide}`;
}

function byte(share: number): string {
  return Math.round(255 * share)
    .toString(16)
    .toUpperCase();
}

/** Edges above which percentages would crowd the picture. */
const mostLabels = 40;
const openLegend = "Dashed, without an arrow: linked, direction open.";
const shareLegend = "Thickness, shade and percentages: confidence that the two are linked.";
/** Beyond this many edges Graphviz takes minutes with its default settings. */
const manyEdges = 300;
// Graphviz as WebAssembly has no fonts and uses Arial's metrics for a list that begins like this; the other fonts are for
// machines without Arial.
const font = 'fontname="Helvetica,Arial,Arimo,Liberation Sans,DejaVu Sans,Noto Sans,sans-serif"';

/** DOT text to draw `named`, compared with `truth` if given (on the same variables, in any order). */
export function drawingOf(named: NamedGraph, truth?: NamedGraph): string {
  if (truth !== undefined) checkSame(named, truth);
  const part = drawnPart(named, truth);
  return part === null ? drawing(named, truth, []) : drawing(part.named, part.truth, [part.note]);
}

/** The note below a picture that shows only part of the graph; null if it shows the whole graph. */
export function pictureNote(named: NamedGraph, truth?: NamedGraph): string | null {
  return drawnPart(named, truth)?.note ?? null;
}

function drawing(named: NamedGraph, truth: NamedGraph | undefined, notes: readonly string[]): string {
  const edges = truth === undefined ? edgesAlone(named) : edgesAgainst(named, truth);
  const isOpen = ({ isDirected }: DrawnEdge): boolean => truth === undefined && !isDirected;
  const below = [
    ...notes.map(inLines),
    ...(edges.some(isOpen) ? [openLegend] : []),
    ...(named.shares === undefined ? [] : [shareLegend]),
  ];
  return `${[
    "digraph {",
    // Straight lines and few layout iterations: 1,000 edges take half a second instead of half a minute.
    ...(edges.length > manyEdges ? ["  graph [nslimit=1, nslimit1=1, mclimit=0.1, splines=line];"] : []),
    `  graph [rankdir=TB, bgcolor=white, pad=0.25, nodesep=0.4, ranksep=0.55, ${font}];`,
    `  node [shape=box, style="rounded,filled", fillcolor="#EEF2F6", color="#5F6B7A", fontcolor="#16191D", ${font}, fontsize=14, margin="0.22,0.08", height=0.4];`,
    `  edge [arrowsize=0.8${named.shares === undefined ? "" : `, ${font}`}];`,
    ...named.names.map((name) => `  ${dotId(name)} [label="${labelOf(name)}"];`),
    ...edges.map((edge) => {
      const label =
        edge.sure !== undefined && edges.length <= mostLabels
          ? `, label=" ${Math.round(100 * edge.sure)} %", fontsize=11`
          : "";
      const kind = isOpen(edge) ? "open" : edge.verdict;
      const look = `${lookOf(kind, edge.sure)}${edge.isDirected ? "" : ", dir=none"}${label}`;
      return `  ${dotId(edge.from)} -> ${dotId(edge.to)} [${look}];`;
    }),
    ...(below.length === 0 ? [] : [`  label="${below.join("\\n")}"; labelloc=b; fontsize=12;`]),
    ...(truth === undefined ? [] : legend(named.names, edges)),
    "}",
  ].join("\n")}\n`;
}

/** One sentence per line. */
function inLines(note: string): string {
  return labelOf(note).replaceAll(". ", ".\\n");
}

/** Escaped for Graphviz, which would interpret backslashes and HTML entities in labels. */
function labelOf(name: string): string {
  return name
    .replace(/[\\"]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replace(/\r\n|\r|\n/g, "\\n");
}

function edgesAlone({ names, graph: { d, directed, undirected }, shares }: NamedGraph): DrawnEdge[] {
  const out: DrawnEdge[] = [];
  const add = (i: number, j: number, isDirected: boolean): void => {
    const sure = shares && withoutDust(linkShare(shares, i, j));
    out.push({ from: names[i], to: names[j], isDirected, verdict: "correct", sure });
  };
  for (let i = 0; i < d; i++) {
    for (let j = i + 1; j < d; j++) {
      if (undirected[i * d + j] === 1) add(i, j, false);
      if (directed[i * d + j] === 1) add(i, j, true);
      if (directed[j * d + i] === 1) add(j, i, true);
    }
  }
  return out;
}

function checkSame(named: NamedGraph, truth: NamedGraph): void {
  const trueNames = new Set(truth.names);
  for (const name of named.names) {
    check(
      trueNames.has(name),
      () => `drawing: the truth has no variable "${name}"; ${suggestion(name, truth.names)}`,
    );
  }
  check(
    truth.names.length === named.names.length,
    `drawing: the truth must be on the ${named.names.length} variables of the graph, got ${truth.names.length}`,
  );
}

function edgesAgainst(named: NamedGraph, truth: NamedGraph): DrawnEdge[] {
  const edges = edgesAlone(named);
  const wanted = edgesAlone(truth);
  const joins = (a: DrawnEdge, b: DrawnEdge): boolean =>
    (a.from === b.from && a.to === b.to) || (a.from === b.to && a.to === b.from);
  const judged = edges.map((edge): DrawnEdge => {
    const partners = wanted.filter((other) => joins(edge, other));
    if (partners.length === 0) return { ...edge, verdict: "extra" };
    const agrees = partners.some(
      (other) => !edge.isDirected || !other.isDirected || other.from === edge.from,
    );
    return { ...edge, verdict: agrees ? "correct" : "reversed" };
  });
  const missing = wanted.filter((edge) => !edges.some((other) => joins(edge, other)));
  return [...judged, ...missing.map((edge): DrawnEdge => ({ ...edge, verdict: "missing" }))];
}

/** A row below the graph with a sample line and the number of edges for each verdict. */
function legend(names: readonly string[], edges: readonly DrawnEdge[]): string[] {
  let prefix = "legend ";
  while (names.some((name) => name.startsWith(prefix))) prefix += " ";
  const id = (verdict: EdgeVerdict, end: string): string => dotId(`${prefix}${verdict} ${end}`);
  const isCause = new Set(edges.map(({ from }) => from));
  const last = names.filter((name) => !isCause.has(name));
  const ends = verdicts.flatMap((verdict) => [id(verdict, "from"), id(verdict, "to")]);
  return [
    "  {",
    "    rank=sink;",
    `    node [shape=plaintext, style="", margin="0.1,0", width=0, height=0.3, fontsize=13];`,
    ...verdicts.flatMap((verdict) => {
      const count = edges.filter((edge) => edge.verdict === verdict).length;
      return [
        `    ${id(verdict, "from")} [label="", width=0.02];`,
        `    ${id(verdict, "to")} [label="${count} ${verdict}"];`,
        `    ${id(verdict, "from")} -> ${id(verdict, "to")} [${lookOf(verdict)}, minlen=2];`,
      ];
    }),
    ...[2, 4, 6].map((k) => `    ${ends[k - 1]} -> ${ends[k]} [style=invis, minlen=1];`),
    "  }",
    // Keeps the row centred below the graph without distorting the layout above it.
    ...(last.length === 0 ? names.slice(-1) : last).map(
      (name) => `  ${dotId(name)} -> ${ends[3]} [style=invis, weight=0];`,
    ),
  ];
}
