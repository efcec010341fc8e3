import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { openZip } from "./zip.ts";

const text = "<a>ä 𝒳 text</a>".repeat(3000);
const plain = zipSync({ "A/One.xml": strToU8(text), "two.xml": [strToU8("stored"), { level: 0 }] });
const open = (bytes: Uint8Array, most = 1e6) => openZip(bytes, { shown: "a.xlsx", most });
const textIn = (bytes: Uint8Array, name = "a/one.xml") => [...open(bytes).textOf(name)].join("");

/** The bytes with some of them changed, counted from their first occurrence of a mark. */
function changed(bytes: Uint8Array, mark: readonly number[], at: number, to: readonly number[]): Uint8Array {
  const start = bytes.findIndex((_, k) => mark.every((byte, i) => bytes[k + i] === byte));
  const out = bytes.slice();
  out.set(to, start + at);
  return out;
}

const header = [0x50, 0x4b, 3, 4];
const directory = [0x50, 0x4b, 1, 2];

it("gives the text of every part, compressed or stored", () => {
  expect(open(plain).names).toEqual(["a/one.xml", "two.xml"]);
  expect([textIn(plain), textIn(plain, "TWO.xml")]).toEqual([text, "stored"]);
  const before = new Uint8Array(plain.length + 5);
  before.set(plain, 5);
  expect(textIn(before.subarray(5))).toBe(text);
});

it("finds its directory before a comment, and offsets of 64 bits", () => {
  const comment = new Uint8Array(plain.length + 400).fill(65);
  comment.set(plain);
  expect(textIn(comment)).toBe(text);

  const end = plain.length - 22;
  const view = new DataView(plain.buffer);
  const [count, offset] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)];
  const wide = new Uint8Array(plain.length + 76);
  wide.set(plain.subarray(0, end));
  const out = new DataView(wide.buffer);
  out.setUint32(end, 0x06064b50, true);
  out.setUint32(end + 32, count, true);
  out.setUint32(end + 48, offset, true);
  out.setUint32(end + 56, 0x07064b50, true);
  out.setUint32(end + 64, end, true);
  wide.set(plain.subarray(end), end + 76);
  out.setUint32(end + 76 + 16, 0xffffffff, true);
  expect(textIn(wide)).toBe(text);
});

it("refuses what is cut off, changed, locked or compressed otherwise", () => {
  const damaged = /^table: "a\.xlsx" must be a whole workbook, got one that is damaged \(.*\); copy it again/;
  for (let length = 0; length < plain.length; length += 97)
    expect(() => textIn(plain.slice(0, length))).toThrow(damaged);
  expect(() => textIn(changed(plain, header, 60, [1, 2, 3]))).toThrow(damaged);
  expect(() => textIn(changed(plain, directory, 16, [0, 0]))).toThrow(/its checksum differs/);
  expect(() => textIn(changed(plain, directory, 10, [99]))).toThrow(/compressed in an unusual way/);
  expect(() => textIn(changed(plain, directory, 42, [9]))).toThrow(/cut off/);
  expect(() => textIn(changed(plain, directory, 8, [1]))).toThrow(/must have no password/);
  expect(() => textIn(plain, "three.xml")).toThrow(/without its part three\.xml/);
});

it("stops at the limit, whatever sizes the directory claims, and counts a part once", () => {
  const zip = open(plain, text.length + 9000);
  for (let k = 0; k < 3; k++) expect([...zip.textOf("a/one.xml")].join("")).toHaveLength(text.length);
  const bomb = zipSync({ "a/one.xml": new Uint8Array(50e6) });
  const lying = changed(bomb, directory, 24, [1, 0, 0, 0]);
  let read = 0;
  expect(() => {
    for (const piece of open(lying).textOf("a/one.xml")) read += piece.length;
  }).toThrow(/must have at most 1 MB after decompression/);
  expect(read).toBeLessThan(1e6 + 1);
});
