// JSON schemas of the files that people write and programs read (docs/schemas), made from the schemas that read them: what a run
// was asked (spec.json), prior knowledge, and studies (grid files).

import * as z from "zod";
import { knowledgeFile } from "../graph/knowledge-statements.ts";
import { scores } from "../score/scores.ts";
import { prunings } from "../search/prune/prune.ts";
import { searches } from "../search/searches.ts";
import { gridSchema } from "./batch/batch.ts";
import { knowledgeSchema } from "./knowledge-option.ts";
import { schemaIds } from "./schema-ids.ts";
import { runSpecSchema } from "./spec.ts";
import { specSchema } from "./spec-file.ts";

export type FileSchema = Readonly<Record<string, unknown>>;

const titles = {
  spec: "What was requested of a run of wherefore: spec.json of a run folder",
  knowledge: "Prior knowledge for wherefore: what is required, forbidden, first or last",
  grid: "A study for wherefore grid: methods on tables with seeds",
} as const;

export function fileSchemas(): Readonly<Record<keyof typeof schemaIds, FileSchema>> {
  const { search, score, prune } = runSpecSchema.shape;
  const asked = runSpecSchema.extend({
    search: named(search, ["auto", ...Object.keys(searches)]),
    // A score of the user's own is a file, or a function of a program.
    score: z
      .union([z.enum(["auto", ...Object.keys(scores)]), z.string().regex(/\.[cm]?js$|^own:/)])
      .optional()
      .describe(score.description ?? ""),
    prune: named(prune, Object.keys(prunings)),
    knowledge: z.union([knowledgeSchema, z.string(), z.array(z.string())]).optional(),
  });
  return {
    spec: described("spec", specSchema.extend({ spec: asked, checksum: z.string().optional() })),
    knowledge: described("knowledge", knowledgeFile),
    grid: described("grid", gridSchema.extend({ methods: z.record(z.string(), asked) })),
  };
}

function described(name: keyof typeof schemaIds, schema: z.core.$ZodType): FileSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return { $schema, $id: schemaIds[name], title: titles[name], ...(plain(rest) as object) };
}

/** One of these words, described as the option is. */
function named({ description = "" }: z.ZodType, words: readonly string[]) {
  return z.enum(words).optional().describe(description);
}

/** What only our own forms read of an option. */
const ours = new Set(["help", "flag", "group", "orWord", "when"]);

/** Without those; a default that is told in words is none. */
function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain);
  if (typeof node !== "object" || node === null) return node;
  const { default: value, type } = node as { default?: unknown; type?: unknown };
  const isWords = typeof value === "string" && type !== undefined && type !== "string";
  const isProperties = Object.values(node).every((each) => typeof each === "object" && each !== null);
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => isProperties || (!ours.has(key) && !(key === "default" && isWords)))
      .map(([key, each]) => [key, plain(each)]),
  );
}
