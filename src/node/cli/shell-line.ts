// Words quoted as one shell command line.

import { shellWord } from "../../core/index.ts";

export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(" ");
}
