// The engine in this browser: core runs in Web Workers; tables and runs are stored in IndexedDB.

import {
  bodyOf,
  check,
  chosenSheet,
  comparedEdges,
  detailsOf,
  fileNames,
  InputError,
  type NamedEdge,
  questionSentences,
  type RunControl,
  type RunResult,
  tableInUse,
  type wire,
} from "../../core/index.ts";
import { browserRuns } from "./browser-runs.ts";
import { watchBrowserRun } from "./browser-watch.ts";
import type { Client, NewRun } from "./client.ts";
import type { NamedBytes } from "./engine-work.ts";
import { exampleFiles } from "./example-files.ts";
import { createJobs, engineWorker } from "./jobs.ts";
import { pngOf } from "./png-of.ts";
import { createQuestions } from "./questions.ts";
import { openStore } from "./store.ts";
import { openTabs } from "./tabs.ts";

declare const __VERSION__: string;

const limits: wire.Version["limits"] = {
  uploadBytes: 100e6,
  unpackedBytes: 400e6,
  rows: 2_000_000,
  columns: 1000,
  cells: 25_000_000,
  runs: 2,
};

export function browserClient(): Client {
  const { ask } = createJobs(() => engineWorker("tables"));
  const questions = createQuestions();
  const opened = openStore().then((store) => {
    const options = { most: limits.runs, version: __VERSION__, startWorker: engineWorker };
    return { store, runs: browserRuns(store, openTabs(), options) };
  });
  opened.catch(() => {}); // every caller that awaits it gets the error
  const control = async (id: string): Promise<RunControl> => (await opened).runs.control(id);
  const table = async (id: string): Promise<wire.TablePreview> => {
    const { store } = await opened;
    const preview = await store.table(id);
    if (preview === undefined) throw new InputError(`tables: no table is called ${id}`);
    // A table added by an earlier version has no statistics: examine it again.
    if (preview.statistics !== undefined) return preview;
    const { name, uploaded, truth } = preview;
    const { facts, bytes } = await ask("addTable", { file: (await store.bytes(id))!, name, limits });
    const whole = { id, name, uploaded, ...facts, truth };
    await store.addTable(whole, bytes);
    return whole;
  };
  const bytesOf = async (id: string): Promise<NamedBytes> => {
    const facts = await table(id);
    return {
      name: facts.name,
      sheet: chosenSheet(facts.workbook),
      bytes: (await (await opened).store.bytes(id))!,
    };
  };
  const addFile = async (
    { name, sheet, bytes: file }: NamedBytes,
    truth: readonly NamedEdge[] | null,
    onProgress?: (share: number) => void,
  ): Promise<wire.TablePreview> => {
    check(
      file.size <= limits.uploadBytes,
      `tables: a file must have at most ${limits.uploadBytes / 1e6} MB, got ${Math.ceil(file.size / 1e6)} MB; leave rows out, or use wherefore serve`,
    );
    const { facts, bytes } = await ask("addTable", { file, name, sheet, limits }, onProgress);
    const id = newId();
    const uploaded = new Date().toISOString();
    const whole = { id, name, uploaded, ...facts, truth } as wire.TablePreview;
    await (await opened).store.addTable(whole, bytes);
    return whole;
  };
  const checked = async ({
    options = {},
    ...rest
  }: NewRun): Promise<{ request: wire.RunRequest; tableName: string }> => {
    const request = { ...rest, options };
    const { name, columns } = await table(request.table);
    await ask("checkRequest", { request, columns });
    return { request, tableName: name };
  };
  const result = async (id: string): Promise<RunResult> =>
    JSON.parse(await (await file(id, "result.json")).text()) as RunResult;
  const file = async (id: string, name: wire.FileName): Promise<Blob> => {
    const { store } = await opened;
    await control(id);
    if (name === "events.ndjson") return store.record(id);
    const text = await store.file(id, name === "graph.png" ? "graph.svg" : name);
    if (text === undefined) throw new InputError(`runs: the run ${id} has no ${name} (yet)`);
    return name === "graph.png" ? pngOf(text) : new Blob([text], { type: types[name.split(".")[1]] });
  };

  return {
    kind: "browser",
    version: async () => ({ wherefore: __VERSION__, node: "", limits }),
    catalogue: () => ask("catalogue", null),
    examples: async () =>
      Object.entries(exampleFiles).map(([name, { describes }]) => ({ name, describes, hasTruth: true })),

    // Transactions keep the entries of the browser's database whole.
    damaged: async () => [],
    tables: async () =>
      (await (await opened).store.tables())
        .map(({ id, name, bytes, uploaded, rows, columns, workbook }) => ({
          ...{ id, name, bytes, uploaded, rows, columns },
          ...(workbook && { workbook }),
        }))
        .toSorted((a, b) => (a.uploaded < b.uploaded ? 1 : -1)),
    table,
    addTable: (upload, onProgress) => addFile({ name: upload.name, bytes: upload }, null, onProgress),
    addSheet: async (id, sheet) => addFile({ ...(await bytesOf(id)), sheet }, null),
    addExample: async (name) => {
      check(Object.hasOwn(exampleFiles, name), `examples: no example is called "${name}"`);
      const example = exampleFiles[name];
      const [data, truth] = await Promise.all([fetched(example.data), fetched(example.truth)]);
      const edges = await ask("edgesOf", await truth.text());
      return addFile({ name: `${name}.csv`, bytes: data }, edges);
    },
    examine: async (id, options) => questions.examine({ table: await bytesOf(id), options }),
    removeTable: async (id) => {
      const { store, runs } = await opened;
      await table(id);
      const inUse = tableInUse((await runs.list()).map(bodyOf), id);
      check(inUse === null, inUse ?? "");
      await store.removeTable(id);
    },

    runs: async () => (await (await opened).runs.list()).map(bodyOf),
    run: async (id) => {
      const { store } = await opened;
      const [run, names] = await Promise.all([control(id), store.fileNames(id)]);
      const hasSvg = names.includes("graph.svg");
      const there = new Set([...names, "events.ndjson", ...(hasSvg ? ["graph.png"] : [])]);
      return detailsOf(
        run.state(),
        fileNames.filter((name) => there.has(name)),
      );
    },
    estimate: async (newRun) => {
      const { request } = await checked(newRun);
      return questions.estimate({ table: await bytesOf(request.table), request });
    },
    start: async (newRun) => {
      const { runs } = await opened;
      const { request, tableName } = await checked(newRun);
      const created = new Date().toISOString();
      return runs.start({ format: "wherefore-request/1", id: newId(), created, tableName, request });
    },
    pause: async (id) => (await control(id)).pause(),
    resume: async (id) => (await control(id)).resume(),
    cancel: async (id) => (await control(id)).cancel(),
    removeRun: async (id) => (await opened).runs.remove(id),
    watch: (id, listener) =>
      watchBrowserRun(
        opened.then(({ runs }) => runs),
        id,
        listener,
      ),
    result,
    edge: async (id, edge) => {
      const runResult = await result(id);
      const { request } = (await control(id)).state().stored;
      const isThere = (await (await opened).store.table(request.table)) !== undefined;
      check(isThere, questionSentences.noTable(id, "add it"));
      return questions.edge({ table: await bytesOf(request.table), request, result: runResult, edge });
    },
    compare: async (a, b) => {
      const [x, y] = await Promise.all([result(a), result(b)]);
      return { a, b, ...comparedEdges(x, y) };
    },
    file,
  };
}

const types: Readonly<Record<string, string>> = {
  json: "application/json",
  csv: "text/csv",
  dot: "text/vnd.graphviz",
  svg: "image/svg+xml",
  html: "text/html",
};

async function fetched(url: string): Promise<Blob> {
  const response = await fetch(url).catch(() => undefined);
  check(response?.ok === true, "examples: the file of the example is missing");
  return response!.blob();
}

/** 16 hexadecimal digits. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
