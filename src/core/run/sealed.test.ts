import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { sha256 } from "../math/bytes/sha256.ts";
import { opened, sealed, sealedText } from "./sealed.ts";

const schema = z.strictObject({ format: z.literal("toy/1"), values: z.record(z.string(), z.unknown()) });
const options = { schema, name: "toy.json", remedy: "make it again" };
const toy = (values: Record<string, unknown>) => ({ format: "toy/1" as const, values });

describe("sealed documents", () => {
  it("are read back unchanged, indented or not", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (values) => {
        const document = JSON.parse(JSON.stringify(toy(values)));
        expect(opened(JSON.stringify(sealed(document), null, 2), options)).toEqual(document);
        expect(sealedText(document, sha256)).toBe(JSON.stringify(sealed(document)));
        expect(opened(sealedText(document, sha256), { ...options, isAlwaysSealed: true })).toEqual(document);
      }),
      { seed: 1 },
    );
  });

  it("are refused, or mean the same, whichever of their bits is flipped", () => {
    const document = toy({ score: -1234.5678, list: [1, 2, 3], name: "größe", deep: { a: null, b: true } });
    const bytes = new TextEncoder().encode(JSON.stringify(sealed(document), null, 2));
    let refused = 0;
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const turned = Uint8Array.from(bytes);
      turned[bit >> 3] ^= 1 << (bit & 7);
      const text = new TextDecoder().decode(turned);
      try {
        expect(opened(text, options)).toEqual(document);
      } catch (error) {
        expect((error as Error).message).toMatch(
          /^toy\.json: .*; it is damaged .*|^toy\.json: the file is damaged/,
        );
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(7 * bytes.length);
  });

  it("without a checksum are from earlier versions, and read if that is allowed", () => {
    const text = JSON.stringify(toy({ a: 1 }));
    expect(opened(text, options)).toEqual(toy({ a: 1 }));
    expect(() => opened(text, { ...options, isAlwaysSealed: true })).toThrow(
      "toy.json: the file is damaged (its checksum is missing); make it again",
    );
  });

  it("of another kind are refused with their name", () => {
    expect(() => opened("[]", options)).toThrow(
      "toy.json: the file is damaged (it is not an object); make it again",
    );
    expect(() => opened("{", options)).toThrow(
      "toy.json: the file is damaged (it is not JSON); make it again",
    );
    expect(() => opened(JSON.stringify(sealed({ format: "toy/2", values: {} })), options)).toThrow(
      'toy.json: format must be "toy/1"; it is damaged or of another version: make it again',
    );
  });
});
