// Search definition of the PC algorithm.

import * as z from "zod";
import { option, share, whole } from "../../option.ts";
import { defineSearch } from "../definition.ts";
import { type PcStep, pc as pcSearch, pcTestNames } from "./pc.ts";
import { conflictRules } from "./pc-orient.ts";

export const pc = defineSearch({
  name: "pc",
  group: "tests",
  summary: "tests of conditional independence, then directions (PC): an equivalence class; uses no score",
  method: {
    term: "the PC algorithm in its order-independent form",
    assumes:
      "Every independence in the data is implied by the graph (faithfulness), and the test of independence is valid.",
    sources: ["spirtes", "colombo"],
  },
  when: "When you trust tests more than a score. Edges whose direction is not identified stay undirected.",
  finds: "class",
  uses: "rows",
  isLinear: ({ test }) => test !== "kci",
  // Each test checks whether it takes the columns.
  needs: ({ test = "fisher-z" }) => (test === "fisher-z" ? [] : ["rows"]),
  options: z.strictObject({
    test: option(z.enum(pcTestNames), {
      help: "fisher-z for linear effects, kci for any (slow), g-square for categories (default: fisher-z, or g-square where all columns are categories)",
    }),
    alpha: option(share, {
      help: "significance level: variables count as independent if the p-value is above this",
      default: 0.01,
    }),
    maxDepth: option(whole, { help: "maximum size of the conditioning set (default: no limit)" }),
    conflicts: option(z.enum(conflictRules), {
      help: "which of two contradicting colliders is kept: the one with the strongest evidence, or the first by the names of its variables",
      default: "strongest",
    }),
  }),
  run: (problem, options, machine) => {
    const isOfCategories = problem.table.levels?.every((labels) => labels !== null) === true;
    const { test = isOfCategories ? "g-square" : "fisher-z" } = options;
    return pcSearch(problem, { ...options, test }, machine);
  },
  notes: conflictNotes,
});

/** Notes on separating sets that contradicted each other, or the knowledge. */
function conflictNotes({ conflicts }: PcStep): string[] {
  if (conflicts.length === 0) return [];
  const kinds = [...new Set(conflicts.map(({ kind }) => kind))];
  const counts = kinds.map((kind) => `${kind}: ${conflicts.filter((each) => each.kind === kind).length}`);
  const isByKnowledge = kinds.some((kind) => ["knowledge", "knowledge-cycle", "max-parents"].includes(kind));
  return [
    `separating sets contradicted each other${isByKnowledge ? " or the prior knowledge" : ""} (${counts.join(", ")}): some directions depend on the rule for conflicts; more rows, or a test that fits the data, would help`,
  ];
}
