// Bytes as text, numbers as bytes, and digests.

export { base64FromBytes, base64FromNumbers, bytesFromBase64, bytesOf, float64FromBase64 } from "./base64.ts";
export { bytesFromHex } from "./hex.ts";
export { npyBytes } from "./npy.ts";
export { createSha256, type Hasher, sha256, utf8 } from "./sha256.ts";
