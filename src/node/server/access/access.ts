// Who is let in, where the server has a token. A program sends it with every request, in a header. A browser opens the link
// that has it once, and gets a cookie in its place: the token itself is then in no address, and no page can read either.
//
// The link that is opened for a person stands for a moment in the list of processes, where other users of the machine can
// read it. It has a ticket instead, which is good for one use.

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

/** Without a token, everybody is let in. */
export function openAccess(token: string | undefined) {
  const tickets = new Set<string>();
  // Made of the token, so that a server that is started again with the same one knows its browsers.
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
    /** Is there a token? */
    isClosed: token !== undefined,
    isKnown,
    /** Refuses a request without the token. */
    check: (asker: Asker): void => {
      if (isKnown(asker)) return;
      const got = bearerOf(asker.headers.authorization) === undefined ? "none" : "another";
      throw refusal(
        401,
        `request: the server's token must come as Authorization: Bearer TOKEN, got ${got}; it is in the link that wherefore serve printed; a browser only has to open that link`,
      );
    },
    /** Is this the token, or a ticket that was not used before? It is used now. */
    admits: (word: unknown): boolean => {
      if (token === undefined || typeof word !== "string") return false;
      return tickets.delete(word) || isToken(word);
    },
    /** What a browser is to send from now on: a Set-Cookie for the server at this port. */
    cookie: (port: number | undefined): string =>
      `${cookieName(port)}=${session}; Path=/; HttpOnly; SameSite=Strict`,
    /** What a link may have in the token's place, once. */
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

/** Cookies know the machine and not the port: two servers would take each other's. */
function cookieName(port: number | undefined): string {
  return `wherefore-${port ?? 0}`;
}

function bearerOf(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" ? /^Bearer +(.+)$/i.exec(header)?.[1] : undefined;
}

/** Another server of this machine may have set one of the same name. */
function cookiesOf(header: string | string[] | undefined, name: string): string[] {
  return [header ?? []]
    .flat()
    .flatMap((line) => line.split(";"))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** Is it this text? In a time that tells nothing of where they differ. */
function sameAs(text: string): (candidate: string) => boolean {
  const digest = (of: string) => createHash("sha256").update(of).digest();
  const expected = digest(text);
  return (candidate) => timingSafeEqual(digest(candidate), expected);
}
