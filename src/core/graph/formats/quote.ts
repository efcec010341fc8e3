// Names in double quotes with backslash escapes, for formats without their own quoting (Tetrad text, the knowledge
// file): \" is a quote, \\ a backslash; \n, \r and \t have their usual meaning. Also: the line number at an offset, for
// error messages.

const letters: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** The name in quotes. */
export function quoted(name: string): string {
  const escaped = name.replace(/["\\\n\r\t]/g, (c) => {
    const letter = Object.keys(letters).find((key) => letters[key] === c);
    return `\\${letter ?? c}`;
  });
  return `"${escaped}"`;
}

/** Source of the regular expression that matches a quoted name, quotes included. */
export const quotedPattern = '"(?:[^"\\\\]|\\\\.)*"';

/** The name in its quoted form; text that does not start with a quote is returned unchanged. */
export function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  return text.slice(1, -1).replace(/\\(.)/g, (_, c: string) => letters[c] ?? c);
}

/** The line of the character at `offset`, as "line 3". */
export function lineAt(text: string, offset: number): string {
  return lineCounter(text)(offset);
}

/** The same for many offsets that do not decrease, in one pass over the text. */
export function lineCounter(text: string): (offset: number) => string {
  let line = 1;
  let next = text.indexOf("\n");
  return (offset) => {
    for (; next !== -1 && next < offset; next = text.indexOf("\n", next + 1)) line++;
    return `line ${line}`;
  };
}
