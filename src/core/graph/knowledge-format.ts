// Reads a knowledge file into Knowledge and explains contradictions before anything runs.
//
// Tiers, roots and leaves become forbidden edges:
//
//     tiers    c in a later tier than e           c → e is forbidden
//     closed   c and e in the same closed tier    c → e and e → c are forbidden
//     root e   every c                            c → e is forbidden
//     leaf c   every e                            c → e is forbidden
//
// A variable in no tier is not restricted by tiers. The grammar is in knowledge-statements.ts.

import { InputError } from "../check.ts";
import type { Knowledge } from "./knowledge.ts";
import {
  explainContradictions,
  isAgainstTiers,
  type LeftOutName,
  mentioned,
} from "./knowledge-contradictions.ts";
import { type KnowledgeStatement, knowledgeStatements } from "./knowledge-statements.ts";

export { explainContradictions, type LeftOutName } from "./knowledge-contradictions.ts";
export type { KnowledgeStatement } from "./knowledge-statements.ts";

export interface ReadKnowledgeOptions {
  /** Prefix of every error message. */
  readonly where?: string;
  /** Columns that are not among the names; a statement that names one is refused with the reason. */
  readonly leftOut?: readonly LeftOutName[];
}

/**
 * The knowledge in a file (text or JSON) about the columns `names`. One InputError reports all that is wrong with it.
 *
 * @example
 * ```js
 * readKnowledge("max parents: 1", ["x", "y", "z"]).maxParents; // 1
 * ```
 */
export function readKnowledge(
  text: string,
  names: readonly string[],
  options: ReadKnowledgeOptions = {},
): Knowledge {
  return knowledgeIn(knowledgeStatements(text, options.where ?? "knowledge"), names, options);
}

/** The same, from statements. */
export function knowledgeIn(
  statements: readonly KnowledgeStatement[],
  names: readonly string[],
  { where = "knowledge", leftOut = [] }: ReadKnowledgeOptions = {},
): Knowledge {
  const complaints = explainContradictions(statements, names, leftOut);
  if (complaints.length > 0) {
    const named = new Set(statements.flatMap(mentioned));
    throw new InputError(complaints.map((line) => `${where}: ${line}`).join("\n"), {
      remedies: leftOut.filter(({ name }) => named.has(name)).flatMap(({ remedies }) => remedies),
    });
  }

  const d = names.length;
  const index = new Map(names.map((name, i) => [name, i]));
  const required = new Uint8Array(d * d);
  const forbidden = new Uint8Array(d * d);
  const put = (into: Uint8Array, cause: string, effect: string): void => {
    if (cause !== effect) into[index.get(cause)! * d + index.get(effect)!] = 1;
  };
  const tiers = statements.filter((s) => s.kind === "tier");
  let maxParents = Math.max(0, d - 1);
  for (const s of statements) {
    if (s.kind === "required") put(required, s.cause, s.effect);
    if (s.kind === "forbidden") put(forbidden, s.cause, s.effect);
    if (s.kind === "root") for (const e of s.members) for (const c of names) put(forbidden, c, e);
    if (s.kind === "leaf") for (const c of s.members) for (const e of names) put(forbidden, c, e);
    if (s.kind === "maxParents") maxParents = Math.min(maxParents, s.limit);
  }
  for (const later of tiers) {
    for (const earlier of tiers) {
      const isForbidden = isAgainstTiers(later, earlier, tiers);
      if (isForbidden) for (const c of later.members) for (const e of earlier.members) put(forbidden, c, e);
    }
  }
  return { d, required, forbidden, maxParents };
}

/**
 * The knowledge as lines for a reader; empty if there is none.
 *
 * @example
 * ```js
 * describeKnowledge(readKnowledge("root: x", ["x", "y", "z"]), ["x", "y", "z"]); // ["x has no causes"]
 * ```
 */
export function describeKnowledge(knowledge: Knowledge, names: readonly string[]): string[] {
  const { d, required, forbidden, maxParents } = knowledge;
  const others = (i: number): number[] => names.map((_, j) => j).filter((j) => j !== i);
  const isRoot = (j: number): boolean => d > 1 && others(j).every((i) => forbidden[i * d + j] === 1);
  const isLeaf = (i: number): boolean => d > 1 && others(i).every((j) => forbidden[i * d + j] === 1);
  const lines: string[] = [];
  names.forEach((cause, i) => {
    const effects = others(i).filter((j) => required[i * d + j] === 1);
    if (effects.length > 0) lines.push(`${cause} → ${effects.map((j) => names[j]).join(", ")}: required`);
  });
  names.forEach((name, j) => {
    if (isRoot(j)) lines.push(`${name} has no causes`);
    if (isLeaf(j)) lines.push(`${name} has no effects`);
  });
  names.forEach((cause, i) => {
    const effects = isLeaf(i) ? [] : others(i).filter((j) => forbidden[i * d + j] === 1 && !isRoot(j));
    if (effects.length > 0) lines.push(`${cause} → ${effects.map((j) => names[j]).join(", ")}: forbidden`);
  });
  if (maxParents < d - 1)
    lines.push(`no variable has more than ${maxParents} ${maxParents === 1 ? "cause" : "causes"}`);
  return lines;
}
