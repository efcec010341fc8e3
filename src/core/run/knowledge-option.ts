// Knowledge as an option of a run: the JSON form of a knowledge file by column names, or the statements of such a file.

import * as z from "zod";
import { documentOf, knowledgeDocument, knowledgeStatements } from "../graph/knowledge-statements.ts";

const edge = z.tuple([z.string(), z.string()]);

/** Knowledge by column names: the JSON form of a knowledge file. */
export const knowledgeSchema = z
  .strictObject({
    ...knowledgeDocument.shape,
    required: z.array(edge).default([]),
    forbidden: z.array(edge).default([]),
  })
  .describe('prior knowledge; instead of the document, also statements ("root: age") or a list of them');

/** The same, or statements: "root: age", several in lines or in a list. */
export type KnowledgeInput = z.input<typeof knowledgeSchema> | string | readonly string[];

/** The options with statements parsed into the document. */
export function statedKnowledge<T extends { readonly knowledge?: KnowledgeInput | undefined }>(
  options: T,
): Omit<T, "knowledge"> & { readonly knowledge?: z.input<typeof knowledgeSchema> | undefined } {
  const { knowledge, ...rest } = options;
  if (knowledge === undefined) return rest;
  const isText = typeof knowledge === "string" || Array.isArray(knowledge);
  if (!isText) return { ...rest, knowledge: knowledge as z.input<typeof knowledgeSchema> };
  const text = [knowledge].flat().join("\n");
  return { ...rest, knowledge: documentOf(knowledgeStatements(text, "knowledge")) };
}
