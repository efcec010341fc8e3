// The library in a browser: all of core, and what needs one.

export * from "../core/index.ts";
export { createCrew } from "./worker/crew.ts";
