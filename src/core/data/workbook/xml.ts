// Reads XML tag by tag, from text in pieces: enough of XML for the parts of workbooks.
//
// Prefixes of names are ignored, since each part is about one vocabulary. Comments and processing instructions are skipped. A document
// type is refused: parts have none, and its entities could grow without bound. So is a tag or a text of more than a megabyte.

import type { InputError } from "../../check.ts";

export interface XmlTags {
  /** Moves to the next tag; false at the end. */
  readonly next: () => boolean;
  /** Name of the tag, without its prefix. */
  readonly name: () => string;
  /** Does the tag end an element? One without content (<a/>) is an opening tag. */
  readonly isEnd: () => boolean;
  /** Is it an element without content? */
  readonly isEmpty: () => boolean;
  /** The text between the tag before it and this one. */
  readonly text: () => string;
  readonly attribute: (name: string) => string | undefined;
}

/** Maximum number of characters in a tag or a text. */
const mostLength = 2 ** 20;

/** `broken` composes the error for text that is not XML. */
export function xmlTags(pieces: Iterable<string>, broken: (why: string) => InputError): XmlTags {
  const source = pieces[Symbol.iterator]();
  let buffer = "";
  let at = 0; // what precedes it has been read
  let text = "";
  let [name, isEnd, isEmpty] = ["", false, false];
  let [attributesAt, tagEnd] = [0, 0];

  const checkLength = (length: number): void => {
    if (length > mostLength) throw broken("a cell or tag in it is too long");
  };
  /** Adds a piece to the buffer, which then begins at 0; false if there is none. */
  const more = (): boolean => {
    checkLength(buffer.length - at);
    const { value, done } = source.next();
    if (done) return false;
    buffer = buffer.slice(at) + value;
    at = 0;
    return true;
  };
  /** Position of the mark, `from` or more characters after the current one; -1 if there is none. */
  const find = (mark: string, from: number): number => {
    for (let searched = from; ; ) {
      const found = buffer.indexOf(mark, at + searched);
      if (found !== -1) return found;
      searched = Math.max(from, buffer.length - at - mark.length + 1);
      if (!more()) return -1;
    }
  };
  const skipTo = (mark: string, from: number): void => {
    const end = find(mark, from);
    if (end === -1) throw broken("it is cut off");
    at = end + mark.length;
  };
  /** Moves past a comment or the like, if there is one here; a CDATA section becomes text. */
  const isSkipped = (): boolean => {
    while (buffer.length - at < cdata.length && more());
    if (buffer.startsWith("<!--", at)) skipTo("-->", 4);
    else if (buffer.startsWith("<?", at)) skipTo("?>", 2);
    else if (buffer.startsWith(cdata, at)) {
      const end = find("]]>", cdata.length);
      if (end === -1) throw broken("it is cut off");
      text += buffer.slice(at + cdata.length, end);
      at = end + 3;
    } else if (buffer.startsWith("<!", at)) throw broken("it has a document type");
    else return false;
    return true;
  };
  const readTag = (): void => {
    let [k, quote] = [1, 0];
    for (; ; k++) {
      while (at + k >= buffer.length) if (!more()) throw broken("it is cut off");
      const letter = buffer.charCodeAt(at + k);
      if (quote !== 0) quote = letter === quote ? 0 : quote;
      else if (letter === 34 || letter === 39) quote = letter;
      else if (letter === 62) break;
    }
    tagEnd = at + k;
    isEnd = buffer.charCodeAt(at + 1) === 47;
    isEmpty = buffer.charCodeAt(tagEnd - 1) === 47;
    let start = at + (isEnd ? 2 : 1);
    attributesAt = start;
    for (; attributesAt < tagEnd; attributesAt++) {
      const letter = buffer.charCodeAt(attributesAt);
      if (isSpace(letter) || letter === 47) break;
      if (letter === 58) start = attributesAt + 1;
    }
    name = buffer.slice(start, attributesAt);
    at = tagEnd + 1;
  };

  return {
    next: () => {
      text = "";
      for (;;) {
        const open = find("<", 0);
        if (open === -1) return false;
        if (open > at) {
          checkLength(open - at);
          const between = buffer.slice(at, open);
          text += between.includes("&") ? plain(between) : between;
          at = open;
        }
        if (!isPlainTag(buffer.charCodeAt(at + 1)) && isSkipped()) continue;
        readTag();
        return true;
      }
    },
    name: () => name,
    isEnd: () => isEnd,
    isEmpty: () => isEmpty,
    text: () => text,
    attribute: (wanted) => {
      for (let k = attributesAt; k < tagEnd; ) {
        while (k < tagEnd && isSpace(buffer.charCodeAt(k))) k++;
        let start = k;
        for (; k < tagEnd && buffer.charCodeAt(k) !== 61; k++) if (buffer.charCodeAt(k) === 58) start = k + 1;
        const isWanted = buffer.slice(start, k).trimEnd() === wanted;
        do k++;
        while (k < tagEnd && isSpace(buffer.charCodeAt(k)));
        if (k >= tagEnd) return undefined;
        const end = buffer.indexOf(buffer[k], k + 1);
        if (end === -1 || end > tagEnd) return undefined;
        if (isWanted) return plain(buffer.slice(k + 1, end));
        k = end + 1;
      }
      return undefined;
    },
  };
}

const cdata = "<![CDATA[";

/** Neither ! nor ?, nor the end of the buffer. */
function isPlainTag(letter: number): boolean {
  return letter !== 33 && letter !== 63 && !Number.isNaN(letter);
}

function isSpace(letter: number): boolean {
  return letter === 32 || letter === 10 || letter === 9 || letter === 13;
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** The text with its entities replaced; unknown ones stay. */
function plain(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return Object.hasOwn(entities, name) ? entities[name] : whole;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : "\uFFFD";
  });
}
