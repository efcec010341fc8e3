import { describe, expect, it } from "vitest";
import { refusalOf } from "../refusal.ts";
import { openAccess } from "./access.ts";
import type { Asker } from "./guard.ts";

const access = openAccess("secret");
const asker = (headers: Asker["headers"], port?: number): Asker => ({ method: "GET", headers, port });
const pairOf = (cookie: string) => cookie.split(";")[0];

describe("a server with a token", () => {
  it("knows programs by the header, and by no other word", () => {
    for (const authorization of ["Bearer secret", "bearer secret", "BEARER  secret"])
      expect([authorization, access.isKnown(asker({ authorization }))]).toEqual([authorization, true]);
    for (const authorization of ["Bearer other", "Bearer secret ", "Bearer ", "Basic secret", "secret", ""])
      expect([authorization, access.isKnown(asker({ authorization }))]).toEqual([authorization, false]);
    expect(access.isKnown(asker({}))).toBe(false);
  });

  it("gives a browser a cookie that holds for its own port, and not the token", () => {
    const cookie = access.cookie(4100);
    expect(cookie).toMatch(/^wherefore-4100=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain("secret");
    const own = pairOf(cookie);
    expect(access.isKnown(asker({ cookie: own }, 4100))).toBe(true);
    expect(access.isKnown(asker({ cookie: `a=b; wherefore-4100=x; ${own}; c=d` }, 4100))).toBe(true);
    expect(access.isKnown(asker({ cookie: own }, 4101))).toBe(false);
    for (const wrong of [`${own}x`, own.slice(0, -1), "wherefore-4100=secret", "wherefore-4100=", ""])
      expect([wrong, access.isKnown(asker({ cookie: wrong }, 4100))]).toEqual([wrong, false]);
    expect(openAccess("other").isKnown(asker({ cookie: own }, 4100))).toBe(false);
    expect(openAccess("secret").isKnown(asker({ cookie: own }, 4100))).toBe(true);
    // A wrong word is not made good by a cookie.
    expect(access.isKnown(asker({ cookie: own, authorization: "Bearer other" }, 4100))).toBe(false);
  });

  it("admits the token always, and a ticket once", () => {
    const ticket = access.ticket();
    expect(access.isKnown(asker({ authorization: `Bearer ${ticket}` }))).toBe(false);
    expect([access.admits(ticket), access.admits(ticket)]).toEqual([true, false]);
    expect([access.admits("secret"), access.admits("secret")]).toEqual([true, true]);
    for (const word of ["other", "", undefined, ["secret"], { secret: 1 }])
      expect([word, access.admits(word)]).toEqual([word, false]);
  });

  it("refuses with a sentence that has a way out and not the token", () => {
    const told = (headers: Asker["headers"]) => {
      try {
        access.check(asker(headers));
        return undefined;
      } catch (error) {
        return refusalOf(error)!;
      }
    };
    expect(told({ authorization: "Bearer secret" })).toBeUndefined();
    expect(told({})).toMatchObject({
      status: 401,
      sentence: expect.stringMatching(/^request: the server's token must .* got none; .*link/),
    });
    const { sentence } = told({ authorization: "Bearer almost-secre" })!;
    expect(sentence).toMatch(/got another;/);
    expect(sentence).not.toMatch(/secre/);
  });
});

it("a server without a token knows everybody, and admits by no word", () => {
  const open = openAccess(undefined);
  expect([open.isClosed, open.isKnown(asker({})), open.admits("")]).toEqual([false, true, false]);
});
