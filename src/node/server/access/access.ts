// Authorisation, if the server has a token. A program sends it with every request, in a header. A browser opens the link that
// contains it once, and gets a cookie instead: the token is then in no address, and no page can read either.
//
// When the server opens the browser, the link is briefly visible to other users in the list of processes. So that link
// contains a ticket instead of the token, which is valid once.

import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { refusal } from "../refusal.ts";
import type { Asker } from "./guard.ts";

export { addressPartLength, refuseBroken, refuseExpectation, refuseUnroutable } from "./broken-requests.ts";
export {
  askerOf,
  checkOrigin,
  fileSecurityPolicy,
  type Guard,
  isLoopback,
  securityHeaders,
} from "./guard.ts";
export { jsonBody } from "./json-body.ts";

export type Access = ReturnType<typeof openAccess>;

/** Without a token, every request is authorised. */
export function openAccess(token: string | undefined) {
  const tickets = new Set<string>();
  // Derived from the token, so that cookies stay valid when the server is restarted with the same one.
  const session = createHmac("sha256", token ?? "")
    .update("wherefore-cookie/1")
    .digest("base64url");
  const [isToken, isSession] = [sameAs(token ?? ""), sameAs(session)];
  const isKnown = ({ headers, port }: Asker): boolean => {
    if (token === undefined) return true;
    const bearer = bearerOf(headers.authorization);
    if (bearer !== undefined) return isToken(bearer);
    return cookiesOf(headers.cookie, cookieName(port)).some(isSession);
  };
  return {
    /** Whether a token is required. */
    isClosed: token !== undefined,
    isKnown,
    /** Rejects a request without the token. */
    check: (asker: Asker): void => {
      if (isKnown(asker)) return;
      const got = bearerOf(asker.headers.authorization) === undefined ? "none" : "another";
      throw refusal(
        401,
        `request: the server's token must come as Authorization: Bearer TOKEN, got ${got}; it is in the link that wherefore serve printed; a browser only has to open that link`,
      );
    },
    /** Whether this is the token or an unused ticket, which is consumed. */
    admits: (word: unknown): boolean => {
      if (token === undefined || typeof word !== "string") return false;
      return tickets.delete(word) || isToken(word);
    },
    /** The Set-Cookie header that authorises a browser for the server at this port. */
    cookie: (port: number | undefined): string =>
      `${cookieName(port)}=${session}; Path=/; HttpOnly; SameSite=Strict`,
    /** A new one-time substitute for the token in a link. */
    ticket: (): string => {
      const word = newToken();
      tickets.add(word);
      return word;
    },
  };
}

export function newToken(): string {
  return randomBytes(16).toString("hex");
}

/** With the port, because cookies are shared by all ports of a host: two servers would overwrite each other's. */
function cookieName(port: number | undefined): string {
  return `wherefore-${port ?? 0}`;
}

function bearerOf(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" ? /^Bearer +(.+)$/i.exec(header)?.[1] : undefined;
}

/** All cookies with this name: another server on this host may have set one too. */
function cookiesOf(header: string | string[] | undefined, name: string): string[] {
  return [header ?? []]
    .flat()
    .flatMap((line) => line.split(";"))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** Compares with this text in constant time. */
function sameAs(text: string): (candidate: string) => boolean {
  const digest = (of: string) => createHash("sha256").update(of).digest();
  const expected = digest(text);
  return (candidate) => timingSafeEqual(digest(candidate), expected);
}
