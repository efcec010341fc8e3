import { searchContract } from "../search-contract.ts";

searchContract("hill-climb");
