// Questions about a class of DAGs, given as the partially directed graph that represents it: how many members it has, how many
// directions one more fact would determine, and how far its members are from a truth.

export { type CountOptions, countMembers, type MemberCount } from "./count-members.ts";
export { type EdgeFact, type Facts, settlingFacts, type VariableFact } from "./settle.ts";
export { type SidBounds, sidBounds } from "./sid-bounds.ts";
