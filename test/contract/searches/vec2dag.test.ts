import { searchContract } from "../search-contract.ts";

searchContract("vec2dag", { small: { iterations: 4, batch: 16 } });
