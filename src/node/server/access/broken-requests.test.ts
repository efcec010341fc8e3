import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApp } from "../server.ts";
import { openAccess } from "./access.ts";
import { brokenRefusal } from "./broken-requests.ts";

const app = createApp([], { host: "127.0.0.1", access: openAccess("secret") });
let port = 0;
beforeAll(async () => {
  port = Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port);
});
afterAll(() => app.close());

/** All that comes back for these bytes until the connection ends. */
const answerTo = (bytes: string) =>
  new Promise<string>((resolve) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
  });

const host = "Host: 127.0.0.1";

it("refuses what is no request in the form of every refusal, and repeats nothing of it", async () => {
  for (const [bytes, status] of [
    ["secret words\r\n\r\n", 400],
    [`BREW /secret HTTP/1.1\r\n${host}\r\n\r\n`, 400],
    [`GET /secret HTTP/9.9\r\n${host}\r\n\r\n`, 400],
    [`GET /a b secret HTTP/1.1\r\n${host}\r\n\r\n`, 400],
    ["\x16\x03\x01\x02\x00\x01\x00secret", 400],
    [`GET / HTTP/1.1\r\n${host}\r\nContent-Length: -1\r\n\r\n`, 400],
    [`GET / HTTP/1.1\r\n${host}\r\nX-Long: ${"secret".repeat(5000)}\r\n\r\n`, 431],
    [`GET /${"secret".repeat(5000)} HTTP/1.1\r\n${host}\r\n\r\n`, 431],
    [`GET /%zz?secret HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`, 400],
    [`GET / HTTP/1.1\r\n${host}\r\nExpect: secret\r\nConnection: close\r\n\r\n`, 417],
  ] as const) {
    const text = await answerTo(bytes);
    const [head, body] = text.split("\r\n\r\n");
    expect([bytes.slice(0, 40), head.split("\r\n")[0]]).toEqual([
      bytes.slice(0, 40),
      expect.stringMatching(new RegExp(`^HTTP/1\\.1 ${status} `)),
    ]);
    expect(JSON.parse(body).error).toMatch(/^request: .+ (must|cannot) .+/);
    expect(head).toMatch(/content-type: application\/json/i);
    expect(head).toMatch(/x-content-type-options: nosniff/i);
    expect(text).not.toContain("secret");
  }
});

it("has a status for each way in which a request can break", () => {
  expect(
    [
      "HPE_HEADER_OVERFLOW",
      "ERR_HTTP_REQUEST_TIMEOUT",
      "HPE_CHUNK_EXTENSIONS_OVERFLOW",
      "HPE_ANY",
      undefined,
    ].map((code) => brokenRefusal(code).status),
  ).toEqual([431, 408, 413, 400, 400]);
});
