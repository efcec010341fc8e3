// The server: tables, runs and the catalogue over HTTP, for the page and for programs.

import type { AddressInfo } from "node:net";
import { fastify } from "fastify";
import { check } from "../../core/index.ts";
import type { BatchPlace } from "../batch/batch-pool.ts";
import { openStore } from "../batch/store.ts";
import { versions } from "../runs/machine.ts";
import {
  type Access,
  addressPartLength,
  askerOf,
  checkOrigin,
  type Guard,
  jsonBody,
  openAccess,
  refuseBroken,
  refuseExpectation,
  refuseUnroutable,
  securityHeaders,
} from "./access/access.ts";
import { openDataFolder, openStorage } from "./data-folder/data-folder.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { nameRoutes } from "./name-routes.ts";
import { described } from "./openapi.ts";
import { servePage } from "./page-files.ts";
import { openQuestions, questionRoutes } from "./questions/questions.ts";
import { refusal, refusalOf } from "./refusal.ts";
import { type Route, serveRoute } from "./route.ts";
import { openRuns, runRoutes } from "./runs/runs.ts";
import { storeRoutes } from "./store-routes.ts";
import { openTables, tableRoutes } from "./tables/tables.ts";

export interface ServerOptions extends Guard {
  /** 0: any free port. */
  readonly port: number;
  /** The token that requests must present; without one, every request is answered. */
  readonly token?: string | undefined;
  readonly folder: string;
  /** The store of batches, which workers access through this server. */
  readonly store?: string | undefined;
  /** A queue whose workers compute the resamples of runs, with the store above. */
  readonly queue?: string | undefined;
  readonly limits?: Partial<Limits>;
  /** Whether to resume the runs that were interrupted when an earlier server in this folder was killed; true by default. */
  readonly resumes?: boolean;
  /** Called with unexpected errors, which are bugs. */
  readonly onBug?: (error: unknown) => void;
  /** Called with problems that do not keep the server from starting, as sentences. */
  readonly onWarning?: (sentence: string) => void;
}

export interface Server {
  readonly address: string;
  /** A link to the page that authorises one browser, once. */
  readonly link: () => string;
  /** Pauses all active runs and shuts down. */
  readonly close: () => Promise<void>;
}

export async function startServer(options: ServerOptions): Promise<Server> {
  const { host, port, token, onBug, onWarning } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const access = openAccess(token);
  const folder = await openDataFolder(options.folder, onWarning);
  try {
    let address = "";
    const curl = () => `curl${access.isClosed ? tokenHeader : ""} ${address}`;
    const storage = await openStorage(folder, limits.storageBytes);
    const tables = await openTables(folder, limits, storage);
    const runs = await openRuns(folder, tables, { limits, storage, curl, batch: batchPlace(options) });
    const questions = openQuestions(folder, tables, runs, limits);
    const routes = [
      ...tableRoutes(tables, runs, limits),
      ...runRoutes(runs),
      ...questionRoutes(questions),
      ...nameRoutes(limits),
      ...(options.store === undefined ? [] : storeRoutes(await openStore(options.store), limits)),
    ];
    const app = createApp(described(routes, versions().wherefore), { host, access }, onBug);
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
    const link = () => `${address}/${access.isClosed ? `?token=${access.ticket()}` : ""}`;
    return { address, link, close };
  } catch (error) {
    folder.close();
    throw error;
  }
}

function batchPlace({ queue, store }: ServerOptions): BatchPlace | undefined {
  check(queue === undefined || store !== undefined, "serve: a queue needs a store; give its folder", {
    field: "store",
  });
  return queue === undefined ? undefined : { queue, store: store! };
}

/** For the command that repeats a run: the token itself must not be recorded. */
const tokenHeader = ' --header "Authorization: Bearer $WHEREFORE_TOKEN"';

/** The HTTP application: the routes behind the guard, and the page. */
export function createApp(
  routes: readonly Route[],
  guard: Guard & { readonly access: Access },
  onBug: (error: unknown) => void = () => {},
) {
  const { access } = guard;
  const app = fastify({
    bodyLimit: 8e6,
    requestTimeout: 3_600_000,
    forceCloseConnections: true,
    // The guard rejects it with a sentence.
    http: { requireHostHeader: false },
    routerOptions: { maxParamLength: addressPartLength },
    frameworkErrors: refuseUnroutable,
    clientErrorHandler: refuseBroken,
  });
  app.server.on("checkExpectation", refuseExpectation);
  // JSON must be declared as such: a foreign page cannot send that content type without a preflight.
  app.removeContentTypeParser(["text/plain", "application/json"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, jsonBody(app));
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(securityHeaders);
    const asker = askerOf(request);
    checkOrigin(asker, guard);
    // By the matched route, not by the address, which has many spellings.
    if (request.routeOptions.config.isOpen && !request.is404) return;
    reply.header("cache-control", "no-store");
    access.check(asker);
  });
  app.setErrorHandler((error, _request, reply) => {
    const refused = refusalOf(error);
    if (refused === null) onBug(error);
    const { status, sentence, ...about } = refused ?? {
      status: 500,
      sentence: "server: this is a bug in wherefore; please report it with the steps that led here",
    };
    if (status === 429) reply.header("retry-after", "5");
    if (status === 401) reply.header("www-authenticate", "Bearer");
    return reply.code(status).send({ error: sentence, ...about });
  });
  app.setNotFoundHandler((request) => {
    throw refusal(
      404,
      `request: there is no ${request.method} ${request.url.split("?")[0].slice(0, 100)}; see /api/openapi.json`,
    );
  });

  for (const route of routes.filter(({ body }) => body !== "bytes")) serveRoute(app, route);
  app.register(async (scope) => {
    // For these the body is a stream, whatever its content type.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    for (const route of routes.filter(({ body }) => body === "bytes")) serveRoute(scope, route);
  });
  servePage(app, access);
  return app;
}
