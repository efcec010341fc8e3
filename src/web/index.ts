// The library for browsers: all of core, and the functions that need a browser.

export * from "../core/library.ts";
export { createCrew } from "./worker/crew.ts";
export { type DiscoverOptions, discover, discoverWithProof } from "./worker/discover.ts";
