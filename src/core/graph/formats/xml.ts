// The subset of XML that GraphML needs: tags with attributes, text, CDATA and entities. Comments, processing instructions
// and document types are ignored; namespace prefixes are dropped. GML and Mermaid use the decoding of entities too.

import { check } from "../../check.ts";
import { lineCounter } from "./quote.ts";

export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
  /** Its own text, without that of its children. */
  readonly text: string;
  readonly place: string;
}

interface Open extends Element {
  readonly children: Open[];
  text: string;
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The root element of a document. */
export function xmlRoot(source: string, where: string): Element {
  const pattern =
    /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*(?:\[[\s\S]*?\]\s*)?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([^\s/>]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/y;
  const top: Open = { name: "", attributes: new Map(), children: [], text: "", place: "line 1" };
  const open: Open[] = [top];
  let offset = 0;
  const lineOf = lineCounter(source);
  while (offset < source.length) {
    pattern.lastIndex = offset;
    const match = pattern.exec(source);
    const place = lineOf(offset);
    check(match !== null, `${where} ${place} is not XML; is the file complete?`);
    offset = pattern.lastIndex;
    const [, cdata, closing, name, attributes, selfClosing, text] = match;
    const current = open[open.length - 1];
    if (cdata !== undefined) current.text += cdata;
    else if (text !== undefined) current.text += decoded(text);
    else if (closing === "/") {
      check(
        localName(name) === current.name && open.length > 1,
        `${where} ${place} closes <${name}>, which is not open there; correct the file`,
      );
      open.pop();
    } else if (name !== undefined) {
      const child: Open = {
        name: localName(name),
        attributes: attributesOf(attributes),
        children: [],
        text: "",
        place,
      };
      current.children.push(child);
      if (selfClosing !== "/") open.push(child);
    }
  }
  check(
    open.length === 1 && top.children.length === 1,
    `${where} must hold one XML element that is closed; is the file complete?`,
  );
  return top.children[0];
}

/** The text with its entities (&amp;, &#38;, &#x26;) decoded; unknown ones stay. */
export function decoded(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]+)|#([0-9]+)|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** The text as an attribute value, without the quotes. Line breaks and tabs must be entities to be preserved. */
export function encodedAttribute(text: string): string {
  const entity = (c: string): string => Object.entries(named).find(([, value]) => value === c)?.[0] ?? "";
  return text
    .replace(/[&<>"]/g, (c) => `&${entity(c)};`)
    .replace(/[\n\r\t]/g, (c) => `&#${c.charCodeAt(0)};`);
}

function attributesOf(text: string): Map<string, string> {
  const out = new Map<string, string>();
  for (const [, name, double, single] of text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    out.set(localName(name), decoded(double ?? single));
  }
  return out;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
