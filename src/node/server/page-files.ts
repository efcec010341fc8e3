// The files of the page, if it is built. They are listed once, at the start: a request is looked up in the list, and so cannot
// reach any other file. They contain no user data, and are all that is served without the token.

import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { type Access, askerOf } from "./access/access.ts";
import { contentTypes } from "./content-types.ts";

const builtPage = fileURLToPath(new URL("../../web", import.meta.url));

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the route is served without the token. */
    readonly isOpen?: boolean;
  }
}

const isOpen = { config: { isOpen: true } };

/** Serves index.html and the folder `page` beside it (but not the library there); without a built page, a sentence. */
export function servePage(app: FastifyInstance, access: Access, folder: string = builtPage): void {
  const files = new Map(
    filesIn(join(folder, "page")).map((path) => [`/page/${path}`, join(folder, "page", path)]),
  );
  const page = htmlIn(folder, "index.html")?.replace("<html", '<html data-engine="server"') ?? missing;
  const closed = htmlIn(folder, "closed.html") ?? closedSentence;
  app.get("/", isOpen, (request, reply) => {
    const asker = askerOf(request);
    const { token: word } = request.query as { token?: unknown };
    const isAdmitted = access.admits(word);
    if (isAdmitted) reply.header("set-cookie", access.cookie(asker.port));
    const isKnown = isAdmitted || access.isKnown(asker);
    reply.header("cache-control", "no-store");
    // Removes the token from the address bar and from everything the page can see of its address.
    if (isKnown && word !== undefined) return reply.code(303).header("location", "/").send();
    const text = isKnown ? page : closed;
    const type = text.startsWith("<") ? ".html" : ".txt";
    return reply
      .code(isKnown ? 200 : 401)
      .type(contentTypes[type])
      .send(text);
  });
  for (const [url, path] of files) {
    app.get(url, isOpen, (_request, reply) =>
      reply
        .type(contentTypes[extname(path)] ?? "application/octet-stream")
        // Their names contain a hash of the content.
        .header("cache-control", "max-age=31536000, immutable")
        .send(createReadStream(path)),
    );
  }
}

const missing = "This server has the HTTP API only, described at /api/openapi.json. This copy has no page.\n";
const closedSentence =
  "Open the link that wherefore serve printed when it was started: it has the token. Programs send Authorization: Bearer TOKEN.\n";

function htmlIn(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), "utf8");
  } catch {
    return undefined; // not built
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll("\\", "/"),
      )
      .filter((path) => /^[\w./-]+$/.test(path));
  } catch {
    return []; // not built
  }
}
