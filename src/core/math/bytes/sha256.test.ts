import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createSha256, sha256, utf8 } from "./sha256.ts";

it("gives the digests of FIPS 180-4", () => {
  expect(sha256([""])).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(sha256(["abc"])).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(sha256(["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"])).toBe(
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
  expect(sha256([new Uint8Array(1_000_000).fill(97)])).toBe(
    "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
  );
});

it("equals Node's digest, however the input is split", () => {
  const parts = fc.array(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: "binary" })));
  fc.assert(
    fc.property(parts, (given) => {
      const theirs = createHash("sha256");
      for (const part of given) theirs.update(part);
      expect(sha256(given)).toBe(theirs.digest("hex"));
    }),
    { seed: 1, numRuns: 300 },
  );
});

it("can return intermediate digests", () => {
  const hash = createSha256();
  hash.update(utf8("ab"));
  expect(hash.digest()).toBe(sha256(["ab"]));
  hash.update(utf8("c"));
  expect(hash.digest()).toBe(sha256(["abc"]));
});

it("encodes texts as UTF-8, including unpaired surrogates", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(utf8(text)).toEqual(new TextEncoder().encode(text));
    }),
    { seed: 2 },
  );
  expect(utf8("a\uD800é€😀")).toEqual(new TextEncoder().encode("a\uD800é€😀"));
});
