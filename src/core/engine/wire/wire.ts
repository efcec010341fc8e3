// Messages between a page or a program and an engine: the bodies of requests and responses. The server parses with these
// schemas, /api/openapi.json is generated from them, and the engine in the browser uses the same types.

export { type FileName, fileNames } from "../file-names.ts";
export * from "./catalogue-wire.ts";
export { id, refused } from "./parts.ts";
export * from "./runs.ts";
export * from "./tables.ts";
