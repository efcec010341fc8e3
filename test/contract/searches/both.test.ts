import { searchContract } from "../search-contract.ts";

searchContract("both", { small: { iterations: 4 } });
