// The state that a search goes on from, recognised: what a checkpoint holds is held against the search's schema before
// anything is made of it.

import * as z from "zod";
import { check, inOurWords } from "../check.ts";
import { edgeList, graphFromEdges } from "../graph/graph.ts";
import type { Polished } from "./order/order.ts";

/** A whole number from 0 on: a variable, a count, a place in a list. */
export const index = z.number().int().min(0);
export const indices = z.array(index).readonly();
export const edge = z.tuple([index, index]).readonly();
export const edges = z.array(edge).readonly();
/** A number that may be infinite, which JSON has as null. */
export const maybe = z.number().nullable();
/** Numbers as they are in memory, in base64. */
export const packed = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/);

/** The state by its schema; undefined where there is none to go on from (a step before the first has null). */
export function resumedState<T>(schema: z.ZodType<T>, from: unknown): T | undefined {
  if (from === undefined || from === null) return undefined;
  const { success, error } = schema.safeParse(from, inOurWords);
  check(success, () => {
    const [{ path, message }] = error!.issues;
    return `checkpoint: its ${["state", ...path].join(".")} must be ${message}; it is damaged or belongs to another search: remove it to start the run over`;
  });
  // As it is: a schema gives a copy with its members in another order.
  return from as T;
}

/** A graph with its score. */
export const scoredEdges = z.strictObject({ edges, score: z.number() });

type ScoredEdges = Readonly<z.infer<typeof scoredEdges>>;

export function storedGraph(best: Polished | null): ScoredEdges | null {
  return best && { edges: edgeList(best.graph), score: best.score };
}

export function restoredGraph(stored: ScoredEdges | null | undefined, d: number): Polished | null {
  return stored ? { graph: graphFromEdges(d, stored.edges), score: stored.score } : null;
}
