import { searchContract } from "../search-contract.ts";

searchContract("rl-order", { small: { iterations: 4, batch: 16 } });
