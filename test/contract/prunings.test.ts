import { prunings } from "../../src/core/search/prune/prunings.ts";
import { pruningContract } from "./pruning-contract.ts";

for (const name of Object.keys(prunings)) pruningContract(name);
