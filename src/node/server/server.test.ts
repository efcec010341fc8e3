import { describe, expect, it } from "vitest";
import * as z from "zod";
import { InputError, prunings, scores, searches } from "../../core/index.ts";
import { openAccess } from "./access/access.ts";
import { defaultLimits } from "./limits.ts";
import { nameRoutes } from "./name-routes.ts";
import { described } from "./openapi.ts";
import { questionRoutes } from "./questions/question-routes.ts";
import type { Questions } from "./questions/questions.ts";
import { refusal } from "./refusal.ts";
import { route } from "./route.ts";
import { runRoutes } from "./runs/run-routes.ts";
import type { Runs } from "./runs/runs.ts";
import { createApp } from "./server.ts";
import { tableRoutes } from "./tables/table-routes.ts";
import type { Tables } from "./tables/tables.ts";

const bugs: unknown[] = [];
const own = [
  route("POST /api/echo/{name}", "Echo", {
    params: z.strictObject({ name: z.string().max(5) }),
    body: z.strictObject({ n: z.number().int() }),
    answer: z.strictObject({ n: z.number(), name: z.string() }),
    handle: ({ params: { name }, body: { n } }) => ({ n, name }),
  }),
  route("GET /api/fails/{how}", "Fails", {
    params: z.strictObject({ how: z.string() }),
    handle: ({ params: { how } }) => {
      if (how === "input")
        throw new InputError("table: a sentence", { field: "score", remedies: [{ set: { score: "bic" } }] });
      if (how === "refused") throw refusal(429, "runs: too many");
      throw new Error("secret details");
    },
  }),
];
const named = nameRoutes(defaultLimits);
const open = { host: "127.0.0.1", access: openAccess(undefined) };
const app = createApp(described([...own, ...named], "1.2.3"), open, (bug) => bugs.push(bug));

const host = "127.0.0.1:4100";
const ask = async (
  method: "GET" | "POST" | "PUT",
  url: string,
  payload?: string,
  type = "application/json",
) => {
  const headers = { host, ...(payload !== undefined && { "content-type": type }) };
  const { statusCode: status, body, headers: got } = await app.inject({ method, url, payload, headers });
  return { status, body: JSON.parse(body), headers: got };
};

describe("the server", () => {
  it("answers by the schemas of a route", async () => {
    expect(await ask("POST", "/api/echo/abc", '{"n": 3}')).toMatchObject({
      status: 200,
      body: { n: 3, name: "abc" },
    });
  });

  it("refuses bodies, addresses and types that are not as the schemas say, with a sentence", async () => {
    for (const [status, url, payload, type, sentence] of [
      [400, "/api/echo/a", '{"n": ', undefined, /^request: the body must be JSON/],
      [400, "/api/echo/a", "", undefined, /^request: the body must be JSON/],
      [400, "/api/echo/a", '{"n": 1.5}', undefined, /^request: "n" of the body must .* got 1\.5/],
      [400, "/api/echo/a", '{"n": 1, "more": 2}', undefined, /more/],
      [400, "/api/echo/a", '{"n": 1, "__proto__": {"x": 1}}', undefined, /JSON/],
      [400, "/api/echo/abcdef", '{"n": 1}', undefined, /^request: "name" of the address/],
      [415, "/api/echo/a", "n=1", "text/plain", /^request: the body must be JSON/],
      [413, "/api/echo/a", `"${"x".repeat(9e6)}"`, undefined, /^request: the body must have at most 8 MB/],
      [404, "/api/nothing", "{}", undefined, /^request: there is no POST \/api\/nothing/],
      [404, "/api/../../etc/passwd", "{}", undefined, /^request: there is no POST/],
      [400, "/api/echo/%zz", "{}", undefined, /^request: the address must be encoded as a URL/],
      [
        414,
        `/api/echo/${"a".repeat(300)}`,
        "{}",
        undefined,
        /^request: a part of the address must have at most 200/,
      ],
    ] as const) {
      const { status: got, body } = await ask("POST", url, payload, type);
      expect([url, payload.slice(0, 20), got]).toEqual([url, payload.slice(0, 20), status]);
      expect(body.error).toMatch(sentence);
    }
  });

  it("tells the caller's mistakes in their sentences, and of its own bugs nothing but that", async () => {
    expect(await ask("GET", "/api/fails/input")).toMatchObject({
      status: 400,
      body: {
        error: "table: a sentence; set score to bic",
        field: "score",
        remedies: [{ set: { score: "bic" } }],
      },
    });
    const refused = await ask("GET", "/api/fails/refused");
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "5"]);
    expect(refused.body).toEqual({ error: "runs: too many" });
    expect(bugs).toEqual([]);
    const failed = await ask("GET", "/api/fails/bug");
    expect(failed.status).toBe(500);
    expect(JSON.stringify(failed.body)).not.toContain("secret");
    expect(String(bugs[0])).toContain("secret details");
  });

  it("sends the headers of security with answers and refusals alike", async () => {
    for (const url of ["/api/version", "/api/nothing"]) {
      expect((await ask("GET", url)).headers).toMatchObject({
        "content-security-policy": expect.stringContaining("default-src 'self'"),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-embedder-policy": "require-corp",
        "cross-origin-resource-policy": "same-origin",
      });
    }
  });

  it("says of the page without sending it that it is there", async () => {
    const { statusCode, body } = await app.inject({ method: "HEAD", url: "/", headers: { host } });
    expect([statusCode, body]).toEqual([200, ""]);
  });

  describe("with a token", () => {
    const access = openAccess("secret");
    const guarded = createApp(described(named, "1"), { host: "127.0.0.1", access });
    const get = (url: string, headers: Record<string, string> = {}) =>
      guarded.inject({ url, headers: { host, ...headers } });

    it("answers nothing but the page's files without it, by whatever spelling of the address", async () => {
      for (const url of [
        "/api/version",
        "/%61pi/version",
        "/ap%69/version",
        "http://x/api/version",
        "http://127.0.0.1/%61pi/version",
        "/api/openapi.json",
        "/api/version?token=secret",
        "/api/nothing",
        "/nothing",
        "/api",
        "//api/version",
        "/api/version/",
        "/API/version",
      ]) {
        const { statusCode, body, headers } = await get(url);
        expect([url, statusCode, JSON.parse(body).error]).toEqual([
          url,
          401,
          expect.stringMatching(/^request: the server's token must/),
        ]);
        expect(headers).toMatchObject({ "www-authenticate": "Bearer", "cache-control": "no-store" });
      }
      expect((await get("/api/version", { authorization: "Bearer secret" })).statusCode).toBe(200);
      expect((await get("/%61pi/version", { authorization: "Bearer secret" })).statusCode).toBe(200);
      expect((await get("/nothing", { authorization: "Bearer secret" })).statusCode).toBe(404);
    });

    it("exchanges the link's token for a cookie, and takes it from the address", async () => {
      for (const link of ["/", "/?token=", "/?token=other", "/?token=secret&token=secret"]) {
        const { statusCode, headers } = await get(link);
        expect([link, statusCode, headers["set-cookie"]]).toEqual([link, 401, undefined]);
      }
      const entered = await get("/?token=secret");
      expect([entered.statusCode, entered.headers.location, entered.body]).toEqual([303, "/", ""]);
      const cookie = String(entered.headers["set-cookie"]);
      expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
      const own = { cookie: cookie.split(";")[0] };
      expect((await get("/", own)).statusCode).toBe(200);
      expect((await get("/api/version", own)).statusCode).toBe(200);
      // A link of a server before leads on, where the browser is let in already.
      expect((await get("/?token=old", own)).statusCode).toBe(303);
    });

    it("takes no cookie from a foreign page, on another port of this machine either", async () => {
      const own = { cookie: access.cookie(undefined).split(";")[0] };
      expect((await get("/api/version", own)).statusCode).toBe(200);
      for (const foreign of [
        { origin: "http://127.0.0.1:9999" },
        { origin: "null" },
        { "sec-fetch-site": "same-site" },
        { "sec-fetch-site": "cross-site" },
      ] as Record<string, string>[])
        expect((await get("/api/version", { ...own, ...foreign })).statusCode).toBe(403);
    });
  });
});

describe("what there is to choose from", () => {
  it("is all of the registry, with the options of each search", async () => {
    const { body } = await ask("GET", "/api/catalogue");
    expect(body.searches.map(({ name }: { name: string }) => name)).toEqual(Object.keys(searches));
    const pc = body.searches.find(({ name }: { name: string }) => name === "pc");
    const test = pc.options.find(({ name }: { name: string }) => name === "test");
    expect(test).toMatchObject({
      help: expect.stringContaining("fisher-z"),
      schema: { type: "string" },
    });
    expect(test.schema.enum).toContain("kci");
    expect(body.scores).toHaveLength(Object.keys(scores).length);
    expect(body.prunings).toHaveLength(Object.keys(prunings).length);
  });
});

describe("the description", () => {
  const routes = described(
    [
      ...tableRoutes({} as Tables, {} as Runs, defaultLimits),
      ...runRoutes({} as Runs),
      ...questionRoutes({} as Questions),
      ...named,
    ],
    "1.2.3",
  );

  it("has every route that is served, and no other", async () => {
    const whole = createApp(routes, open);
    const { body } = await whole.inject({ url: "/api/openapi.json", headers: { host } });
    const { paths, openapi } = JSON.parse(body) as { openapi: string; paths: Record<string, object> };
    expect(openapi).toBe("3.1.0");
    const told = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
    );
    expect(told).toHaveLength(routes.length);
    for (const line of told) {
      const [method, url] = line.split(" ");
      expect([line, whole.hasRoute({ method: method as "GET", url })]).toEqual([line, true]);
    }
    for (const path of ["/api/tables", "/api/runs/{id}/events", "/api/catalogue", "/api/openapi.json"])
      expect(Object.keys(paths)).toContain(path);
  });

  it("names the parameters of every address, and has a schema for every body in JSON", () => {
    for (const { path, params } of routes) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect([path, Object.keys((params as z.ZodObject | undefined)?.shape ?? {})]).toEqual([path, names]);
    }
  });
});
