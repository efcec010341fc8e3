// A source file taken apart: its code without comments, and what stands in quotes.

export interface CodeAndTexts {
  /** With empty quotes where texts stood; what a template computes is code. */
  readonly code: string;
  readonly texts: readonly string[];
}

/** A pattern begins after one of these, where a division cannot. */
const beforePattern = /(^|[([{},;:=!&|?>]|\breturn)\s*$/;
const pattern = /\/(\\.|\[(\\.|[^\]\\\n])*\]|[^/[\\\n])+\/[a-z]*/y;
const comment = /\/\/.*|\/\*[\s\S]*?\*\//y;
const text = /"((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'/y;
/** A part of a template, up to its end or to what it computes. */
const part = /((?:\\.|\$(?!\{)|[^`\\$])*)(`|\$\{)/y;

export function codeAndTexts(source: string): CodeAndTexts {
  const texts: string[] = [];
  let code = "";
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const takePart = (): boolean => {
    const found = take(part);
    if (found) texts.push(found[1]);
    return found?.[2] === "${";
  };
  /** Depths of the braces in the templates around this place. */
  const depths: number[] = [];
  while (at < source.length) {
    const next = source[at];
    if (next === "/" && take(comment)) continue;
    if (next === "/" && beforePattern.test(code.slice(-20)) && take(pattern)) {
      code += "/ /";
      continue;
    }
    const quoted = next === '"' || next === "'" ? take(text) : null;
    if (quoted) {
      texts.push(quoted[1] ?? quoted[2]);
      code += '""';
      continue;
    }
    at++;
    if (next === "`") {
      code += '""';
      if (takePart()) depths.push(0);
      continue;
    }
    if (depths.length > 0 && next === "{") depths[depths.length - 1]++;
    if (depths.length > 0 && next === "}" && depths[depths.length - 1]-- === 0) {
      depths.pop();
      if (takePart()) depths.push(0);
      code += " ";
      continue;
    }
    code += next;
  }
  return { code, texts };
}
