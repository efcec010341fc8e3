// Requests that never reach a route: an address that cannot be decoded, oversized headers, bytes that are not HTTP. They are
// rejected in the same form as all others, with messages that repeat nothing of the request.

import { type IncomingMessage, maxHeaderSize, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { Refusal } from "../refusal.ts";
import { securityHeaders } from "./guard.ts";

/** Maximum length of a name or id in the address. */
export const addressPartLength = 200;

/** Rejects an address that the router cannot parse. */
export function refuseUnroutable(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const { status, sentence } = unroutable[error.code] ?? { status: 400, sentence: unreadable };
  reply
    .headers({ ...securityHeaders, "cache-control": "no-store" })
    .code(status)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify({ error: sentence }));
}

/** Rejects `Expect:` with anything but 100-continue. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const refused = { status: 417, sentence: "request: Expect must be 100-continue; leave it out" };
  response.writeHead(refused.status, headersOf(refused)).end(bodyOf(refused));
}

/** Rejects bytes that are not a complete HTTP request. */
export function refuseBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const refused = brokenRefusal(error.code);
  const lines = Object.entries(headersOf(refused)).map(([name, value]) => `${name}: ${value}`);
  const start = `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}`;
  socket.end(`${[start, ...lines].join("\r\n")}\r\n\r\n${bodyOf(refused)}`);
  // If the socket were closed at once, bytes still arriving would make the system discard the answer.
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.on("close", () => clearTimeout(timer));
  socket.resume();
}

const lingerMs = 1000;

/** The answer for an error code of the HTTP parser. */
export function brokenRefusal(code: string | undefined): Refusal {
  return broken[code ?? ""] ?? { status: 400, sentence: unreadable };
}

function bodyOf({ sentence }: Refusal): string {
  return JSON.stringify({ error: sentence });
}

function headersOf(refused: Refusal): Record<string, string> {
  return {
    ...securityHeaders,
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(bodyOf(refused))),
    connection: "close",
  };
}

const unreadable =
  "request: it must be HTTP/1.1 as programs send it, got something else; is the address http:// and not https://?";

const unroutable: Readonly<Record<string, Refusal>> = {
  FST_ERR_BAD_URL: {
    status: 400,
    sentence:
      "request: the address must be encoded as a URL, got one that cannot be decoded; write a % as %25",
  },
  FST_ERR_MAX_PARAM_LENGTH: {
    status: 414,
    sentence: `request: a part of the address must have at most ${addressPartLength} characters, got more; see /api/openapi.json`,
  },
};

const broken: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    sentence: `request: the address and headers must have at most ${maxHeaderSize} bytes, got more; send what is long as a body`,
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    sentence: "request: the parts of the body must come without extensions, got long ones; leave them out",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    sentence: "request: it must arrive complete and in time, got a part of it; send it again",
  },
};
