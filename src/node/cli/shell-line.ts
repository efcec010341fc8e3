// Words as a line that a shell reads as these words.

import { shellWord } from "../../core/index.ts";

export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(" ");
}
