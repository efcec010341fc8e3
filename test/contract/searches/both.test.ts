import { searchContract } from "../search-contract.ts";

searchContract("both", { needsTerms: true, small: { iterations: 4 } });
