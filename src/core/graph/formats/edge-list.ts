// Edge list: CSV with the header cause,effect and one edge in each row.
//
//     cause,effect,mark,weight
//     age,income,-->,0.75
//     age,school,---,
//
// `mark` and `weight` are optional (--- is an undirected edge, <-- reverses the row); further columns are ignored,
// including those written if the confidence in each edge is known (probability, direction). The headers from,to and
// source,target are accepted too. Variables without edges cannot be expressed here: give the columns when reading.

import { check } from "../../check.ts";
import { type Cell, rowsOf, rowText } from "./cells.ts";
import { type EdgeStatement, namedEdges, type Syntax, weightFrom } from "./named-graph.ts";

const headers = [
  ["cause", "effect"],
  ["from", "to"],
  ["source", "target"],
] as const;

export const edgeList: Syntax = {
  title: "edge list",
  extensions: ["csv", "tsv"],
  summary:
    "edge list: CSV with the header cause,effect (mark --- for undirected); variables without edges are not in it",

  parse(text, where) {
    const [header, ...rows] = rowsOf(text, where);
    const ends = endColumns(header?.cells ?? []);
    check(ends !== null, `${where} must begin with the header cause,effect; add it as the first line`);
    const column = (name: string): number =>
      header.cells.findIndex((cell) => cell.text.toLowerCase() === name);
    const marks = column("mark");
    const weights = column("weight");
    const edges = rows.map(({ cells, line }) => {
      const place = `line ${line}`;
      const [from, to] = ends.map((k) => cells[k]?.text ?? "");
      check(
        from !== "" && to !== "",
        `${where} ${place} must name a cause and an effect, got "${from}" and "${to}"`,
      );
      return marked(
        from,
        to,
        cells[marks]?.text ?? "",
        { place, weight: weightFrom(cells[weights]?.text) },
        where,
      );
    });
    return { nodes: [], edges };
  },

  write(named) {
    const edges = namedEdges(named);
    const hasMarks = edges.some(({ mark }) => mark === "---");
    const hasWeights = edges.some(({ weight }) => weight !== undefined);
    const sure = named.shares === undefined ? [] : (["probability", "direction"] as const);
    const row = (from: string, to: string, mark: string, numbers: readonly string[]): string =>
      [rowText([from, to, ...(hasMarks ? [mark] : [])]), ...numbers].join(",");
    const lines = edges.map((edge) => {
      const weights = hasWeights ? [`${edge.weight ?? ""}`] : [];
      return row(edge.from, edge.to, edge.mark, [
        ...weights,
        ...sure.map((name) => `${edge.sure?.[name] ?? ""}`),
      ]);
    });
    const head = row("cause", "effect", "mark", [...(hasWeights ? ["weight"] : []), ...sure]);
    return `${[head, ...lines].join("\n")}\n`;
  },
};

/** Positions of cause and effect in a header, or null when it is not one of an edge list. */
export function endColumns(header: readonly Cell[]): readonly [number, number] | null {
  const names = header.map((cell) => cell.text.toLowerCase());
  for (const [cause, effect] of headers) {
    if (names.includes(cause) && names.includes(effect)) return [names.indexOf(cause), names.indexOf(effect)];
  }
  return null;
}

/** An edge from its mark as Tetrad writes it; an empty mark is an arrow. */
export function marked(
  from: string,
  to: string,
  mark: string,
  rest: Pick<EdgeStatement, "place" | "weight">,
  where: string,
): EdgeStatement {
  const shape = mark.replace(/-+/g, "-");
  if (shape === "<-") return { ...rest, from: to, to: from, mark: "-->" };
  check(
    shape === "" || shape === "->" || shape === "-",
    `${where} ${rest.place} must mark its edge -->, <-- or ---, got "${mark}"; hidden common causes and uncertain ends are not supported`,
  );
  return { ...rest, from, to, mark: shape === "-" ? "---" : "-->" };
}
