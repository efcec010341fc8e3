// What is wrong with the statements of a knowledge file, before anything runs: contradictions, and names that are not columns. One
// sentence each, with the places of its statements.

import { type Remedy, suggestion } from "../check.ts";
import { findCycle, graphFromEdges } from "./graph.ts";
import type { KnowledgeStatement } from "./knowledge-statements.ts";

type EdgeStatement = Extract<KnowledgeStatement, { cause: string }>;
type TierStatement = Extract<KnowledgeStatement, { kind: "tier" }>;
type LimitStatement = Extract<KnowledgeStatement, { kind: "maxParents" }>;

/** A column of the user's that is not among the variables. */
export interface LeftOutName {
  readonly name: string;
  /** Completes "is left out because it …". */
  readonly reason: string;
  /** How to keep it. */
  readonly remedies: readonly Remedy[];
}

/** The contradictions and unknown names among the statements, one sentence each, with their places in the file. */
export function explainContradictions(
  statements: readonly KnowledgeStatement[],
  names: readonly string[],
  leftOut: readonly LeftOutName[] = [],
): string[] {
  const required = statements.filter((s) => s.kind === "required");
  const forbidden = statements.filter((s) => s.kind === "forbidden");
  const tiers = statements.filter((s) => s.kind === "tier");
  const limits = statements.filter((s) => s.kind === "maxParents");
  const ends = statements.filter((s) => s.kind === "root" || s.kind === "leaf");
  return [
    ...unknownNames(statements, names, leftOut),
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

function reference({ place, text }: KnowledgeStatement): string {
  return `${place} (${text})`;
}

/** "a", "a and b", "a, b and c", each statement once. */
function references(statements: readonly KnowledgeStatement[]): string {
  const all = [...new Set(statements.map(reference))];
  return all.length === 1 ? all[0] : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

/** The names in a statement. */
export function mentioned(statement: KnowledgeStatement): readonly string[] {
  if ("members" in statement) return statement.members;
  return "cause" in statement ? [statement.cause, statement.effect] : [];
}

function unknownNames(
  statements: readonly KnowledgeStatement[],
  names: readonly string[],
  leftOut: readonly LeftOutName[],
): string[] {
  const reasons = new Map(leftOut.map(({ name, reason }) => [name, reason]));
  const fault = (name: string): string =>
    reasons.has(name)
      ? `which is left out because it ${reasons.get(name)}`
      : `which is not a column of the table; ${suggestion(name, names)}`;
  const out = statements.flatMap((statement) =>
    mentioned(statement)
      .filter((name) => !names.includes(name))
      .map((name) => `${reference(statement)} names "${name}", ${fault(name)}`),
  );
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
export function isAgainstTiers(
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
      `${references(into)} ${verb} ${reference(limit)}: ${name} has ${count} required ${count === 1 ? "cause" : "causes"}; raise the limit or leave some out`,
    ];
  });
}
