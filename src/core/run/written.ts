// Numbers in sentences of the methods paragraph.

/** Digits with commas between thousands; also takes a number in decimal digits. */
export function written(n: number | string): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

export function counted(n: number, noun: string): string {
  return `${written(n)} ${noun}${n === 1 ? "" : "s"}`;
}
