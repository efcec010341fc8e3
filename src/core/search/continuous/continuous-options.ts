// Options that the searches under a smooth constraint share.

import { option, size } from "../../option.ts";

export const threshold = option(size, { help: "weights below this are set to zero (no edge)", default: 0.3 });

export const lambda1 = (value: number) =>
  option(size, { title: "L1 penalty", help: "weight of the L1 penalty", default: value });
