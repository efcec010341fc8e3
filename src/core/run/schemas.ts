// JSON schemas of the files that people write and programs read (docs/schemas), made from the schemas that parse them: the request
// of a run (spec.json), prior knowledge, and studies (grid files). An editor finds a schema by the path under "$schema", relative to
// the file: spec.json has its schema beside it, from the version that wrote it, so that a moved folder keeps it.

import * as z from "zod";
import { knowledgeFile } from "../graph/knowledge-statements.ts";
import { scores } from "../score/scores.ts";
import { prunings } from "../search/prune/prune.ts";
import { searches } from "../search/searches.ts";
import { gridSchema } from "./batch/batch.ts";
import { knowledgeSchema } from "./knowledge-option.ts";
import { runSpecSchema } from "./spec.ts";
import { specSchema } from "./spec-file.ts";

export type FileSchema = Readonly<Record<string, unknown>>;

const titles = {
  spec: "What was requested of a run of wherefore: spec.json of a run folder",
  knowledge: "Prior knowledge for wherefore: what is required, forbidden, first or last",
  grid: "A study for wherefore grid: methods on tables with seeds",
} as const;

export type SchemaName = keyof typeof titles;
export const schemaNames = Object.keys(titles) as SchemaName[];

export function fileSchema(name: SchemaName): FileSchema {
  const schema = zodSchemas[name]();
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return { $schema, $id: `urn:wherefore:schema:${name}`, title: titles[name], ...(plain(rest) as object) };
}

const zodSchemas: Readonly<Record<SchemaName, () => z.core.$ZodType>> = {
  spec: () => specSchema.extend({ spec: optionsSchema(), checksum: z.string().optional() }),
  knowledge: () => knowledgeFile,
  grid: () => gridSchema.extend({ methods: z.record(z.string(), optionsSchema()) }),
};

/** Options of a run, with the names that exist. */
function optionsSchema() {
  const { search, score, prune } = runSpecSchema.shape;
  return runSpecSchema.extend({
    search: named(search, ["auto", ...Object.keys(searches)]),
    // A user-defined score is a file, or a function of a program.
    score: z
      .union([z.enum(["auto", ...Object.keys(scores)]), z.string().regex(/\.[cm]?js$|^own:/)])
      .optional()
      .describe(score.description ?? ""),
    prune: named(prune, Object.keys(prunings)),
    knowledge: z.union([knowledgeSchema, z.string(), z.array(z.string())]).optional(),
  });
}

/** One of these words, described as the option is. */
function named({ description = "" }: z.ZodType, words: readonly string[]) {
  return z.enum(words).optional().describe(description);
}

/** Metadata of an option that only our own forms read. */
const ours = new Set(["help", "flag", "group", "orWord", "when"]);

/** Removes that metadata, and defaults that are descriptions in words. */
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
