// The files of the page, where it is built. They are listed once, at the start: a request is looked up in the list, and so
// cannot lead anywhere else.

import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
  ".ico": "image/x-icon",
  ".map": "application/json; charset=utf-8",
};

const builtPage = fileURLToPath(new URL("../../web", import.meta.url));

/** Serves index.html and the folder page beside it (the library is there too); a sentence where there is no page. */
export function servePage(app: FastifyInstance, folder: string = builtPage): void {
  const files = new Map(
    filesIn(join(folder, "page")).map((path) => [`/page/${path}`, join(folder, "page", path)]),
  );
  const index = indexOf(folder);
  app.get("/", (_request, reply) =>
    index === undefined
      ? reply
          .type("text/plain; charset=utf-8")
          .send(
            "wherefore is here for programs: /api/openapi.json says how to ask it. This copy has no page.\n",
          )
      : reply.type(types[".html"]).header("cache-control", "no-cache").send(index),
  );
  for (const [url, path] of files) {
    app.get(url, (_request, reply) =>
      reply
        .type(types[extname(path)] ?? "application/octet-stream")
        // Their names change with what is in them.
        .header("cache-control", "max-age=31536000, immutable")
        .send(createReadStream(path)),
    );
  }
}

/** The page, told that its engine is the server that it came from. */
function indexOf(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, "index.html"), "utf8").replace("<html", '<html data-engine="server"');
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
