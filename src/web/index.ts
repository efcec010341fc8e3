// The library in a browser: all of core, and what needs one.

export * from "../core/library.ts";
export { createCrew } from "./worker/crew.ts";
export { type DiscoverOptions, discover, discoverWithProof } from "./worker/discover.ts";
