import { searchContract } from "../search-contract.ts";

searchContract("dag-gnn", { hasBatches: true, small: { epochs: 2, rounds: 3, hidden: 4, batch: 20 } });
