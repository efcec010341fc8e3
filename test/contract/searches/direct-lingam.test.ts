import { searchContract } from "../search-contract.ts";

searchContract("direct-lingam");
