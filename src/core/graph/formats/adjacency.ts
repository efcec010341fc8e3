// Adjacency matrix as CSV: a header row of names, then a row of numbers for each variable in the same order.
//
//     age,income        row i, column j not 0:  i → j
//     0,0.75            both (i, j) and (j, i) not 0:  i — j, undirected
//     0,0
//
// A number other than 0 is an edge and its weight. If all of them are 1 there are no weights; a directed edge
// without a weight among edges that have one is written as 1. A first column with the rows' names (as pandas
// writes) is accepted, and so is a square of numbers without a header if the columns are known.
//
// Differs from pcalg's amat.cpdag and from causal-learn's matrices, which are transposed.

import { check } from "../../check.ts";
import { hasEdge } from "../graph.ts";
import { directedPart } from "../pdag.ts";
import { type Cell, type Row, rowsOf, rowText } from "./cells.ts";
import type { EdgeStatement, Syntax } from "./named-graph.ts";

export const adjacency: Syntax = {
  title: "adjacency matrix",
  extensions: ["csv", "tsv"],
  summary:
    "adjacency matrix: CSV, a header of names, row i column j not 0 means i → j (both ways not 0: undirected)",

  parse(text, where, names) {
    const { ids, entries, lines } = squareOf(text, where, names);
    return { nodes: ids.map((id) => ({ id, place: "header" })), edges: edgesOf(entries, ids, lines) };
  },

  write({ names, graph, weights }) {
    const { d, undirected } = graph;
    const arrows = directedPart(graph);
    const value = (i: number, j: number): string => {
      if (undirected[i * d + j] === 1) return "1";
      return hasEdge(arrows, i, j) ? `${weights?.[i * d + j] || 1}` : "0";
    };
    const rows = names.map((_, i) => names.map((_, j) => value(i, j)).join(","));
    return `${[rowText(names), ...rows].join("\n")}\n`;
  },
};

/** A matrix with a row and a column for each variable. */
export interface Square {
  readonly ids: readonly string[];
  readonly entries: readonly (readonly number[])[];
  /** The line number of each row. */
  readonly lines: readonly number[];
}

/** The matrix in the text; the header may be absent if the columns are known. */
export function squareOf(text: string, where: string, names: readonly string[] | undefined): Square {
  const rows = rowsOf(text, where);
  const isSquare = rows.length > 0 && rows.length === rows[0].cells.length;
  const hasHeader = !isSquare || rows[0].cells.some(({ text }) => text === "" || Number.isNaN(Number(text)));
  check(
    rows.length > 0 && (hasHeader || names !== undefined),
    `${where} must begin with a row of names, then hold a row of numbers for each; add the names as the first line`,
  );
  check(
    hasHeader || names?.length === rows.length,
    () =>
      `${where} has no header and ${rows.length} rows where the table has ${names?.length} columns; add the header`,
  );
  const body = hasHeader ? rows.slice(1) : rows;
  const { ids, order } = hasHeader
    ? labelled(rows[0], body, where)
    : { ids: [...names!], order: body.map((_, i) => i) };
  const value = (i: number, j: number): number => {
    const cell = body[order[i]].cells[body[order[i]].cells.length - ids.length + j];
    return entry(cell, `${where} line ${body[order[i]].line}`);
  };
  return {
    ids,
    entries: ids.map((_, i) => ids.map((_, j) => value(i, j))),
    lines: order.map((k) => body[k].line),
  };
}

/** The names of the columns, and for each the index of its row in the body. */
function labelled(header: Row, body: readonly Row[], where: string): { ids: string[]; order: number[] } {
  const texts = header.cells.map((cell) => cell.text);
  const d = body.length;
  const hasRowNames = body.length > 0 && body[0].cells.length === d + 1;
  const ids = hasRowNames && texts.length === d + 1 ? texts.slice(1) : texts;
  check(
    ids.length === d,
    `${where} must have as many rows as names, got ${ids.length} names and ${d} rows; is it an edge list without the header cause,effect?`,
  );
  check(
    new Set(ids).size === d,
    `${where} header must name each variable once, got a name twice; rename one`,
  );
  for (const { cells, line } of body) {
    const width = d + (hasRowNames ? 1 : 0);
    check(cells.length === width, `${where} line ${line} must have ${width} cells, got ${cells.length}`);
  }
  if (!hasRowNames) return { ids, order: ids.map((_, i) => i) };
  const rowNames = body.map(({ cells }) => cells[0].text);
  const order = ids.map((id) => rowNames.indexOf(id));
  const absent = order.indexOf(-1);
  check(
    absent === -1,
    () =>
      `${where} has a column "${ids[absent]}" and no row of that name; name the rows as the columns, or, if it is an edge list, begin it with the line cause,effect`,
  );
  return { ids, order };
}

function entry(cell: Cell, place: string): number {
  const value = cell.text === "" ? Number.NaN : Number(cell.text);
  check(
    Number.isFinite(value),
    `${place} must hold numbers (0: no edge), got "${cell.text}"; is it an edge list without the header cause,effect?`,
  );
  return value;
}

function edgesOf(
  W: readonly (readonly number[])[],
  ids: readonly string[],
  lines: readonly number[],
): EdgeStatement[] {
  const hasWeights = W.some((row) => row.some((w) => w !== 0 && w !== 1));
  const edges: EdgeStatement[] = [];
  ids.forEach((from, i) => {
    ids.forEach((to, j) => {
      const place = `line ${lines[i]}`;
      const isMutual = i !== j && W[i][j] !== 0 && W[j][i] !== 0;
      if (isMutual && i < j) edges.push({ from, to, mark: "---", place });
      if (!isMutual && W[i][j] !== 0) {
        edges.push({ from, to, mark: "-->", place, ...(hasWeights ? { weight: W[i][j] } : {}) });
      }
    });
  });
  return edges;
}
