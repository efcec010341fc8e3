// Accepts only requests that address the server by its own name, and come from its own page or from no page. Authorisation is
// in access.ts.
//
// A page of another site can make a browser send requests to 127.0.0.1, and by DNS rebinding (pointing its own name there)
// read the answers too. Such requests have the foreign name as Host or Origin, or Sec-Fetch-Site: cross-site.

import { hostname, networkInterfaces } from "node:os";
import type { FastifyRequest } from "fastify";
import { refusal } from "../refusal.ts";

export interface Guard {
  /** The address that the server is bound to. */
  readonly host: string;
}

/** The parts of a request that identify its origin. */
export interface Asker {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The port on which the server was reached. */
  readonly port?: number | undefined;
}

export function askerOf({ method, headers, raw }: FastifyRequest): Asker {
  return { method, headers, port: raw.socket.localPort };
}

export const securityHeaders: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; worker-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
};

/** The policy for files of a run: displayed, but without scripts, requests or an origin. */
export const fileSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox; frame-ancestors 'self'";

/** Rejects requests with a foreign host name or from a foreign page. */
export function checkOrigin({ method, headers }: Asker, { host }: Guard): void {
  const name = textOf(headers.host);
  if (!isOwnHost(name, host))
    throw refusal(
      403,
      `request: the Host must be this machine's, got ${quoted(name)}; open the address that was printed at the start`,
    );
  const origin = textOf(headers.origin);
  if (origin !== undefined && !/^https?:\/\//.test(origin)) throw foreign(origin);
  if (origin !== undefined && origin.replace(/^https?:\/\//, "").toLowerCase() !== name!.toLowerCase())
    throw foreign(origin);
  const site = textOf(headers["sec-fetch-site"]) ?? "none";
  // Another site may link here; its page cannot read the answer to a navigation.
  const isVisit = method === "GET" && textOf(headers["sec-fetch-mode"]) === "navigate";
  if (site !== "none" && site !== "same-origin" && !isVisit) throw foreign("another site's page");
}

export function isLoopback(host: string): boolean {
  return /^(localhost|([\w-]+\.)*localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

function isOwnHost(host: string | undefined, bound: string): boolean {
  const name = /^(\[[0-9a-f:.%\w]+\]|[^:/@\s]+)(:\d+)?$/i.exec(host ?? "")?.[1].toLowerCase();
  if (name === undefined) return false;
  if (isLoopback(name)) return true;
  const bare = name.replace(/^\[|\]$/g, "");
  if (bare === bound.toLowerCase()) return true;
  // Bound to all addresses: each address of the machine, and its host name, is valid.
  return (bound === "0.0.0.0" || bound === "::") && machineNames().includes(bare);
}

function machineNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each?.map((a) => a.address) ?? []);
  return [hostname(), ...addresses].map((name) => name.toLowerCase());
}

function foreign(origin: string): Error {
  return refusal(
    403,
    `request: it must come from the server's own page, got ${quoted(origin)}; open the address that was printed at the start`,
  );
}

function quoted(text: string | undefined): string {
  return text === undefined ? "none" : `"${text.slice(0, 100)}"`;
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
