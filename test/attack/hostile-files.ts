// Files as an attacker, a broken disk or an odd program would make them: every format, damaged, cut, swollen, nested, misnamed,
// in other encodings. All from one seed. A long file, because it is a list.

import { deflateRawSync, gzipSync } from "node:zlib";
import { createRng, type Rng } from "../../src/core/math/rng.ts";
import { sheetOf, workbookBytes } from "../workbooks.ts";

export interface HostileFile {
  readonly name: string;
  /** Made when it is asked for: some are large. */
  readonly bytes: () => Buffer;
  /** It takes seconds to make and to carry. */
  readonly isLarge: boolean;
}

/** Whole files of other programs, to be damaged. */
export interface Seeds {
  readonly parquet: Readonly<Record<string, Buffer>>;
}

export function hostileFiles(seeds: Seeds): HostileFile[] {
  const rng = createRng(16);
  return [
    ...csvFiles(),
    ...names(),
    ...encodings(),
    ...jsonFiles(),
    ...swollen(),
    ...packed(),
    ...damaged(rng, seeds),
  ];
}

const header = "age,income,health";
const rows = Array.from({ length: 40 }, (_, i) => [i % 7, (i * i) % 11, (i * 5 + 3) % 13]);
const body = rows.map((row) => row.join()).join("\n");
const good = `${header}\n${body}\n`;
const records = rows.map(([a, b, c]) => ({ age: a, income: b, health: c }));
const json = JSON.stringify(records);
const ndjson = records.map((record) => JSON.stringify(record)).join("\n");

function file(name: string, content: string | Buffer | (() => string | Buffer)): HostileFile {
  const isLarge = typeof content === "function";
  return { name, isLarge, bytes: () => Buffer.from((isLarge ? content() : content) as string) };
}

function csvFiles(): HostileFile[] {
  const texts: Record<string, string> = {
    empty: "",
    blank: "\n\n\n",
    spaces: "   \n  \n",
    "one-name": "a",
    "names-only": "a,b,c",
    "one-row": "a,b\n1,2\n",
    "no-header": body,
    "whole-header": `1,2,3\n0.5,1,2\n${body}`,
    "same-names": `a,a,b\n${body}`,
    nameless: `,,\n${body}`,
    "short-line": `${good}1,2\n`,
    "long-line": `${good}1,2,3,4,5,6\n`,
    "open-quote": `${good}"1,2,3\n`,
    "open-quote-first": `"${good}`,
    "quote-inside": `${good}1"2,2,3\n`,
    "quotes-only": '"""""""""\n""""\n',
    "quote-storm": `${'"'.repeat(50_001)}\n1,2\n`,
    "delimiters-only": ",,,,\n,,,,\n,,,,\n",
    "all-delimiters": "a,b;c\td|e\n1,2;3\t4|5\n2,3;4\t5|6\n",
    "mixed-ends": `${header}\r\n1,2,3\n4,5,6\r7,8,1\r\n${body}`,
    "carriage-only": good.replaceAll("\n", "\r"),
    "ends-mixed-in-quotes": `"a\r\nb","c\rd",e\n${body}`,
    "form-feed": `${header}\n\f1,\v2,3\n${body}`,
    formulas: `=1+1,+cmd|' /C calc'!A0,@SUM(A1)\n${body}`,
    "formula-cells": `${header}\n=HYPERLINK("x"),2,3\n${body}`,
    scripts: `<script>alert(1)</script>,"<img src=x onerror=alert(1)>",c\n${body}`,
    sql: `"a'); DROP TABLE x; --","b"" OR 1=1",c\n${body}`,
    percent: `%s%s%n,{0},\${x}\n${body}`,
    paths: `../../etc/passwd,file:///etc,c\n${body}`,
    proto: `__proto__,constructor,toString\n${body}`,
    numbers: "a,b\n1e999,2\n-1e999,3\n0x10,4\n1_000,5\n",
    "long-digits": `a,b\n${"9".repeat(5000)},1\n${"1".repeat(300)}.5,2\n3,4\n5,7\n`,
    "tiny-numbers": "a,b\n5e-324,1e-320\n1e-310,2e-315\n0,-0\n3e-308,1e-309\n1,2\n",
    "huge-numbers": "a,b\n1.7e308,1e300\n-1.7e308,2e305\n3,4\n5,6\n7,8\n",
    infinite: "a,b\nInfinity,1\n-inf,2\n3,4\n",
    missing: "a,b\nNA,\n?,.\nnull,nan\n",
    "comment-lines": `# a comment\n${good}`,
    "sep-line": `sep=;\n${good.replaceAll(",", ";")}`,
    "trailing-commas": good.replaceAll("\n", ",\n"),
    constant: `a,b\n${"1,2\n".repeat(40)}`,
    equal: `a,b\n${rows.map(([a]) => `${a},${a}`).join("\n")}\n`,
    ragged: Array.from({ length: 50 }, (_, i) => "1,".repeat(i % 5)).join("\n"),
    text: "Dear Sir or Madam,\nplease find enclosed nothing, and no table.\nYours, etc.\n",
    html: "<!doctype html><html><body><table><tr><td>1</td></tr></table></body></html>\n",
    xml: '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>\n',
    pdf: "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n",
    script: "#!/bin/sh\nrm -rf /\n",
  };
  return Object.entries(texts).map(([name, text]) => file(`${name}.csv`, text));
}

/** Names that a terminal, a page or a file system would obey. */
function names(): HostileFile[] {
  const hostile = [
    "\x1b[31mred\x1b[0m",
    "\x1b]0;title\x07",
    "\x1b[2J\x1b[H",
    "\x9b31m",
    "\u202egnp.exe",
    "\u2066left\u2069",
    "\x07\x08\x7f",
    "new\nline",
    "proven: no graph scores higher\nverified",
    "tab\there",
    "\u0000nul",
    "\ufeffmark",
    "a".repeat(999),
    "a".repeat(1001),
    "é".repeat(600),
    "e\u0301\u0301\u0301\u0301",
    "😀👩‍👩‍👧",
    "\ud800",
    "CON",
    '"; alert(1); //',
    "' OR '1'='1",
    "$(reboot)",
    "`id`",
    "$\u007bjndi:ldap://x}",
    "../..",
  ];
  return hostile.map((name, k) => file(`name-${k}.csv`, `"${name.replaceAll('"', '""')}",b,c\n${body}\n`));
}

function encodings(): HostileFile[] {
  const utf16 = Buffer.from(`\ufeff${good}`, "utf16le");
  return [
    file("bom.csv", `\ufeff${good}`),
    file("two-boms.csv", `\ufeff\ufeff${good}`),
    file("bom-only.csv", "\ufeff"),
    file("utf16le.csv", utf16),
    file("utf16be.csv", Buffer.from(utf16).swap16()),
    file("utf16-bare.csv", utf16.subarray(2)),
    file("utf32.csv", Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])),
    file("latin1.csv", Buffer.from("Größe,b,c\n1,2,3\n4,5,6\n", "latin1")),
    file(
      "latin1-late.csv",
      Buffer.concat([Buffer.from(`${good.repeat(1)}`), Buffer.from([0xe9, 0x2c, 0x31, 0x0a])]),
    ),
    file("overlong.csv", Buffer.concat([Buffer.from([0xc0, 0x80]), Buffer.from(good)])),
    file("surrogates.csv", Buffer.concat([Buffer.from([0xed, 0xa0, 0x80]), Buffer.from(good)])),
    file("cut-character.csv", Buffer.concat([Buffer.from(good), Buffer.from([0xe2, 0x82])])),
    file("ebcdic.csv", Buffer.from([0x81, 0x6b, 0x82, 0x25, 0xf1, 0x6b, 0xf2, 0x25])),
    file("nul-first.csv", `\0${good}`),
    file("nul-cell.csv", `${header}\n1,\0,3\n${body}`),
    file("nul-late.csv", () => `${good.repeat(1)}${`${body}\n`.repeat(3000)}1,\0,3\n`),
    file("nuls.csv", Buffer.alloc(5000)),
    file("control.csv", `${header}\n1,\x1b[31m2,3\n${body}`),
    file("noise.csv", noise(4096)),
    file("noise.json", noise(4096)),
    file("noise.parquet", noise(4096)),
    file("noise.gz", noise(4096)),
    file("noise", noise(4096)),
  ];
}

function noise(size: number): Buffer {
  const rng = createRng(size);
  return Buffer.from(Uint8Array.from({ length: size }, () => rng.integer(256)));
}

function jsonFiles(): HostileFile[] {
  const deep = (n: number, open = "[", close = "]") => open.repeat(n) + close.repeat(n);
  const texts: Record<string, string> = {
    "empty.json": "",
    "nothing.json": "[]",
    "object.json": "{}",
    "number.json": "1",
    "string.json": '"a,b"',
    "null.json": "null",
    "lists.json": "[[1,2],[3,4]]",
    "numbers.json": "[1,2,3]",
    "mixed.json": '[{"a":1,"b":2},3,"x",null,[{"a":1}]]',
    "cut.json": json.slice(0, -20),
    "cut-string.json": '[{"a":1,"b":"',
    "trailing.json": `${json}garbage`,
    "two.json": `${json}${json}`,
    "comma.json": json.replace("]", ",]"),
    "comments.json": `// hi\n${json}`,
    "single-quotes.json": json.replaceAll('"', "'"),
    "nan.json": '[{"a":NaN,"b":1},{"a":2,"b":Infinity}]',
    "same-keys.json": '[{"a":1,"a":2,"b":1},{"a":1,"b":2}]',
    "case-keys.json": '[{"a":1,"A":2},{"a":2,"A":5},{"a":3,"A":1}]',
    "empty-key.json": '[{"":1,"b":2},{"":3,"b":5}]',
    "proto.json": '[{"__proto__":1,"constructor":2},{"__proto__":3,"constructor":1}]',
    "escapes.json": '[{"\\u001b[31m":1,"\\u202e":2,"c\\nd":4},{"\\u001b[31m":3,"\\u202e":1,"c\\nd":2}]',
    "bad-escape.json": '[{"a\\x":1,"b":2}]',
    "lone-surrogate.json": '[{"\\ud800":1,"b":2},{"\\ud800":3,"b":1}]',
    "raw-newline.json": '[{"a\nb":1,"c":2}]',
    "big-int.json": '[{"a":123456789012345678901234567890,"b":1},{"a":1,"b":2},{"a":4,"b":1}]',
    "exponent.json": '[{"a":1e999,"b":1},{"a":1e-999,"b":2},{"a":3,"b":3}]',
    "nested-cells.json": '[{"a":{"b":[1,{"c":2}]},"d":1},{"a":null,"d":2}]',
    "json-key.json": '[{"json":1},{"json":2}]',
    "deep.json": deep(200_000),
    "deep-open.json": "[".repeat(200_000),
    "deep-close.json": "]".repeat(200_000),
    "deep-cell.json": `[{"a":1,"b":${deep(200_000)}}]`,
    "deep-objects.json": `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`,
    "deep-100.json": `[{"a":1,"b":${deep(97)}},{"a":2,"b":1}]`,
    "deep-in-string.json": `[{"a":1,"b":"${"[".repeat(5000)}"},{"a":2,"b":"x"}]`,
    "deep-after-quote.ndjson": `{"a":"\n{"a":${deep(200_000)}}\n`,
    "cut.ndjson": ndjson.slice(0, -9),
    "blank-lines.ndjson": ndjson.replaceAll("\n", "\n\n\n"),
    "garbage-line.ndjson": `${ndjson}\nnot json\n`,
    "array-line.ndjson": `${ndjson}\n[1,2]\n`,
    "other-keys.ndjson": `${ndjson}\n{"x":1}\n`,
    "csv.ndjson": good,
    "csv.json": good,
    "crlf.ndjson": ndjson.replaceAll("\n", "\r\n"),
    "bom.ndjson": `\ufeff${ndjson}`,
    "bom.json": `\ufeff${json}`,
    "utf16.json": `\ufeff${json}`,
  };
  return Object.entries(texts).map(([name, text]) =>
    file(name, name === "utf16.json" ? Buffer.from(text, "utf16le") : text),
  );
}

/** More than anybody needs of one thing. */
function swollen(): HostileFile[] {
  const many = (n: number, make: (i: number) => string) =>
    Array.from({ length: n }, (_, i) => make(i)).join();
  return [
    file(
      "wide.csv",
      () => `${many(100_000, (i) => `c${i}`)}\n${`${many(100_000, (i) => `${i % 7}`)}\n`.repeat(5)}`,
    ),
    file("wide.ndjson", () => `{${many(100_000, (i) => `"c${i}":${i}`)}}\n`.repeat(2)),
    file("keys.ndjson", () => Array.from({ length: 100_000 }, (_, i) => `{"c${i}":1,"a":2}`).join("\n")),
    file(
      "name-1mb.csv",
      () => `a,${"b".repeat(1_000_000)}\n${rows.map(([a, b]) => `${a},${b}`).join("\n")}\n`,
    ),
    file("name-1mb.json", () => `[{"a":1,"${"b".repeat(1_000_000)}":2}]`),
    file("line-40mb.csv", () => `a,b\n1,2\n3,4\n${"5".repeat(40e6)}`),
    file("cells-40mb.csv", () => `a,b\n1,2\n3,4\n${"5,".repeat(20e6)}`),
    file("quote-20mb.csv", () => `a,b\n1,2\n3,"${"5\n".repeat(10e6)}`),
    file("spaces-20mb.csv", () => `a,b\n1,2\n${" ".repeat(20e6)}\n3,4\n`),
    file("newlines-5mb.csv", () => `${"\n".repeat(5e6)}${good}`),
    file("string-20mb.json", () => `[{"a":1,"b":"${"5".repeat(20e6)}"}]`),
    file("digits-20mb.json", () => `[{"a":1,"b":${"5".repeat(20e6)}}]`),
    file("list-20mb.json", () => `[{"a":1,"b":[${"5,".repeat(10e6)}5]}]`),
    file("spaces-20mb.json", () => `[${" ".repeat(20e6)}${json.slice(1)}`),
    file("cell-900kb.csv", () => `a,b\n1,2\n${"x".repeat(900_000)},4\n5,6\n`),
    file(
      "labels.csv",
      () => `a,b\n${Array.from({ length: 20_000 }, (_, i) => `label-${i},${i}`).join("\n")}\n`,
    ),
  ];
}

function packed(): HostileFile[] {
  const gz = gzipSync(good);
  const flipped = (at: number) => Buffer.from(gz).fill(gz[at] ^ 0xff, at, at + 1);
  return [
    file("good.csv.gz", gz),
    file("cut.csv.gz", gz.subarray(0, gz.length - 12)),
    file("head-only.csv.gz", gz.subarray(0, 10)),
    file("two-bytes.gz", Buffer.from([0x1f, 0x8b])),
    file("one-byte.gz", Buffer.from([0x1f])),
    file("flipped-middle.csv.gz", flipped(40)),
    file("flipped-sum.csv.gz", flipped(gz.length - 6)),
    file("flipped-length.csv.gz", flipped(gz.length - 1)),
    file("trailing.csv.gz", Buffer.concat([gz, Buffer.from("garbage")])),
    file("two-members.csv.gz", Buffer.concat([gz, gzipSync(`${body}\n`)])),
    file("twice.csv.gz.gz", gzipSync(gz)),
    file("thrice.csv.gz", gzipSync(gzipSync(gz))),
    file("named-plain.csv", gz),
    file("plain-named.csv.gz", good),
    file("empty.csv.gz", gzipSync("")),
    file("deep.json.gz", gzipSync("[".repeat(200_000) + "]".repeat(200_000))),
    file("bomb-300mb.csv.gz", () => bomb(300)),
    file("bomb-2gb.csv.gz", () => bomb(2000)),
    file("bomb-zeros.csv.gz", () => gzipSync(Buffer.alloc(250e6))),
    file("archive.zip", Buffer.from("PK\x03\x04\x14\0\0\0\x08\0", "latin1")),
    file("archive.csv", Buffer.from("PK\x03\x04\x14\0\0\0\x08\0", "latin1")),
    ...workbooks(),
    file("bzip.csv", Buffer.from("BZh91AY&SY", "latin1")),
    file("xz.csv", Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0])),
    file("zstd.csv", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0])),
    file("image.csv", Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1")),
    file("program.csv", Buffer.from("\x7fELF\x02\x01\x01\0\0\0", "latin1")),
    file("sqlite.csv", Buffer.from("SQLite format 3\0", "latin1")),
  ];
}

/** Workbooks that are damaged, locked, or larger than they look. */
function workbooks(): HostileFile[] {
  const rows = sheetOf(Array.from({ length: 60 }, (_, i) => [i * i, (i * 7) % 11, (i * 5) % 13]));
  const whole = workbookBytes({
    sheets: [
      { name: "Data", rows },
      { name: "=1+1\x1b[31m", rows },
    ],
  });
  const flipped = (at: number) => Buffer.from(whole).fill(whole[at] ^ 0xff, at, at + 1);
  const part = (text: string | Uint8Array) =>
    workbookBytes({ sheets: [{ name: "Data", rows }], parts: { "xl/worksheets/sheet1.xml": text } });
  const book = (of: string) => workbookBytes({ sheets: [{ name: "Data", rows: of }] });
  return [
    file("good.xlsx", Buffer.from(whole)),
    file("named.csv", Buffer.from(whole)),
    file("good.xlsx.gz", gzipSync(whole)),
    ...[30, 0.3 * whole.length, 0.6 * whole.length, whole.length - 30, whole.length - 8].map((at, k) =>
      file(`flipped-${k}.xlsx`, flipped(Math.floor(at))),
    ),
    ...[0.2, 0.7, 0.99].map((share) =>
      file(`cut-${share}.xlsx`, Buffer.from(whole.subarray(0, share * whole.length))),
    ),
    file("locked.xlsx", Buffer.from("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0", "latin1")),
    file("entities.xlsx", Buffer.from(part('<!DOCTYPE a [<!ENTITY b "&b;&b;">]><worksheet>&b;</worksheet>'))),
    file("open.xlsx", Buffer.from(part("<worksheet><sheetData><row><c><v>1"))),
    file("no-xml.xlsx", Buffer.from(part(Uint8Array.of(0xff, 0xfe, 0, 1)))),
    file("stray.xlsx", Buffer.from(book(`${rows}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`))),
    file("beyond.xlsx", Buffer.from(book(`${rows}<row><c r="XFE1"><v>1</v></c></row>`))),
    file("endless-reference.xlsx", Buffer.from(book(`<row><c r="${"A".repeat(1e5)}1"><v>1</v></c></row>`))),
    file("long-cell.xlsx", () => Buffer.from(book(`<row><c><v>${"9".repeat(3e6)}</v></c></row>`))),
    file("wide.xlsx", () =>
      Buffer.from(
        book(`<row>${"<c><v>1</v></c>".repeat(16_384)}</row>${"<row><c><v>1</v></c></row>".repeat(2e4)}`),
      ),
    ),
    file("bomb-300mb.xlsx", () => Buffer.from(part(new Uint8Array(300e6).fill(32)))),
  ];
}

/** So many megabytes of rows, as gzip members of one each: made at once, however large they become. */
function bomb(megabytes: number): Buffer {
  const member = gzipSync(Buffer.alloc(1e6, "1,2\n"), { level: 9 });
  return Buffer.concat([gzipSync("a,b\n"), ...Array.from({ length: megabytes }, () => member)]);
}

/** Whole files with flipped bits, cut off, with parts doubled or zeroed. */
function damaged(rng: Rng, { parquet }: Seeds): HostileFile[] {
  const at = rng.integer;
  const out: HostileFile[] = [];
  for (const [kind, whole] of Object.entries(parquet)) {
    out.push(file(`${kind}.parquet`, whole), file(`${kind}-named.csv`, whole));
    for (let k = 0; k < 14; k++) {
      const bytes = Buffer.from(whole);
      // The footer, at the end, is what a reader trusts.
      for (let flips = 0; flips <= k % 4; flips++)
        bytes[k % 2 === 0 ? at(bytes.length) : bytes.length - 1 - at(Math.min(700, bytes.length))] ^=
          1 << at(8);
      out.push(file(`${kind}-flipped-${k}.parquet`, bytes));
    }
    for (const share of [0.1, 0.5, 0.9, 0.99])
      out.push(file(`${kind}-cut-${share}.parquet`, whole.subarray(0, Math.floor(share * whole.length))));
    const zeroed = Buffer.from(whole).fill(0, whole.length - 300, whole.length - 200);
    const long = Buffer.from(whole);
    long.writeUInt32LE(0xfffffff0, whole.length - 8);
    out.push(
      file(`${kind}-zeroed.parquet`, zeroed),
      file(`${kind}-footer.parquet`, long),
      file(`${kind}-doubled.parquet`, Buffer.concat([whole, whole])),
      file(`${kind}-headless.parquet`, Buffer.concat([Buffer.from("XXXX"), whole.subarray(4)])),
      file(`${kind}.parquet.gz`, gzipSync(whole)),
    );
  }
  out.push(
    file("magic.parquet", "PAR1"),
    file("magics.parquet", "PAR1PAR1"),
    file("text.parquet", good),
    file("encrypted.parquet", `PARE${good}PARE`),
    file("deflated.parquet", deflateRawSync(good)),
  );
  for (const [kind, text] of Object.entries({ csv: good, json, ndjson })) {
    for (let k = 0; k < 8; k++) {
      const bytes = Buffer.from(text);
      for (let flips = 0; flips <= k; flips++) bytes[at(bytes.length)] ^= 1 << at(8);
      out.push(file(`flipped-${k}.${kind}`, bytes));
    }
    for (let k = 0; k < 3; k++) out.push(file(`cut-${k}.${kind}`, text.slice(0, at(text.length))));
  }
  return out;
}
