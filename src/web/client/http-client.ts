// The engine of a server (docs/server.md).

import { InputError, type NamedEdge, type RunResult, type wire } from "../../core/index.ts";
import type { Client, ExamineOptions, News, ToldEvent } from "./client.ts";

export interface HttpClientOptions {
  /** Where the server's /api is: as the page's own address where it serves the page. */
  readonly base?: string;
  readonly token?: string | undefined;
}

export function httpClient({ base = "", token }: HttpClientOptions = {}): Client {
  const address = (path: string, query: Query = {}): string => {
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, token })) {
      if (value === undefined) continue;
      for (const one of typeof value === "string" ? [value] : value) asked.append(name, one);
    }
    const text = asked.toString();
    return `${base}/api/${path}${text === "" ? "" : `?${text}`}`;
  };
  const answer = async (method: string, path: string, body?: unknown, query?: Query): Promise<Response> => {
    const response = await reached(
      fetch(address(path, query), {
        method,
        ...(body !== undefined && {
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      }),
    );
    if (!response.ok) throw new InputError(await sentenceOf(response));
    return response;
  };
  const json = async <T>(method: string, path: string, body?: unknown, query?: Query): Promise<T> =>
    (await (await answer(method, path, body, query)).json()) as T;
  const get = <T>(path: string, query?: Query): Promise<T> => json<T>("GET", path, undefined, query);

  return {
    kind: "server",
    version: () => get("version"),
    choices: async () => {
      const [a, b, c] = await Promise.all([
        get<Pick<wire.Choices, "searches">>("searches"),
        get<Pick<wire.Choices, "scores">>("scores"),
        get<Pick<wire.Choices, "prunings">>("prunings"),
      ]);
      return { ...a, ...b, ...c };
    },
    examples: async () => (await get<{ examples: wire.Example[] }>("examples")).examples,
    tables: async () => (await get<{ tables: wire.Table[] }>("tables")).tables,
    table: (id) => get(`tables/${id}`),
    addTable: (file, onProgress) => upload(address("tables", { name: file.name }), file, onProgress),
    addExample: (name) => json("POST", `examples/${encodeURIComponent(name)}`, {}),
    examine: (id, { score, missing, columns, categorical }: ExamineOptions) =>
      json("POST", `tables/${id}/doctor`, { score, missing, columns, categorical }),
    removeTable: async (id) => void (await answer("DELETE", `tables/${id}`)),
    runs: async () => (await get<{ runs: wire.RunBody[] }>("runs")).runs,
    run: (id) => get(`runs/${id}`),
    estimate: (request) => json("POST", "estimates", request),
    start: (request) => json("POST", "runs", request),
    pause: (id) => json("POST", `runs/${id}/pause`, {}),
    resume: (id) => json("POST", `runs/${id}/resume`, {}),
    cancel: (id) => json("POST", `runs/${id}/cancel`, {}),
    removeRun: async (id) => void (await answer("DELETE", `runs/${id}`)),
    watch: (id, listener) => watched(address(`runs/${id}/events`), listener),
    result: (id) => get<RunResult>(`runs/${id}/files/result.json`),
    edge: (id, [cause, effect]) => get(`runs/${id}/edge`, { cause, effect }),
    compare: (a, b) => get(`runs/${a}/compare/${b}`),
    file: async (id, name) => (await answer("GET", `runs/${id}/files/${name}`)).blob(),
  };
}

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

const unreachable =
  "server: it must answer, and does not; start `wherefore serve` again in its folder, and go on here";

async function reached(asked: Promise<Response>): Promise<Response> {
  try {
    return await asked;
  } catch {
    throw new InputError(unreachable);
  }
}

async function sentenceOf(response: Response): Promise<string> {
  try {
    const { error } = (await response.json()) as { error?: unknown };
    if (typeof error === "string") return error;
  } catch {
    // Not of the server: of something between.
  }
  return `server: it must answer in JSON, got status ${response.status}; is this address that of wherefore serve?`;
}

/** By XMLHttpRequest, because fetch does not tell how far an upload is. */
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
      if (response.ok) resolve((await response.json()) as wire.TablePreview);
      else reject(new InputError(await sentenceOf(response)));
    };
    request.send(file);
  });
}

/** Types of events that carry a line of the record. */
const recorded = ["finding", "choice", "optimum", "step", "note"] as const;

function watched(url: string, listener: (news: News) => void): () => void {
  const source = new EventSource(url);
  let isGoing = true;
  const on = <T>(type: string, told: (data: T) => void): void =>
    source.addEventListener(type, ({ data }: MessageEvent<string>) => told(JSON.parse(data) as T));
  for (const type of recorded) on<ToldEvent>(type, (event) => listener(event));
  on<wire.RunBody>("state", (run) => {
    isGoing = run.status === "running" || run.status === "pausing";
    listener({ type: "state", run });
  });
  on<NamedEdge[]>("best", (edges) => listener({ type: "best", edges }));
  on<number[]>("probabilities", (values) => listener({ type: "probabilities", values }));
  source.onerror = () => {
    // The server ends the line of a run that is over. Any other line is taken up again by the browser.
    if (isGoing) listener({ type: "lost", sentence: unreachable });
    else source.close();
  };
  return () => source.close();
}
