// A file server as anybody may have one: the files of a folder, and nothing else. With the two headers that let a page share
// memory, or without. And a hand on the runs of the page: their worker has a clock on which every step is late for its checkpoint,
// asks this server before it keeps one, and waits where a test holds it.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".csv": "text/csv; charset=utf-8",
};

const asking = `
if (self.name.startsWith("run")) {
  const now = performance.now.bind(performance);
  performance.now = () => 1e6 * now();
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) {
    const question = new XMLHttpRequest();
    question.open("GET", "/may-go-on", false);
    question.send();
    return put.apply(this, given);
  };
}
`;

export interface FileServerOptions {
  readonly isIsolated?: boolean;
  /** Where the files are: in a folder of somebody's site. */
  readonly under?: string;
  /** Can its runs be held? */
  readonly isHoldable?: boolean;
}

export type FileServer = Awaited<ReturnType<typeof fileServer>>;

export async function fileServer(folder: string, options: FileServerOptions = {}) {
  const { isIsolated = false, under = "/", isHoldable = false } = options;
  const holder = createHolder();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (isHoldable && pathname === "/may-go-on") return void holder.asked(() => response.end());
    if (isIsolated) {
      response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
      response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
    }
    const path = join(folder, normalize(pathname).slice(under.length) || "index.html");
    try {
      if (!pathname.startsWith(under)) throw new Error("not in the folder");
      const content = readFileSync(path);
      response.setHeader("Content-Type", types[extname(path)] ?? "application/octet-stream");
      if (isHoldable && path.includes("engine-worker")) response.write(asking);
      response.end(content);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${under}`,
    hold: holder.hold,
    release: holder.release,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function createHolder() {
  let isTime = async () => false;
  let onHeld = () => {};
  let waiting: (() => void)[] = [];
  let last = Promise.resolve();
  const answerOrHold = async (answer: () => void): Promise<void> => {
    if (waiting.length === 0 && !(await isTime())) return answer();
    waiting.push(answer);
    onHeld();
  };
  return {
    // One after the other: once a run is held the page may be left, and must not be looked at again.
    asked: (answer: () => void): Promise<void> => {
      last = last.then(() => answerOrHold(answer));
      return last;
    },
    /** Runs wait as soon as this is so; one does when the promise is kept. */
    hold: (when: () => Promise<boolean>): Promise<void> => {
      isTime = when;
      return new Promise<void>((resolve) => {
        onHeld = resolve;
      });
    },
    release: (): void => {
      isTime = async () => false;
      for (const answer of waiting) answer();
      waiting = [];
    },
  };
}
