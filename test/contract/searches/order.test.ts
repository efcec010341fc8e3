import { searchContract } from "../search-contract.ts";

searchContract("order", { needsTerms: true });
