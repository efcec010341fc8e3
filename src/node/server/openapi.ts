// The OpenAPI 3.1 description of the API, generated from the routes themselves.

import * as z from "zod";
import { wire } from "../../core/index.ts";
import { type Route, route } from "./route.ts";

type Json = Readonly<Record<string, unknown>>;

/** Error statuses that every route may return. */
const everywhere = [400, 401, 403, 500, 507];

const meanings: Readonly<Record<number, string>> = {
  200: "done",
  201: "made",
  202: "under way",
  204: "done; no content",
  400: "invalid request",
  401: "missing or wrong token",
  403: "request from another origin",
  404: "not found",
  409: "not possible in this state",
  413: "body too large",
  415: "unsupported content type",
  422: "table not accepted",
  429: "too many concurrent requests",
  500: "a bug in wherefore",
  507: "storage full, or a disk that cannot be used",
};

/** The routes, plus one that describes them all, including itself. */
export function described(routes: readonly Route[], version: string): Route[] {
  let description: Json | undefined;
  const all: Route[] = [
    ...routes,
    route("GET /api/openapi.json", "This description", {
      answer: z.record(z.string(), z.unknown()),
      handle: () => (description ??= openApi(all, version)),
    }),
  ];
  return all;
}

function openApi(routes: readonly Route[], version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    paths[route.path] ??= {};
    paths[route.path][route.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "wherefore",
      version,
      description: "Causal discovery from a table of observations: upload a table, start a run, watch it.",
    },
    paths,
    components: {
      securitySchemes: {
        header: { type: "http", scheme: "bearer", description: "the token that the server was started with" },
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: "wherefore-PORT",
          description: "the cookie of a browser that opened the link with the token",
        },
      },
      schemas: { Refused: schemaOf(wire.refused, "output") },
    },
    security: [{ header: [] }, { cookie: [] }],
  };
}

function operation(route: Route): Json {
  const { path, method, summary, params, query, body, status = 200, answer, emptyStatus, refusals } = route;
  const content = typeof answer === "string" ? { [answer]: {} } : json(answer, "output");
  const ofBody = body !== undefined && body !== "bytes" ? [413, 415] : [];
  const statuses = [...everywhere, ...ofBody, ...(refusals ?? [])].sort();
  const refusing = { "application/json": { schema: { $ref: "#/components/schemas/Refused" } } };
  return {
    summary,
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^\w]+(\w?)/g, (_, c: string) => c.toUpperCase())}`,
    parameters: [...parameters(params, "path"), ...parameters(query, "query")],
    ...(body && {
      requestBody: {
        required: true,
        content: body === "bytes" ? { "application/octet-stream": {} } : json(body, "input"),
      },
    }),
    responses: {
      [status]: { description: meanings[status], ...(content && { content }) },
      ...(emptyStatus && { [emptyStatus]: { description: meanings[emptyStatus] } }),
      ...Object.fromEntries(statuses.map((s) => [s, { description: meanings[s], content: refusing }])),
    },
  };
}

function parameters(schema: z.ZodType | undefined, place: "path" | "query"): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }));
}

function json(schema: z.ZodType | undefined, io: "input" | "output"): Json | undefined {
  return schema && { "application/json": { schema: schemaOf(schema, io) } };
}

/** JSON Schema; types that it cannot represent become unrestricted. */
function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
