// The grammar that Graphviz DOT and dagitty share: statements of nodes, edges and attributes between braces.
//
//     graph     = [strict] kind [id] "{" { statement [";"] } "}"
//     statement = id "=" id | (graph | node | edge) attributes | id [":" port] { edge id } [attributes]
//
// Comments (//, /* */, and lines that start with #), quoted ids joined by +, and HTML ids in <…> are supported.
// Subgraphs and clusters are refused: programs differ in what an edge to a group means.
//
// Gansner, Koutsofios, North. "Drawing graphs with dot." 2015; https://graphviz.org/doc/info/lang.html

import { check, InputError } from "../../check.ts";
import { lineAt, lineCounter } from "./quote.ts";

export interface DotEdge {
  readonly from: string;
  readonly to: string;
  /** As written: "->", "--", "<-", "<->", … */
  readonly mark: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly place: string;
}

export interface DotDocument {
  /** digraph, graph, dag, pdag, … in lower case. */
  readonly kind: string;
  readonly nodes: readonly {
    readonly id: string;
    readonly attributes: ReadonlyMap<string, string>;
    readonly place: string;
  }[];
  readonly edges: readonly DotEdge[];
}

interface Token {
  readonly kind: "id" | "quoted" | "mark" | "sign";
  readonly text: string;
  readonly offset: number;
}

export interface DotSyntaxOptions {
  /** The words that may open a graph. */
  readonly kinds: readonly string[];
  /** The marks between nodes, longest first. */
  readonly marks: readonly string[];
  /** Source of the regular expression for the text between the quotes of an id. */
  readonly inside: string;
  /** The id that this text represents. */
  readonly unescaped: (inside: string) => string;
}

export function dotDocument(text: string, where: string, options: DotSyntaxOptions): DotDocument {
  const tokens = tokensOf(text, where, options);
  let k = 0;
  const lineOf = lineCounter(text);
  const place = (): string => lineOf(tokens[Math.min(k, tokens.length - 1)]?.offset ?? 0);
  const isSign = (sign: string): boolean => tokens[k]?.kind === "sign" && tokens[k].text === sign;
  const isMark = (): boolean => tokens[k]?.kind === "mark";
  const isId = (): boolean => tokens[k]?.kind === "id" || tokens[k]?.kind === "quoted";
  const word = (): string => (tokens[k]?.kind === "id" ? tokens[k].text.toLowerCase() : "");
  const fail = (what: string): InputError => {
    const got = tokens[k] === undefined ? "the end of the file" : `"${tokens[k].text}"`;
    return new InputError(`${where} ${place()} must have ${what}, got ${got}; correct the file`);
  };
  const expect = (sign: string): void => {
    if (!isSign(sign)) throw fail(`"${sign}"`);
    k++;
  };
  const id = (): string => {
    if (!isId()) throw fail("a name");
    let out = tokens[k++].text;
    while (tokens[k - 1].kind === "quoted" && isSign("+") && tokens[k + 1]?.kind === "quoted") {
      out += tokens[k + 1].text;
      k += 2;
    }
    return out;
  };
  const attributes = (): Map<string, string> => {
    const out = new Map<string, string>();
    while (isSign("[")) {
      k++;
      while (!isSign("]")) {
        const key = id();
        if (isSign("=")) k++;
        else {
          out.set(key.toLowerCase(), "");
          if (isSign(",") || isSign(";")) k++;
          continue;
        }
        out.set(key.toLowerCase(), id());
        if (isSign(",") || isSign(";")) k++;
      }
      k++;
    }
    return out;
  };
  const end = (): string => {
    const group = isSign("{") || (word() === "subgraph" && tokens[k + 1]?.text !== "=");
    check(
      !group,
      () => `${where} ${place()} has a subgraph, which is not supported; list its edges one by one`,
    );
    const out = id();
    for (let port = 0; port < 2 && isSign(":"); port++) {
      k++;
      id();
    }
    return out;
  };

  if (word() === "strict") k++;
  const kind = word();
  if (!options.kinds.includes(kind)) throw fail(options.kinds.map((name) => `"${name} {"`).join(" or "));
  k++;
  if (isId()) id();
  expect("{");
  const nodes: { id: string; attributes: ReadonlyMap<string, string>; place: string }[] = [];
  const edges: DotEdge[] = [];
  const defaults = new Map<string, string>(); // attributes of subsequent edges, as set by `edge [dir=none]`
  while (!isSign("}")) {
    if (isSign(";") || isSign(",")) {
      k++;
      continue;
    }
    const here = place();
    if (["graph", "node", "edge"].includes(word()) && tokens[k + 1]?.text === "[") {
      const isEdge = word() === "edge";
      k++;
      const list = attributes();
      if (isEdge) for (const [key, value] of list) defaults.set(key, value);
      continue;
    }
    const chain = [end()];
    if (isSign("=")) {
      k++;
      id();
      continue;
    }
    const marks: string[] = [];
    while (isMark()) {
      marks.push(tokens[k++].text);
      chain.push(end());
    }
    const list = attributes();
    if (marks.length === 0) nodes.push({ id: chain[0], attributes: list, place: here });
    marks.forEach((mark, e) => {
      const all = new Map([...defaults, ...list]);
      edges.push({ from: chain[e], to: chain[e + 1], mark, attributes: all, place: here });
    });
  }
  return { kind, nodes, edges };
}

function tokensOf(text: string, where: string, { marks, inside, unescaped }: DotSyntaxOptions): Token[] {
  const mark = marks.map((m) => m.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const pattern = new RegExp(
    [
      "(?<space>[\\s\\uFEFF]+|//[^\\n]*|/\\*[\\s\\S]*?\\*/|(?<=^|\\n)#[^\\n]*)",
      `"(?<quoted>${inside})"`,
      "(?<number>-?(?:\\.[0-9]+|[0-9]+(?:\\.[0-9]*)?)(?![A-Za-z0-9_.\\u0080-\\u{10FFFF}]))",
      `(?<mark>${mark})`,
      "(?<id>[A-Za-z0-9_.\\u0080-\\u{10FFFF}]+)",
      "(?<sign>[{}\\[\\];,=:+])",
    ].join("|"),
    "uy",
  );
  const tokens: Token[] = [];
  let offset = 0;
  while (offset < text.length) {
    pattern.lastIndex = offset;
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) {
      const html = text[offset] === "<" ? htmlAt(text, offset) : null;
      check(
        html !== null,
        () =>
          `${where} ${lineAt(text, offset)} has "${text.slice(offset, offset + 12).split("\n")[0]}", which is not part of this format; put names with such characters in double quotes`,
      );
      tokens.push({ kind: "quoted", text: html.slice(1, -1), offset });
      offset += html.length;
      continue;
    }
    const { space, quoted, number, mark: markText, id, sign } = groups;
    if (quoted !== undefined) tokens.push({ kind: "quoted", text: unescaped(quoted), offset });
    else if (markText !== undefined) tokens.push({ kind: "mark", text: markText, offset });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: sign, offset });
    else if (space === undefined) tokens.push({ kind: "id", text: number ?? id, offset });
    offset = pattern.lastIndex;
  }
  return tokens;
}

/** The HTML string that opens at `offset`, brackets included, or null when it never closes. */
function htmlAt(text: string, offset: number): string | null {
  let depth = 0;
  for (let k = offset; k < text.length; k++) {
    if (text[k] === "<") depth++;
    if (text[k] === ">" && --depth === 0) return text.slice(offset, k + 1);
  }
  return null;
}
