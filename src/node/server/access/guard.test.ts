import { describe, expect, it } from "vitest";
import { refusalOf } from "../refusal.ts";
import { type Asker, checkOrigin, type Guard, isLoopback } from "./guard.ts";

const local: Guard = { host: "127.0.0.1" };

describe("checkOrigin", () => {
  it("lets in who calls the machine by a loopback name or the bound one, on any port", () => {
    for (const host of [
      "127.0.0.1:4100",
      "localhost:1",
      "LOCALHOST",
      "[::1]:4100",
      "127.1.2.3",
      "a.localhost",
    ])
      expect([host, statusOf({ host }, local)]).toEqual([host, 200]);
    expect(statusOf({ host: "box.lan:4100" }, { host: "box.lan" })).toBe(200);
    expect(statusOf({ host: "[fe80::1]:4100" }, { host: "fe80::1" })).toBe(200);
  });

  it("refuses a foreign, missing or crooked Host with a sentence", () => {
    const hosts = [
      "evil.example",
      "127.0.0.1.evil.example",
      "localhost.evil.example:4100",
      "evil@127.0.0.1",
      "",
    ];
    for (const host of [...hosts, "127.0.0.1:80:80", "box.lan", undefined])
      expect([host, statusOf({ host }, local)]).toEqual([host, 403]);
    expect(sentenceOf({ host: "evil.example" }, local)).toMatch(
      /^request: the Host must .*"evil\.example"; open/,
    );
  });

  it("bound to all addresses, takes the machine's own names and no others", () => {
    expect(statusOf({ host: "evil.example" }, { host: "0.0.0.0" })).toBe(403);
    expect(statusOf({ host: "127.0.0.1:4100" }, { host: "0.0.0.0" })).toBe(200);
  });

  it("refuses pages of another origin, the opaque one, and another port of this machine", () => {
    const host = "127.0.0.1:4100";
    for (const origin of [
      "http://evil.example",
      "null",
      "http://127.0.0.1:4101",
      "http://localhost:4100",
      "file://",
    ])
      expect([origin, statusOf({ host, origin }, local)]).toEqual([origin, 403]);
    for (const origin of ["http://127.0.0.1:4100", undefined])
      expect([origin, statusOf({ host, origin }, local)]).toEqual([origin, 200]);
  });

  it("refuses what a foreign page fetches without an Origin, but not a link that is followed", () => {
    const foreign = { host: "127.0.0.1", "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" };
    expect(statusOf(foreign, local)).toBe(403);
    expect(statusOf({ ...foreign, "sec-fetch-site": "same-site" }, local)).toBe(403);
    expect(statusOf({ ...foreign, "sec-fetch-site": "same-origin" }, local)).toBe(200);
    expect(statusOf({ ...foreign, "sec-fetch-mode": "navigate" }, local)).toBe(200);
    expect(statusOf({ ...foreign, "sec-fetch-mode": "navigate" }, local, "POST")).toBe(403);
  });
});

it("isLoopback knows the addresses of this machine alone", () => {
  for (const host of ["127.0.0.1", "localhost", "::1", "127.9.9.9"])
    expect([host, isLoopback(host)]).toEqual([host, true]);
  for (const host of ["0.0.0.0", "::", "192.168.0.1", "127.0.0.1.example", "example"])
    expect([host, isLoopback(host)]).toEqual([host, false]);
});

function told(check: () => void) {
  try {
    check();
    return { status: 200, sentence: "" };
  } catch (error) {
    return refusalOf(error)!;
  }
}

function statusOf(headers: Asker["headers"], guard: Guard, method = "GET"): number {
  return told(() => checkOrigin({ method, headers }, guard)).status;
}

function sentenceOf(headers: Asker["headers"], guard: Guard): string {
  return told(() => checkOrigin({ method: "GET", headers }, guard)).sentence;
}
