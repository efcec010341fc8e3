import { searchContract } from "../search-contract.ts";

searchContract("ges", { small: { extended: true } });
