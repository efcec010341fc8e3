// What a page or a program says to an engine and hears from it: the bodies of requests and answers. The server reads by these
// schemas, /api/openapi.json is made of them, and the engine in the browser speaks in the same types.

export { type FileName, fileNames } from "../file-names.ts";
export * from "./catalogue-wire.ts";
export { id, refused } from "./parts.ts";
export * from "./runs.ts";
export * from "./tables.ts";
