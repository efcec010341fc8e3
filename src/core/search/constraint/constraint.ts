// Searches by tests of conditional independence, and the tests.

export { fisherZ } from "./fisher-z.ts";
export { gSquare } from "./g-square.ts";
export type { GivenSet, IndependenceTest } from "./independence-test.ts";
export { kci } from "./kci.ts";
export { type PcOptions, type PcStep, type PcTestName, pc, pcTestNames } from "./pc.ts";
export type { ConflictRule, PcConflict } from "./pc-orient.ts";
export type { Separation } from "./pc-skeleton.ts";
