// The number in a cell that is written as people write numbers: 1,234.5, $12.50, 45 %, and a loss in brackets, (12.50).

import { cellNumber } from "../text/text.ts";

/** Undefined where there is none. */
export function numberIn(label: string, decimal: "." | ","): number | undefined {
  const plain = cellNumber(label, decimal);
  if (plain !== undefined) return plain;
  const loss = /^([$€£¥]?)\(([^()+-]*)\)$/.exec(label.replaceAll(/\s/g, ""));
  if (loss !== null) {
    const amount = numberIn(`${loss[1]}${loss[2]}`, decimal);
    return amount === undefined ? undefined : -amount;
  }
  const bare = label.replace(/^([+-]?)\s*[$€£¥]\s*/, "$1").replace(/\s*[%$€£¥]$/, "");
  const [mark, point] =
    decimal === "," ? [/\./g, /^[+-]?\d{1,3}(\.\d{3})+(,\d+)?$/] : [/,/g, /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/];
  const written = point.test(bare) ? bare.replaceAll(mark, "") : bare;
  return written === label ? undefined : cellNumber(written, decimal);
}
