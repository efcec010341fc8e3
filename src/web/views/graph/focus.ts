// The surroundings of a variable in a drawing: its neighbours, all within two steps, its ancestors or its descendants.

import type { ShownEdge } from "../shared/shown-edge.ts";

/** Extent of the surroundings, in the order of the menu. */
export const reaches = ["neighbours", "two steps", "ancestors", "descendants"] as const;
export type Reach = (typeof reaches)[number];

export interface Around {
  readonly names: ReadonlySet<string>;
  /** The edges by which the names were reached. */
  readonly edges: ReadonlySet<ShownEdge>;
}

const mostSteps = { neighbours: 1, "two steps": 2, ancestors: Infinity, descendants: Infinity };

/** Undirected edges count for neighbours, but not for ancestors or descendants. */
export function around(name: string, reach: Reach, edges: readonly ShownEdge[]): Around {
  const at = edgesAt(edges);
  const names = new Set([name]);
  const reached = new Set<ShownEdge>();
  let border = [name];
  for (let step = 0; step < mostSteps[reach] && border.length > 0; step++) {
    const next: string[] = [];
    for (const from of border)
      for (const edge of at.get(from) ?? []) {
        if (!isFollowed(edge, from, reach)) continue;
        reached.add(edge);
        const other = edge.from === from ? edge.to : edge.from;
        if (names.has(other)) continue;
        names.add(other);
        next.push(other);
      }
    border = next;
  }
  return { names, edges: reached };
}

function isFollowed({ from, to, isDirected }: ShownEdge, at: string, reach: Reach): boolean {
  if (reach === "ancestors") return isDirected && to === at;
  if (reach === "descendants") return isDirected && from === at;
  return true;
}

/** The (first) variable with the most edges: the starting point for a graph too large to show at once. */
export function mostLinked(names: readonly string[], edges: readonly ShownEdge[]): string | undefined {
  const at = edgesAt(edges);
  const count = (name: string): number => at.get(name)?.length ?? 0;
  return names.reduce<string | undefined>(
    (best, name) => (best === undefined || count(name) > count(best) ? name : best),
    undefined,
  );
}

/** The edges at each variable that has any. */
function edgesAt(edges: readonly ShownEdge[]): Map<string, ShownEdge[]> {
  const at = new Map<string, ShownEdge[]>();
  for (const edge of edges)
    for (const name of [edge.from, edge.to]) {
      const list = at.get(name);
      if (list) list.push(edge);
      else at.set(name, [edge]);
    }
  return at;
}

/** The variable that matches a text: equal to it, else the first that begins with it, else the first that contains it. */
export function matchingName(names: readonly string[], text: string): string | undefined {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return undefined;
  const tests: readonly ((name: string) => boolean)[] = [
    (name) => name === text,
    (name) => name.toLowerCase() === wanted,
    (name) => name.toLowerCase().startsWith(wanted),
    (name) => name.toLowerCase().includes(wanted),
  ];
  for (const isMeant of tests) {
    const name = names.find(isMeant);
    if (name !== undefined) return name;
  }
  return undefined;
}
