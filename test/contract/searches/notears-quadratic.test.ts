import { searchContract } from "../search-contract.ts";

searchContract("notears-quadratic", { small: { rhoMax: 100 } });
