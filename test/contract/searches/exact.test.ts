import { searchContract } from "../search-contract.ts";

searchContract("exact");
