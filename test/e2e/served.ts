// The built server as a child process, and a client that checks every answer against the server's OpenAPI description.

import { expect } from "vitest";
import * as z from "zod";
import type { programIn } from "./program.ts";

type Started = ReturnType<ReturnType<typeof programIn>["started"]>;

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what it is, the description says
  readonly body: any;
  readonly headers: Headers;
}

interface Operation {
  readonly responses: Record<string, { content?: Record<string, { schema?: object }> }>;
}

interface Description {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, object> };
}

/** Routes that were asked, by the description's names. */
export const askedRoutes = new Set<string>();

/** Waits until the server says where it is; asks it with the token of the link that it prints. */
export async function served({ child, ended }: Started) {
  let out = "";
  const link = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (text) => {
      out += text;
      const found = /^wherefore is at (http:\S+)\n/.exec(out)?.[1];
      if (found) resolve(found.replace("0.0.0.0", "127.0.0.1"));
    });
    void ended.then(({ err }) => reject(new Error(err)));
  });
  const { origin: address, searchParams } = new URL(link);
  const token = searchParams.get("token");
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  /** Of this path, with the token. */
  const get = (path: string, { headers: more, ...rest }: Omit<RequestInit, "headers"> & More = {}) =>
    fetch(address + path, { ...rest, headers: { ...headers, ...more } });
  let asked: Promise<Description> | undefined;
  /** The server's description of itself, asked for once, by whoever needs it. */
  const description = (): Promise<Description> =>
    (asked ??= get("/api/openapi.json").then((answer) => answer.json() as Promise<Description>));
  askedRoutes.add("GET /api/openapi.json");
  /** By the schema of an answer. */
  const checkers = new Map<object, z.ZodType>();

  /** Asks, and checks that the answer is what the description says. */
  const ask = async (method: string, url: string, body?: unknown): Promise<Answer> => {
    const isBytes = typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;
    const type = isBytes ? "application/octet-stream" : "application/json";
    const response = await get(url, {
      method,
      headers: body === undefined ? {} : { "content-type": type },
      body: body === undefined ? undefined : isBytes ? body : JSON.stringify(body),
      ...(body instanceof ReadableStream && { duplex: "half" }),
    } as Omit<RequestInit, "headers"> & More);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    const got = isJson ? JSON.parse(text) : text;
    checkAnswer(await description(), method, url, response.status, got);
    return { status: response.status, body: got, headers: response.headers };
  };

  const checkAnswer = (
    { paths, components }: Description,
    ...[method, url, status, body]: [string, string, number, unknown]
  ): void => {
    const route = Object.keys(paths).find(
      (path) =>
        new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(url.split("?")[0]) &&
        method.toLowerCase() in paths[path],
    );
    expect(route, `${method} ${url}`).toBeDefined();
    askedRoutes.add(`${method} ${route}`);
    const { responses } = paths[route!][method.toLowerCase()];
    expect(Object.keys(responses), `${method} ${url}: ${JSON.stringify(body)}`).toContain(String(status));
    const schema = responses[status].content?.["application/json"]?.schema;
    if (schema === undefined) return;
    const resolved = "$ref" in schema ? components.schemas.Refused : schema;
    if (!checkers.has(resolved))
      checkers.set(resolved, z.fromJSONSchema(resolved as z.core.JSONSchema.JSONSchema));
    const { success, error } = checkers.get(resolved)!.safeParse(body);
    expect(success, `${method} ${url}: ${error?.message}`).toBe(true);
  };

  /** The run once it has one of these states. */
  const when = async (id: string, ...states: string[]) => {
    for (;;) {
      const { body } = await ask("GET", `/api/runs/${id}`);
      if (states.includes(body.status)) return body;
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  };
  return { address, link, token, headers, description, get, ask, when, child, ended };
}

interface More {
  readonly headers?: Readonly<Record<string, string>>;
}

export type Served = Awaited<ReturnType<typeof served>>;

export interface SentEvent {
  readonly id?: number;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: an event is what its type says
  readonly data: any;
}

/** The events of a stream, until it ends or so many have come. */
export async function eventsOf(
  { get }: Pick<Served, "get">,
  run: string,
  { most = Infinity, after }: { most?: number; after?: number } = {},
) {
  const headers: Record<string, string> = after === undefined ? {} : { "last-event-id": String(after) };
  const response = await get(`/api/runs/${run}/events`, { headers });
  const out: SentEvent[] = [];
  if (response.status !== 200) return { status: response.status, events: out };
  let text = "";
  const decoder = new TextDecoder();
  const reader = response.body!.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop()!;
    for (const block of blocks) {
      const type = /^event: (.*)$/m.exec(block)?.[1];
      if (type === undefined) continue;
      const id = /^id: (\d+)$/m.exec(block)?.[1];
      const data = JSON.parse(/^data: (.*)$/m.exec(block)![1]);
      out.push({ type, data, ...(id && { id: Number(id) }) });
    }
    if (out.length < most) continue;
    await reader.cancel();
    break;
  }
  return { status: 200, events: out };
}

/** A result's text without what differs between two runs of the same. */
export function comparable(text: string): string {
  return text.replace(/"seconds": [\d.e+-]+/, '"seconds": 0').replace(/"checksum": "\S+"/, '"checksum": ""');
}
