// The statements of a knowledge file, each with its place in the file. Three formats: Tetrad's (tetrad-knowledge.ts),
// lines of text
//
//     age -> school -> income      # required edges, chains allowed (also <-)
//     income !-> age               # forbidden; the same as: not income -> age
//     tier 1: age, sex             # a later tier cannot cause an earlier one
//     tier 2 closed: school, work  # members of a closed tier cannot cause each other either
//     root: age                    # has no causes
//     leaf: "net income"           # has no effects; names with special characters go in double quotes
//     max parents: 4
//
// and JSON
//
//     { "required": [["age", "income"]], "forbidden": [], "tiers": [["age"], { "names": ["school"], "closed": true }],
//       "roots": ["age"], "leaves": [], "maxParents": 4 }

import * as z from "zod/mini";
import { InputError, inOurWords } from "../check.ts";
import { parsedJson, quotedPattern, unquoted, zodSentence } from "./formats/formats.ts";
import { isTetradKnowledge, tetradStatements } from "./tetrad-knowledge.ts";

export type KnowledgeStatement = {
  /** "line 2", or "required 1" in JSON. */
  readonly place: string;
  /** The statement as written. */
  readonly text: string;
} & (
  | { readonly kind: "required"; readonly cause: string; readonly effect: string }
  | { readonly kind: "forbidden"; readonly cause: string; readonly effect: string }
  | {
      readonly kind: "tier";
      readonly tier: number;
      readonly isClosed: boolean;
      readonly members: readonly string[];
    }
  | { readonly kind: "root" | "leaf"; readonly members: readonly string[] }
  | { readonly kind: "maxParents"; readonly limit: number }
);

const pairs = z.array(z.tuple([z.string(), z.string()]));
const tier = z.union([
  z.array(z.string()),
  z.strictObject({ names: z.array(z.string()), closed: z.optional(z.boolean()) }),
]);
/** The JSON form. */
export const knowledgeDocument = z.strictObject({
  required: z.optional(pairs),
  forbidden: z.optional(pairs),
  tiers: z.optional(z.array(tier)),
  roots: z.optional(z.array(z.string())),
  leaves: z.optional(z.array(z.string())),
  maxParents: z.optional(z.int().check(z.nonnegative())),
});

/** The JSON form as a file, which may name its schema. */
export const knowledgeFile = z.strictObject({ $schema: z.optional(z.string()), ...knowledgeDocument.shape });

export type KnowledgeDocument = z.output<typeof knowledgeDocument>;

/** The statements in the JSON form; tiers stay tiers, so that the document is short even for many variables. */
export function documentOf(statements: readonly KnowledgeStatement[]): KnowledgeDocument {
  const edges = (kind: "required" | "forbidden"): [string, string][] =>
    statements.flatMap((s): [string, string][] =>
      s.kind === kind && "cause" in s ? [[s.cause, s.effect]] : [],
    );
  const members = (kind: "root" | "leaf"): string[] =>
    statements.flatMap((s) => (s.kind === kind && "members" in s ? s.members : []));
  const tiers = statements.filter((s) => s.kind === "tier");
  const order = [...new Set(tiers.map(({ tier }) => tier))].sort((a, b) => a - b);
  const limit = statements.find((s) => s.kind === "maxParents")?.limit;
  const [roots, leaves] = [members("root"), members("leaf")];
  return {
    required: edges("required"),
    forbidden: edges("forbidden"),
    ...(tiers.length > 0 && {
      tiers: order.map((tier) => {
        const lines = tiers.filter((s) => s.tier === tier);
        const names = [...new Set(lines.flatMap((s) => s.members))];
        return lines.some(({ isClosed }) => isClosed) ? { names, closed: true } : names;
      }),
    }),
    ...(roots.length > 0 && { roots }),
    ...(leaves.length > 0 && { leaves }),
    ...(limit !== undefined && { maxParents: limit }),
  };
}

/** All statements of a file; one InputError lists every line that cannot be read. `placeOf` names the place of a line of text. */
export function knowledgeStatements(
  text: string,
  where: string,
  placeOf = (line: number): string => `line ${line}`,
): KnowledgeStatement[] {
  if (/^[\s\uFEFF]*\{/.test(text)) return statementsOfJson(text, where);
  return isTetradKnowledge(text) ? tetradStatements(text, where) : statementsOfLines(text, where, placeOf);
}

function statementsOfJson(text: string, where: string): KnowledgeStatement[] {
  const parsed = knowledgeFile.safeParse(parsedJson(text, `${where}:`), inOurWords);
  if (!parsed.success) {
    throw new InputError(
      `${where}: ${zodSentence(parsed.error)}; the keys are required, forbidden, tiers, roots, leaves, maxParents`,
    );
  }
  const { required = [], forbidden = [], tiers = [], roots = [], leaves = [], maxParents } = parsed.data;
  const edges = (
    kind: "required" | "forbidden",
    list: [string, string][],
    arrow: string,
  ): KnowledgeStatement[] =>
    list.map(([cause, effect], k) => {
      return { kind, cause, effect, place: `${kind} ${k + 1}`, text: `${cause} ${arrow} ${effect}` };
    });
  return [
    ...edges("required", required, "->"),
    ...edges("forbidden", forbidden, "!->"),
    ...tiers.map((entry, k): KnowledgeStatement => {
      const { names, closed = false } = Array.isArray(entry) ? { names: entry } : entry;
      const place = `tiers ${k + 1}`;
      return { kind: "tier", tier: k + 1, isClosed: closed, members: names, place, text: names.join(", ") };
    }),
    ...roots.map((name, k): KnowledgeStatement => {
      return { kind: "root", members: [name], place: `roots ${k + 1}`, text: name };
    }),
    ...leaves.map((name, k): KnowledgeStatement => {
      return { kind: "leaf", members: [name], place: `leaves ${k + 1}`, text: name };
    }),
    ...(maxParents === undefined
      ? []
      : [{ kind: "maxParents" as const, limit: maxParents, place: "maxParents", text: `${maxParents}` }]),
  ];
}

function statementsOfLines(
  source: string,
  where: string,
  placeOf: (line: number) => string,
): KnowledgeStatement[] {
  const out: KnowledgeStatement[] = [];
  const complaints: string[] = [];
  source
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .forEach((raw, k) => {
      const text = withoutComment(raw).trim();
      if (text === "") return;
      const place = placeOf(k + 1);
      const statements = statementsOfLine(text, place);
      if (typeof statements === "string") complaints.push(`${where}: ${place} (${text}) ${statements}`);
      else out.push(...statements);
    });
  if (complaints.length > 0) throw new InputError(complaints.join("\n"));
  return out;
}

/** The statements of one line, or what is wrong with it. */
function statementsOfLine(text: string, place: string): KnowledgeStatement[] | string {
  const at = { place, text };
  const [, keyword, rest] = /^([A-Za-z][\w ]{0,40}?)\s*[:=]\s*(.*)$/.exec(text) ?? [];
  const tierWords = /^tier\s+(\d+)(\s+closed)?$/i.exec(keyword ?? "");
  if (/^max(?:imum)?\s*(?:parents|causes)$/i.test(keyword ?? "")) {
    if (!/^\d+$/.test(rest)) return `must give a whole number of causes, got "${rest}"; write max parents: 4`;
    return [{ kind: "maxParents", limit: Number(rest), ...at }];
  }
  const kind = /^roots?$/i.test(keyword ?? "")
    ? "root"
    : /^(?:leaf|leaves)$/i.test(keyword ?? "")
      ? "leaf"
      : null;
  if (tierWords !== null || kind !== null) {
    const members = split(rest, /,/).parts;
    const wrong = complaintAbout(members);
    if (wrong !== null) return wrong;
    if (kind !== null) return [{ kind, members: members.map(unquoted), ...at }];
    const [, number, closed] = tierWords!;
    return [
      {
        kind: "tier",
        tier: Number(number),
        isClosed: closed !== undefined,
        members: members.map(unquoted),
        ...at,
      },
    ];
  }
  return edgesOfLine(text, place);
}

function edgesOfLine(text: string, place: string): KnowledgeStatement[] | string {
  const isNegated = /^not\s/i.test(text);
  const { parts, separators } = split(isNegated ? text.slice(4) : text, /!?(?<!-)-+>|!?<-+|!?→|!?←|↛/);
  if (separators.length === 0) {
    return "must be an edge (a -> b, a !-> b), tier 1: …, root: …, leaf: … or max parents: …; correct it, or leave it out";
  }
  const wrong = complaintAbout(parts);
  if (wrong !== null) return wrong;
  if (isNegated && separators.some((mark) => /[!↛]/.test(mark)))
    return "says not twice; write not a -> b or a !-> b";
  return separators.map((mark, k) => {
    const [left, right] = [unquoted(parts[k]), unquoted(parts[k + 1])];
    const isBackward = /[<←]/.test(mark);
    return {
      kind: isNegated || /[!↛]/.test(mark) ? "forbidden" : "required",
      cause: isBackward ? right : left,
      effect: isBackward ? left : right,
      place,
      text,
    };
  });
}

function complaintAbout(parts: readonly string[]): string | null {
  const isWhole = new RegExp(`^(?:${quotedPattern}|[^"].*)$`);
  if (parts.some((part) => part === "" || part === '""'))
    return "has an empty place instead of a name; add the name";
  const bad = parts.find((part) => !isWhole.test(part));
  return bad === undefined
    ? null
    : `has a quote that is not closed or text after one, in ${bad}; close it with "`;
}

/** The text split at the separators outside quotes. */
function split(text: string, separator: RegExp): { parts: string[]; separators: string[] } {
  const pattern = new RegExp(`(${quotedPattern})|(${separator.source})`, "g");
  const parts: string[] = [];
  const separators: string[] = [];
  let start = 0;
  for (const match of text.matchAll(pattern)) {
    if (match[2] === undefined) continue;
    parts.push(text.slice(start, match.index).trim());
    separators.push(match[2].trim());
    start = match.index + match[0].length;
  }
  parts.push(text.slice(start).trim());
  return { parts, separators };
}

/** A # opens a comment only at the start of a line or after a space, outside quotes, because names may contain one. */
function withoutComment(line: string): string {
  const pattern = new RegExp(`(${quotedPattern})|(?<=^|\\s)#`, "g");
  for (const match of line.matchAll(pattern)) if (match[1] === undefined) return line.slice(0, match.index);
  return line;
}
