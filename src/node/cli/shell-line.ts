// Words as a line that a shell reads as these words.

export function shellLine(words: readonly string[]): string {
  const quoted = (word: string) =>
    /^[\w./:=,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
  return words.map(quoted).join(" ");
}
