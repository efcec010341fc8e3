// Tetrad's knowledge files: sections of lines, each line a list of names separated by white space.
//
//     /knowledge
//     addtemporal
//     1 age sex             a tier; 1* age sex: its members do not cause each other
//     2 school
//     forbiddirect
//     income age            cause and effect
//     requiredirect
//     school income

import { InputError } from "../check.ts";
import type { KnowledgeStatement } from "./knowledge-statements.ts";

const sections = ["addtemporal", "forbiddirect", "requiredirect"];

export function isTetradKnowledge(text: string): boolean {
  const [first = ""] = text
    .replace(/^\uFEFF/, "")
    .trim()
    .split(/\s+/, 1);
  return first === "/knowledge" || sections.includes(first);
}

export function tetradStatements(source: string, where: string): KnowledgeStatement[] {
  const out: KnowledgeStatement[] = [];
  const complaints: string[] = [];
  let section = "";
  source.split(/\r\n|\r|\n/).forEach((raw, k) => {
    const text = raw.replace(/^\uFEFF/, "").trim();
    if (text === "" || text === "/knowledge") return;
    if (sections.includes(text)) {
      section = text;
      return;
    }
    const place = `line ${k + 1}`;
    const statement = statementOf(text.split(/\s+/), { section, place, text });
    if (typeof statement === "string") complaints.push(`${where}: ${place} (${text}) ${statement}`);
    else out.push(statement);
  });
  if (complaints.length > 0) throw new InputError(complaints.join("\n"));
  return out;
}

interface Line {
  readonly section: string;
  readonly place: string;
  readonly text: string;
}

/** The statement of a line, or what is wrong with it. */
function statementOf(words: readonly string[], { section, ...at }: Line): KnowledgeStatement | string {
  if (section === "addtemporal") {
    const [, number, closed] = /^(\d+)(\*?)$/.exec(words[0]) ?? [];
    if (number === undefined) return "must begin with the number of the tier, as in 1 age sex";
    return { kind: "tier", tier: Number(number), isClosed: closed === "*", members: words.slice(1), ...at };
  }
  const names = words.filter((word) => !/^(-->|==>|->)$/.test(word));
  if (section === "") return `must be in a section; the sections are ${sections.join(", ")}`;
  if (names.length !== 2) return `must be a cause and an effect, got ${names.length} names`;
  const kind = section === "forbiddirect" ? "forbidden" : "required";
  return { kind, cause: names[0], effect: names[1], ...at };
}
