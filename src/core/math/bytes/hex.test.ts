import fc from "fast-check";
import { expect, it } from "vitest";
import { bytesFromHex } from "./hex.ts";

it("hexadecimal text is decoded as in Node", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(bytesFromHex(Buffer.from(bytes).toString("hex"))).toEqual(Uint8Array.from(bytes));
    }),
    { seed: 1 },
  );
});
