import { searchContract } from "../search-contract.ts";

searchContract("gran-dag", { small: { iterations: 200, hidden: 4, trees: 5 } });
