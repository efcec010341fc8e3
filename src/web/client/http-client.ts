// The engine on a server (docs/server.md). The browser holds the server's cookie and sends it automatically.

import {
  InputError,
  isGoing,
  type LoggedEvent,
  type NamedEdge,
  newestOnly,
  type RefusedBody,
  type RunResult,
  refusedError,
  type wire,
} from "../../core/index.ts";
import type { Client, ExamineOptions, News } from "./client.ts";

export interface HttpClientOptions {
  /** Base address of the server's /api; by default that of the page, which the server serves. */
  readonly base?: string;
}

export function httpClient({ base = "" }: HttpClientOptions = {}): Client {
  const address = (path: string, query: Query = {}): string => {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value === undefined) continue;
      for (const one of typeof value === "string" ? [value] : value) params.append(name, one);
    }
    const text = params.toString();
    return `${base}/api/${path}${text === "" ? "" : `?${text}`}`;
  };
  const answer = async (
    method: string,
    path: string,
    { body, query, signal }: Asking = {},
  ): Promise<Response> => {
    const sent = fetch(address(path, query), {
      method,
      ...(signal && { signal }),
      ...(body !== undefined && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    const response = await reached(sent);
    if (!response.ok)
      throw Object.assign(refusedError(await refusedOf(response)), { status: response.status });
    return response;
  };
  const json = async <T>(method: string, path: string, asking?: Asking): Promise<T> =>
    reached((await answer(method, path, asking)).json() as Promise<T>);
  const get = <T>(path: string, query?: Query): Promise<T> => json<T>("GET", path, { query });
  const [examining, estimating, looking] = [newestSignal(), newestSignal(), newestSignal()];

  return {
    kind: "server",
    version: () => get("version"),
    catalogue: () => get("catalogue"),
    examples: async () => (await get<{ examples: wire.Example[] }>("examples")).examples,
    damaged: async (of) => (await get<{ damaged: wire.Damaged }>(of)).damaged,
    tables: async () => (await get<{ tables: wire.Table[] }>("tables")).tables,
    table: (id) => get(`tables/${id}`),
    addTable: (file, onProgress) => upload(address("tables", { name: file.name }), file, onProgress),
    addSheet: (id, sheet) => json("POST", `tables/${id}/sheet`, { body: { sheet } }),
    addExample: (name) => json("POST", `examples/${encodeURIComponent(name)}`, { body: {} }),
    examine: (id, options: ExamineOptions) =>
      json("POST", `tables/${id}/doctor`, { body: options, signal: examining() }),
    removeTable: async (id) => void (await answer("DELETE", `tables/${id}`)),
    runs: async () => (await get<{ runs: wire.RunBody[] }>("runs")).runs,
    run: (id) => get(`runs/${id}`),
    estimate: (request) => unlessBusy(json("POST", "estimates", { body: request, signal: estimating() })),
    start: (request) => json("POST", "runs", { body: request }),
    pause: (id) => json("POST", `runs/${id}/pause`, { body: {} }),
    resume: (id) => json("POST", `runs/${id}/resume`, { body: {} }),
    cancel: (id) => json("POST", `runs/${id}/cancel`, { body: {} }),
    removeRun: async (id) => void (await answer("DELETE", `runs/${id}`)),
    watch: (id, listener) =>
      watched(
        {
          addressAfter: (line) => address(`runs/${id}/events`, { after: line }),
          run: () => get(`runs/${id}`),
        },
        listener,
      ),
    result: (id) => get<RunResult>(`runs/${id}/files/result.json`),
    edge: (id, [cause, effect]) =>
      json("GET", `runs/${id}/edge`, { query: { cause, effect }, signal: looking() }),
    compare: (a, b) => get(`runs/${a}/compare/${b}`),
    file: async (id, name) => (await answer("GET", `runs/${id}/files/${name}`)).blob(),
  };
}

interface Asking {
  readonly body?: unknown;
  readonly query?: Query | undefined;
  readonly signal?: AbortSignal;
}

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Error message when no response came at all, as opposed to an error response. */
export const unreachable = "server: it does not answer; start `wherefore serve` again in its folder";

/** Returns the signal for a new request and aborts the previous one, so that the server can stop working on it. */
function newestSignal(): () => AbortSignal {
  const cancelOlder = newestOnly();
  return () => {
    const controller = new AbortController();
    cancelOlder(() => controller.abort());
    return controller.signal;
  };
}

async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch {
    throw new InputError(unreachable);
  }
}

async function refusedOf(response: Response): Promise<RefusedBody> {
  try {
    const body = (await response.json()) as RefusedBody;
    if (typeof body.error === "string") return body;
  } catch {
    // Not from the server but from something in between, such as a proxy.
  }
  return {
    error: `server: it must answer in JSON, got status ${response.status}; is this address that of wherefore serve?`,
  };
}

/** Null if the server is too busy to answer. */
async function unlessBusy<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if ((error as { status?: number }).status === 429) return null;
    throw error;
  }
}

/** Uses XMLHttpRequest because fetch does not report upload progress. */
function upload(
  url: string,
  file: File,
  onProgress: (share: number) => void = () => {},
): Promise<wire.TablePreview> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new InputError(unreachable));
    request.onload = async () => {
      const response = new Response(request.responseText, { status: request.status });
      if (response.ok) resolve(reached(response.json() as Promise<wire.TablePreview>));
      else reject(refusedError(await refusedOf(response)));
    };
    request.send(file);
  });
}

/** Event types that carry a line of the record. */
const recordTypes = ["finding", "choice", "optimum", "step", "note"] as const;

interface WatchedLine {
  readonly addressAfter: (line: string | undefined) => string;
  readonly run: () => Promise<wire.RunBody>;
}

const againMs = 2000;

function watched({ addressAfter, run }: WatchedLine, listener: (news: News) => void): () => void {
  let last: string | undefined;
  let isOn = true;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource;
  const hearState = (state: wire.RunBody): void => {
    isOn = isGoing(state);
    listener({ type: "state", run: state });
  };
  const open = (): void => {
    source = new EventSource(addressAfter(last));
    const on = <T>(type: string, hear: (data: T) => void): void =>
      source.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) => {
        if (lastEventId !== "") last = lastEventId;
        hear(JSON.parse(data) as T);
      });
    for (const type of recordTypes) on<LoggedEvent>(type, listener);
    on("state", hearState);
    on<NamedEdge[]>("best", (edges) => listener({ type: "best", edges }));
    on<number[]>("probabilities", (values) => listener({ type: "probabilities", values }));
    source.onerror = () => {
      // The server closes the event stream once the run is over.
      if (!isOn) source.close();
      else lose(unreachable);
    };
  };
  const lose = (sentence: string): void => {
    listener({ type: "lost", sentence });
    // The browser reconnects an interrupted stream by itself, but not one that was refused or closed for good.
    if (source.readyState === EventSource.CLOSED) timer = setTimeout(askAgain, againMs);
  };
  const askAgain = async (): Promise<void> => {
    try {
      const state = await run();
      if (isClosed) return;
      hearState(state);
      if (isOn) open();
    } catch (error) {
      if (!isClosed) lose(error instanceof InputError ? error.message : String(error));
    }
  };
  open();
  return () => {
    isClosed = true;
    clearTimeout(timer);
    source.close();
  };
}
