// What a page or a program says to an engine and hears from it: the bodies of requests and answers. The server reads by these
// schemas, /api/openapi.json is made of them, and the engine in the browser speaks in the same types.

export { type FileName, fileNames } from "./file-names.ts";
export * from "./wire/choices.ts";
export { id, refused } from "./wire/parts.ts";
export * from "./wire/runs.ts";
export * from "./wire/tables.ts";
