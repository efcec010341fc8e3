// The schema of spec.json, stored beside it. Every run writes it, and making it takes longer than many a search: the build
// replaces this module by the finished text (core/bundle.js).

import { fileSchema } from "./schemas.ts";
import { specSchemaName } from "./spec-file.ts";

export function specSchemaFile(): readonly [name: string, text: string] {
  return [specSchemaName, `${JSON.stringify(fileSchema("spec"))}\n`];
}
