// Parses numbers in everyday notation: 1,234.5, 1 234.5, $12.50, 12 EUR, 45 %, and losses in parentheses, (12.50).

import { cellNumber } from "../text/text.ts";

const sign = "[$€£¥]|EUR|USD|GBP|CHF|JPY";
const before = new RegExp(`^([+-]?)\\s*(?:${sign})\\s*`);
const after = new RegExp(`\\s*(?:%|${sign})$`);
/** Groups of three digits; the first group has no leading zero, since 0,123 is not a grouped number. */
const grouped = {
  ".": /^[+-]?[1-9]\d{0,2}([,'\u00a0\u202f\u2009 ]\d{3})+(\.\d+)?$/,
  ",": /^[+-]?[1-9]\d{0,2}([.'\u00a0\u202f\u2009 ]\d{3})+(,\d+)?$/,
} as const;
const marks = { ".": /[,'\s]/g, ",": /[.'\s]/g } as const;

/** The number in the label; undefined if it is not one. */
export function numberIn(label: string, decimal: "." | ","): number | undefined {
  const plain = cellNumber(label, decimal);
  if (plain !== undefined) return plain;
  const loss = /^([$€£¥]?)\(([^()+-]*)\)$/.exec(label.replaceAll(/\s/g, ""));
  if (loss !== null) {
    const amount = numberIn(`${loss[1]}${loss[2]}`, decimal);
    return amount === undefined ? undefined : -amount;
  }
  const bare = label.replace(before, "$1").replace(after, "");
  const written = grouped[decimal].test(bare) ? bare.replaceAll(marks[decimal], "") : bare;
  return written === label ? undefined : cellNumber(written, decimal);
}
