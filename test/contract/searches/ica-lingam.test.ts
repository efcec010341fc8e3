import { searchContract } from "../search-contract.ts";

searchContract("ica-lingam");
