// The server: tables, runs and what there is to choose from, over HTTP, for the page and for programs.

import type { AddressInfo } from "node:net";
import { fastify } from "fastify";
import { versions } from "../runs/machine.ts";
import { openDataFolder } from "./data-folder.ts";
import { checkOrigin, checkToken, type Guard, securityHeaders } from "./guard.ts";
import { jsonBody } from "./json-body.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { nameRoutes } from "./name-routes.ts";
import { described } from "./openapi.ts";
import { servePage } from "./page-files.ts";
import { questionRoutes } from "./question-routes.ts";
import { openQuestions } from "./questions.ts";
import { refusal, refusalOf } from "./refusal.ts";
import { type Route, serveRoute } from "./route.ts";
import { runRoutes } from "./run-routes.ts";
import { openRuns } from "./runs.ts";
import { tableRoutes } from "./table-routes.ts";
import { openTables } from "./tables.ts";

export interface ServerOptions extends Guard {
  /** 0: one that is free. */
  readonly port: number;
  readonly folder: string;
  readonly limits?: Partial<Limits>;
  /** Go on with the runs that were cut off when an earlier server in this folder was killed (true)? */
  readonly resumes?: boolean;
  /** Told of a bug of ours. */
  readonly onBug?: (error: unknown) => void;
}

export interface Server {
  readonly address: string;
  /** Pauses the runs that go on, and ends. */
  readonly close: () => Promise<void>;
}

export async function startServer(options: ServerOptions): Promise<Server> {
  const { host, port, token, onBug } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const folder = await openDataFolder(options.folder);
  try {
    let address = "";
    const tables = await openTables(folder, limits);
    const runs = await openRuns(folder, tables, { limits, address: () => address });
    const questions = openQuestions(folder, tables, runs, limits);
    const routes = [
      ...tableRoutes(tables, runs, limits),
      ...runRoutes(runs),
      ...questionRoutes(questions),
      ...nameRoutes(limits),
    ];
    const app = createApp(described(routes, versions().wherefore), { host, token }, onBug);
    await app.listen({ host, port });
    const { port: bound } = app.server.address() as AddressInfo;
    address = `http://${host.includes(":") ? `[${host}]` : host}:${bound}`;
    if (options.resumes !== false) await runs.resumeKilled();
    const close = async () => {
      questions.close();
      await runs.close();
      app.server.closeAllConnections();
      await app.close();
      folder.close();
    };
    return { address, close };
  } catch (error) {
    folder.close();
    throw error;
  }
}

/** What answers: the routes behind the guard, and the page. */
export function createApp(
  routes: readonly Route[],
  guard: Guard,
  onBug: (error: unknown) => void = () => {},
) {
  const app = fastify({
    bodyLimit: 8e6,
    requestTimeout: 3_600_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
  });
  // JSON says what it is: what a foreign page could send without asking first does not.
  app.removeContentTypeParser(["text/plain", "application/json"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, jsonBody(app));
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(securityHeaders);
    const { method, headers } = request;
    const { token } = request.query as { token?: unknown };
    const asker = { method, headers, token: typeof token === "string" ? token : undefined };
    checkOrigin(asker, guard);
    if (request.url.startsWith("/api")) {
      reply.header("cache-control", "no-store");
      checkToken(asker, guard);
    }
  });
  app.setErrorHandler((error, _request, reply) => {
    const refused = refusalOf(error);
    if (refused === null) onBug(error);
    const { status, sentence } = refused ?? {
      status: 500,
      sentence: "server: this is a bug of ours, please report it with what led here",
    };
    if (status === 429) reply.header("retry-after", "5");
    return reply.code(status).send({ error: sentence });
  });
  app.setNotFoundHandler((request) => {
    throw refusal(
      404,
      `request: there is no ${request.method} ${request.url.split("?")[0].slice(0, 100)}; see /api/openapi.json`,
    );
  });

  for (const route of routes.filter(({ body }) => body !== "bytes")) serveRoute(app, route);
  app.register(async (scope) => {
    // Of these the body is a stream, whatever it says it is.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    for (const route of routes.filter(({ body }) => body === "bytes")) serveRoute(scope, route);
  });
  servePage(app);
  return app;
}
