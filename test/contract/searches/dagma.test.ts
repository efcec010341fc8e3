import { searchContract } from "../search-contract.ts";

searchContract("dagma", { small: { stages: 2, warmIterations: 200, lastIterations: 200 } });
