import { trials } from "../../long.ts";
import { searchContract } from "../search-contract.ts";

searchContract("order", { needsTerms: true, small: { shakes: trials(50, 1000) } });
