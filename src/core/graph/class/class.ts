// Questions about a class of DAGs, given as the partially directed graph that stands for it: how many members it has, and
// what one more fact would settle, and how far its members are from a truth.

export { type CountOptions, countMembers, type MemberCount } from "./count-members.ts";
export { type EdgeFact, type Facts, settlingFacts, type VariableFact } from "./settle.ts";
export { type SidBounds, sidBounds } from "./sid-bounds.ts";
