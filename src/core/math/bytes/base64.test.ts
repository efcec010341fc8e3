import fc from "fast-check";
import { expect, it } from "vitest";
import { base64FromBytes, bytesFromBase64 } from "./base64.ts";

it("base64 equals Node's, in both directions, for any bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), (bytes) => {
      const text = base64FromBytes(bytes);
      expect(text).toBe(Buffer.from(bytes).toString("base64"));
      expect(bytesFromBase64(text)).toEqual(Uint8Array.from(bytes));
    }),
    { seed: 1, numRuns: 200 },
  );
});
