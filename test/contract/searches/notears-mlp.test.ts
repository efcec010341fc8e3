import { searchContract } from "../search-contract.ts";

searchContract("notears-mlp", { small: { hidden: 2, rhoMax: 100 } });
