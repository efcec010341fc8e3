// Options that the searches under a smooth constraint share.

import { option, size } from "../../option.ts";

export const threshold = option(size, { help: "weights smaller than this are no edges", default: 0.3 });

export const lambda1 = (value: number) =>
  option(size, { title: "L1 penalty", help: "weight of the sum of absolute weights", default: value });
