// A route as data: its input, its answer, and its handler. Both the server and /api/openapi.json are generated from these.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod";
import { inOurWords, valueText } from "../../core/index.ts";
import { refusal } from "./refusal.ts";

export interface Route<P = unknown, Q = unknown, B = unknown, A = unknown> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With the parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  /** JSON with a schema, or bytes, which the handler reads from the request. */
  readonly body?: z.ZodType<B> | "bytes";
  readonly status?: 200 | 201 | 202 | 204;
  /** JSON with a schema, or a content type, whose body the handler sends itself; absent: no content. */
  readonly answer?: z.ZodType<A> | string;
  /** Another possible status, without a body. */
  readonly emptyStatus?: 204;
  /** Error statuses beyond those of every route. */
  readonly refusals?: readonly number[];
  readonly handle: (input: RouteInput<P, Q, B>) => A | Promise<A>;
}

export interface RouteInput<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Method = Route["method"];

/** Checks the handler's types against the schemas, then erases them, so that all routes fit in one list. */
export function route<P = unknown, Q = unknown, B = unknown, A = unknown>(
  address: `${Method} /${string}`,
  summary: string,
  rest: Omit<Route<P, Q, B, A>, "method" | "path" | "summary">,
): Route {
  const [method, path] = address.split(" ") as [Method, string];
  return { method, path, summary, ...rest } as unknown as Route;
}

/** Aborted when the connection is closed. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.on("close", () => gone.abort());
  return gone.signal;
}

/** Registers a route. */
export function serveRoute(app: FastifyInstance, route: Route): void {
  const { method, path, params, query, body, status = 200, answer, handle } = route;
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ":$1"),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const input = {
        params: params && parsed(params, request.params, "the address"),
        query: parsed(query, request.query, "the query"),
        body: body === "bytes" ? undefined : body && parsed(body, request.body ?? {}, "the body"),
        request,
        reply,
      };
      const result = await handle(input);
      if (typeof answer === "string") return reply;
      return reply.code(status).send(answer === undefined ? undefined : result);
    },
  });
}

function parsed<T>(schema: z.ZodType<T> | undefined, value: unknown, where: string): T | undefined {
  if (schema === undefined) return undefined;
  const { success, data, error } = schema.safeParse(value, inOurWords);
  if (success) return data;
  const [{ path, message }] = error.issues;
  const part = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)?.[key], value);
  const name = path.length > 0 ? `"${path.join(".")}" of ${where}` : where;
  throw refusal(400, `request: ${name} must be ${message}, got ${valueText(part)}; see /api/openapi.json`);
}
