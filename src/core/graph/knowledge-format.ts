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

import { InputError, suggestion } from "../check.ts";
import { findCycle, graphFromEdges } from "./graph.ts";
import type { Knowledge } from "./knowledge.ts";
import { type KnowledgeStatement, knowledgeStatements } from "./knowledge-statements.ts";

export type { KnowledgeStatement } from "./knowledge-statements.ts";

export interface ReadKnowledgeOptions {
  /** Prefix of every error message. */
  readonly where?: string;
}

type EdgeStatement = Extract<KnowledgeStatement, { cause: string }>;
type TierStatement = Extract<KnowledgeStatement, { kind: "tier" }>;
type LimitStatement = Extract<KnowledgeStatement, { kind: "maxParents" }>;

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
  { where = "knowledge" }: ReadKnowledgeOptions = {},
): Knowledge {
  const statements = knowledgeStatements(text, where);
  const complaints = explainContradictions(statements, names);
  if (complaints.length > 0) throw new InputError(complaints.map((line) => `${where}: ${line}`).join("\n"));

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

/** The contradictions and unknown names among the statements, one sentence each, with their places in the file. */
export function explainContradictions(
  statements: readonly KnowledgeStatement[],
  names: readonly string[],
): string[] {
  const required = statements.filter((s) => s.kind === "required");
  const forbidden = statements.filter((s) => s.kind === "forbidden");
  const tiers = statements.filter((s) => s.kind === "tier");
  const limits = statements.filter((s) => s.kind === "maxParents");
  const ends = statements.filter((s) => s.kind === "root" || s.kind === "leaf");
  return [
    ...unknownNames(statements, names),
    ...[...required, ...forbidden]
      .filter(({ cause, effect }) => cause === effect)
      .map((s) => `${reference(s)} joins "${s.cause}" to itself; an edge needs two different variables`),
    ...required.flatMap((r) =>
      forbidden
        .filter((f) => f.cause === r.cause && f.effect === r.effect)
        .map(
          (f) =>
            `${reference(r)} contradicts ${reference(f)}: ${r.cause} → ${r.effect} is required and forbidden; leave one out`,
        ),
    ),
    ...cyclesOf(required),
    ...twoTiers(tiers),
    ...required.flatMap((r) => againstTiers(r, tiers)),
    ...required.flatMap((r) => againstRootsAndLeaves(r, ends)),
    ...limits
      .slice(1)
      .filter(({ limit }) => limit !== limits[0].limit)
      .map((s) => `${reference(limits[0])} contradicts ${reference(s)}: there is one limit; leave one out`),
    ...limits.slice(0, 1).flatMap((limit) => tooManyCauses(required, limit)),
  ];
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

function reference({ place, text }: KnowledgeStatement): string {
  return `${place} (${text})`;
}

/** "a", "a and b", "a, b and c", each statement once. */
function references(statements: readonly KnowledgeStatement[]): string {
  const all = [...new Set(statements.map(reference))];
  return all.length === 1 ? all[0] : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

function unknownNames(statements: readonly KnowledgeStatement[], names: readonly string[]): string[] {
  const out = statements.flatMap((s) => {
    const mentioned = "members" in s ? s.members : "cause" in s ? [s.cause, s.effect] : [];
    return mentioned
      .filter((name) => !names.includes(name))
      .map(
        (name) =>
          `${reference(s)} names "${name}", which is not a column of the table; ${suggestion(name, names)}`,
      );
  });
  return [...new Set(out)];
}

/** Edge-disjoint cycles of required edges, one sentence each. */
function cyclesOf(required: readonly EdgeStatement[]): string[] {
  const names = [...new Set(required.flatMap(({ cause, effect }) => [cause, effect]))];
  let rest = required.filter(({ cause, effect }) => cause !== effect);
  const out: string[] = [];
  for (;;) {
    const edges = rest.map(({ cause, effect }) => [names.indexOf(cause), names.indexOf(effect)] as const);
    const cycle = findCycle(graphFromEdges(names.length, edges))?.map((i) => names[i]);
    if (cycle === undefined) return out;
    const isOnCycle = ({ cause, effect }: EdgeStatement): boolean => {
      const k = cycle.indexOf(cause);
      return k !== -1 && cycle[(k + 1) % cycle.length] === effect;
    };
    const on = rest.filter(isOnCycle);
    const path = [...cycle, cycle[0]].join(" → ");
    const verb = new Set(on.map(reference)).size === 1 ? "contradicts itself" : "contradict each other";
    out.push(`${references(on)} ${verb}: the required edges form the cycle ${path}; leave one out`);
    rest = rest.filter((edge) => !isOnCycle(edge));
  }
}

function twoTiers(tiers: readonly TierStatement[]): string[] {
  const members = [...new Set(tiers.flatMap((t) => t.members))];
  return members.flatMap((name) => {
    const [first, ...rest] = tiers.filter((t) => t.members.includes(name));
    const other = rest.find((t) => t.tier !== first.tier);
    if (other === undefined) return [];
    return [
      `${reference(first)} contradicts ${reference(other)}: ${name} is in tier ${first.tier} and in tier ${other.tier}; keep one`,
    ];
  });
}

/** A tier may be written on several lines; it is closed if any of them says so. */
function isAgainstTiers(
  cause: TierStatement,
  effect: TierStatement,
  tiers: readonly TierStatement[],
): boolean {
  if (cause.tier !== effect.tier) return cause.tier > effect.tier;
  return tiers.some((t) => t.tier === cause.tier && t.isClosed);
}

function againstTiers(edge: EdgeStatement, tiers: readonly TierStatement[]): string[] {
  const of = tiers.find((t) => t.members.includes(edge.cause));
  const to = tiers.find((t) => t.members.includes(edge.effect));
  if (of === undefined || to === undefined || edge.cause === edge.effect || !isAgainstTiers(of, to, tiers))
    return [];
  const closing = of.tier === to.tier ? tiers.filter((t) => t.tier === of.tier && t.isClosed) : [];
  const reason =
    of.tier === to.tier
      ? `tier ${of.tier} is closed, so ${edge.cause} cannot cause ${edge.effect}`
      : `${edge.cause} in tier ${of.tier} cannot cause ${edge.effect} in tier ${to.tier}`;
  return [`${reference(edge)} contradicts ${references([to, of, ...closing])}: ${reason}; leave one out`];
}

function againstRootsAndLeaves(edge: EdgeStatement, statements: readonly KnowledgeStatement[]): string[] {
  return statements.flatMap((s) => {
    const isRoot = s.kind === "root" && s.members.includes(edge.effect);
    const isLeaf = s.kind === "leaf" && s.members.includes(edge.cause);
    if (!isRoot && !isLeaf) return [];
    const reason = isRoot ? `${edge.effect} has no causes` : `${edge.cause} has no effects`;
    return [`${reference(edge)} contradicts ${reference(s)}: ${reason}; leave one out`];
  });
}

function tooManyCauses(required: readonly EdgeStatement[], limit: LimitStatement): string[] {
  const effects = [...new Set(required.map(({ effect }) => effect))];
  return effects.flatMap((name) => {
    const into = required.filter(({ effect }) => effect === name);
    const count = new Set(into.map(({ cause }) => cause)).size;
    if (!(count > limit.limit)) return [];
    const verb = new Set(into.map(reference)).size === 1 ? "contradicts" : "contradict";
    return [
      `${references(into)} ${verb} ${reference(limit)}: ${name} has ${count} required causes; raise the limit or leave some out`,
    ];
  });
}
