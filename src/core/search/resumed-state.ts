// The state from which a search resumes: the contents of a checkpoint are validated against the search's schema before use.

import * as z from "zod";
import { check, inOurWords } from "../check.ts";
import { edgeList, graphFromEdges } from "../graph/graph.ts";
import type { Polished } from "./order/order.ts";

/** A whole number from 0 on: a variable, a count, a position in a list. */
export const index = z.number().int().min(0);
export const indices = z.array(index).readonly();
export const edge = z.tuple([index, index]).readonly();
export const edges = z.array(edge).readonly();
/** A number that may be infinite, which JSON stores as null. */
export const maybe = z.number().nullable();
/** Numbers as raw memory, in base64. */
export const packed = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/);

/** The state, validated by its schema; undefined if there is none to resume from (before the first step it is null). */
export function resumedState<T>(schema: z.ZodType<T>, from: unknown): T | undefined {
  if (from === undefined || from === null) return undefined;
  const { success, error } = schema.safeParse(from, inOurWords);
  check(success, () => {
    const [{ path, message }] = error!.issues;
    return `checkpoint: its ${["state", ...path].join(".")} must be ${message}; it is damaged or belongs to another search: remove it to start the run over`;
  });
  // The original: parsing returns a copy with its members in another order.
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
