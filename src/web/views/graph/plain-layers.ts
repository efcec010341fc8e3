// The variables of a graph in rows: each one row below the lowest of its causes. Rows are sorted by the mean position of the causes,
// which keeps lines short; rows of more than max(8, 2√d) variables are broken. Variables without edges come last. A comparison of
// graphs may contain directed cycles, whose variables are placed once no others are left.

import type { NamedEdge } from "../../../core/index.ts";

export function plainLayers(names: readonly string[], edges: readonly NamedEdge[]): string[][] {
  const causes = new Map<string, string[]>(names.map((name) => [name, []]));
  const effects = new Map<string, string[]>(names.map((name) => [name, []]));
  for (const [cause, effect] of edges) {
    causes.get(effect)?.push(cause);
    effects.get(cause)?.push(effect);
  }
  const isAlone = (name: string): boolean => causes.get(name)!.length + effects.get(name)!.length === 0;
  const depth = depths(names, causes, effects);
  const rows: string[][] = [];
  for (const name of names) if (!isAlone(name)) (rows[depth.get(name)!] ??= []).push(name);

  const place = new Map<string, number>();
  for (const row of rows) {
    const mean = (name: string): number => {
      const causePlaces = causes.get(name)!.flatMap((cause) => place.get(cause) ?? []);
      return causePlaces.length === 0 ? 0.5 : causePlaces.reduce((sum, x) => sum + x, 0) / causePlaces.length;
    };
    const sorted = row.map((name) => [name, mean(name)] as const).toSorted(([, x], [, y]) => x - y);
    sorted.forEach(([name], k) => {
      place.set(name, (k + 0.5) / sorted.length);
      row[k] = name;
    });
  }
  const width = Math.max(8, Math.ceil(2 * Math.sqrt(names.length)));
  return [...rows, names.filter(isAlone)].flatMap((row) => broken(row, width));
}

/** Length of the longest path from a variable without causes; a variable on a cycle is placed when no other is left. */
function depths(
  names: readonly string[],
  causes: ReadonlyMap<string, readonly string[]>,
  effects: ReadonlyMap<string, readonly string[]>,
): Map<string, number> {
  const waits = new Map(names.map((name) => [name, causes.get(name)!.length]));
  const depth = new Map<string, number>();
  const ready = names.filter((name) => waits.get(name) === 0);
  const rest = [...names];
  for (let k = 0; k < names.length; k++) {
    let name = ready.pop();
    while (name === undefined || depth.has(name)) name = ready.pop() ?? rest.shift()!;
    const above = causes.get(name)!.flatMap((cause) => depth.get(cause) ?? []);
    depth.set(
      name,
      above.reduce((most, at) => Math.max(most, at + 1), 0),
    );
    for (const effect of effects.get(name)!) {
      const count = waits.get(effect)! - 1;
      waits.set(effect, count);
      if (count === 0) ready.push(effect);
    }
  }
  // A cycle may leave empty rows, which are removed.
  const used = [...new Set(depth.values())].toSorted((a, b) => a - b);
  return new Map([...depth].map(([name, at]) => [name, used.indexOf(at)]));
}

function broken(row: readonly string[], width: number): string[][] {
  const parts = Math.ceil(row.length / width);
  const size = Math.ceil(row.length / Math.max(1, parts));
  return Array.from({ length: parts }, (_, k) => row.slice(k * size, (k + 1) * size));
}
