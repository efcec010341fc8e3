import { trials } from "../../long.ts";
import { searchContract } from "../search-contract.ts";

searchContract("order", { small: { shakes: trials(50, 1000) } });
