import { expect, it } from "vitest";
import * as z from "zod";
import { edges, index, resumedState } from "./resumed-state.ts";

const schema = z.strictObject({ round: index, graph: edges });

it("is what its schema says, or nothing where there is none", () => {
  const state = { round: 3, graph: [[0, 1] as [number, number]] };
  expect(resumedState(schema, state)).toEqual(state);
  expect(resumedState(schema, undefined)).toBeUndefined();
  expect(resumedState(schema, null)).toBeUndefined();
});

it("that is another search's is refused with the way out", () => {
  for (const [from, where] of [
    [{ round: -1, graph: [] }, "its state.round must be 0 or more"],
    [{ round: 1, graph: [[0]] }, "its state.graph.0"],
    [{ round: 1, graph: [], more: 1 }, 'its state must be without "more"'],
    ["state", "its state must be an object"],
  ] as const)
    expect(() => resumedState(schema, from)).toThrow(
      new RegExp(`^checkpoint: ${where.replaceAll(".", "\\.")}.*remove it to start the run over$`),
    );
});
