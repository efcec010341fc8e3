// The server as a client program sees it: a table is uploaded, a run is watched, paused, killed with its server and resumed,
// and ends with the result of the command line.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRng, edgeDetails, type RunResult, tableFromCsv } from "../../src/core/index.ts";
import { randomTable } from "../problems.ts";
import { commandIn } from "./command-line.ts";
import { programIn, until } from "./program.ts";
import { askedRoutes, comparable, eventsOf, served } from "./served.ts";

const { folder, startedHoldable, hold, release, putTable } = programIn("serve");
/** In this process. */
const wherefore = commandIn(folder);
const serve = (...args: string[]) => startedHoldable("serve", "--port", "0", ...args);
type Server = Awaited<ReturnType<typeof served>>;

/** A small network: a checkpoint of it is written after every step. */
const network = { batch: 16, hidden: 16, heads: 4, inner: 32 };
const rl = { iterations: 24, stop: "never", strict: true, ...network };
const options = { search: "rl", options: rl };
/** Their squares are no numbers. */
const hugeNumbers = "a,b,c\n1e200,1,2\n2e200,3,1\n-3e200,2,5\n4e200,7,4\n5e200,5,9\n6e200,4,2\n";
let server: Server;
/** What the command line gives for the same table and options. */
let expected = "";
let data = "";

beforeAll(async () => {
  putTable("data.csv", randomTable(createRng("serve"), 6, 300));
  data = readFileSync(join(folder, "data.csv"), "utf8");
  const sizes = Object.entries(network).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
  const steps = ["--iterations", String(rl.iterations), "--stop", "never", "--strict"];
  const agent = ["--search", "rl", ...steps, ...sizes, "--threads", "1"];
  const [whole, running] = await Promise.all([
    wherefore("discover", "data.csv", ...agent, "--out", "whole", "--quiet"),
    served(serve("--folder", "data", "--max-upload", "1")),
  ]);
  expect([whole.code, whole.err]).toEqual([0, ""]);
  expected = comparable(readFileSync(join(folder, "whole/result.json"), "utf8"));
  server = running;
});

afterAll(() => server.child.kill("SIGKILL"));

const upload = (name: string, body: string) =>
  server.ask("POST", `/api/tables?name=${encodeURIComponent(name)}`, body);
const start = (table: string, more: object = {}) => server.ask("POST", "/api/runs", { table, ...more });
const file = async (id: string, name: string) => (await server.get(`/api/runs/${id}/files/${name}`)).text();

describe("wherefore serve", () => {
  it("takes the example, examines it, runs, and gives what the command line gives", async () => {
    const { body: list } = await server.ask("GET", "/api/examples");
    expect(list.examples.map(({ name }: { name: string }) => name)).toContain("twelve");
    const { status, body: table } = await server.ask("POST", "/api/examples/twelve");
    expect([status, table.rows, table.columns.length, table.truth.length]).toEqual([201, 1000, 12, 15]);
    const cli = JSON.parse((await wherefore("doctor", join(root, "data.csv"), "--json")).out);
    expect(table.findings).toEqual(cli.findings);
    expect(table.head).toHaveLength(20);
    expect(table.statistics[0].numbers.histogram.reduce((a: number, b: number) => a + b)).toBe(1000);
    expect((await server.ask("GET", `/api/tables/${table.id}`)).body).toEqual(table);
    const doctor = await server.ask("POST", `/api/tables/${table.id}/doctor`, { columns: ["X01", "X02"] });
    expect(doctor.body.columns).toEqual(["X01", "X02"]);

    const { body: run } = await start(table.id, { options: { search: "ges" }, truth: table.truth });
    const { body: turned } = await start(table.id, { options: { search: "ges", seed: 2 } });
    await Promise.all([server.when(run.id, "finished"), server.when(turned.id, "finished")]);
    const { files } = (await server.ask("GET", `/api/runs/${run.id}`)).body;
    expect(files).toHaveLength(12);
    for (const name of files)
      expect((await server.ask("GET", `/api/runs/${run.id}/files/${name}`)).status).toBe(200);
    const same = ["--search", "ges", "--truth", join(root, "truth.csv"), "--out", "same"];
    await wherefore("discover", join(root, "data.csv"), ...same);
    const own = comparable(await file(run.id, "result.json"));
    const theirs = comparable(readFileSync(join(folder, "same/result.json"), "utf8"));
    expect(own).toBe(theirs.replace('"name": "data.csv"', '"name": "twelve.csv"'));
    for (const name of ["graph.csv", "graph.dot", "graph.svg", "member.csv"])
      expect(await file(run.id, name)).toBe(readFileSync(join(folder, "same", name), "utf8"));

    const { body: compared } = await server.ask("GET", `/api/runs/${run.id}/compare/${turned.id}`);
    const none = { open: 0, opposite: 0, onlyA: 0, onlyB: 0 };
    expect(compared.counts).toEqual({ same: compared.edges.length, ...none });
    expect((await server.ask("DELETE", `/api/runs/${turned.id}`)).status).toBe(204);
    expect(existsSync(join(folder, "data/runs", turned.id))).toBe(false);
    expect((await server.ask("GET", `/api/runs/${turned.id}`)).status).toBe(404);
  });

  it("shows a run while it goes on, again from any event, and ends with the command line's bytes", async () => {
    const { body: table } = await upload("data.csv", data);
    const { body: run } = await start(table.id, { options, threads: 1 });
    askedRoutes.add("GET /api/runs/{id}/events");
    const early = await eventsOf(server, run.id, { most: 15 });
    const { events } = await eventsOf(server, run.id, { after: early.events.findLast(({ id }) => id)?.id });
    const steps = [...early.events, ...events].filter(({ data }) => data.stage === "search");
    const ids = [...early.events, ...events].flatMap(({ id }) => id ?? []);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
    expect(new Set(steps.map(({ data }) => data.progress)).size).toBeGreaterThan(5);
    expect(events.at(-1)).toMatchObject({ type: "state", data: { status: "finished" } });
    expect(events.find(({ type }) => type === "probabilities")?.data).toHaveLength(36);
    expect(comparable(await file(run.id, "result.json"))).toBe(expected);
    const bests = events.filter(({ type }) => type === "best").map(({ data }) => data);
    expect(bests.at(-1)).toEqual(JSON.parse(expected).rawEdges);
    // Also for who comes when all is over.
    expect((await eventsOf(server, run.id)).events.filter(({ type }) => type === "best")).toEqual([
      { type: "best", data: bests.at(-1) },
    ]);

    // Every step is in the record, and who comes again for nothing is sent away.
    const record = (await file(run.id, "events.ndjson")).trim().split("\n");
    expect(record.filter((line) => /"stage":"search"/.test(line)).length).toBeGreaterThanOrEqual(
      rl.iterations,
    );
    expect((await eventsOf(server, run.id, { after: record.length })).status).toBe(204);
    expect(ids.at(-1)).toBe(record.length);
  });

  it("pauses at once, goes on, and after kill -9 a new server lists its runs and takes them to the same bytes", async () => {
    const { body: table } = await upload("data.csv", data);
    const hasCheckpoint = (run: string) => existsSync(join(folder, "data/runs", run, "checkpoint.bin"));
    // Runs wait at their checkpoints: none ends before it is paused or killed.
    hold();
    const { id } = (await start(table.id, { options, threads: 1 })).body;
    await until(() => hasCheckpoint(id));
    expect((await server.ask("POST", `/api/runs/${id}/pause`)).body.status).toBe("pausing");
    release();
    expect(await server.when(id, "paused")).toMatchObject({
      isResumable: true,
      outcome: { stopped: "interrupted" },
    });
    expect((await server.ask("POST", `/api/runs/${id}/pause`)).status).toBe(409);
    expect((await server.ask("DELETE", `/api/tables/${table.id}`)).body.error).toMatch(
      /^tables: the run .* needs/,
    );
    hold();
    expect((await server.ask("POST", `/api/runs/${id}/resume`)).body.status).toBe("running");
    const killed = await start(table.id, { options, threads: 1 });
    const third = await start(table.id, { options });
    expect([third.status, third.body.error]).toEqual([
      429,
      expect.stringMatching(/^runs: at most 2 .*--max-runs/),
    ]);
    await until(() => hasCheckpoint(killed.body.id));
    server.child.kill("SIGKILL");
    await server.ended;

    server = await served(serve("--folder", "data", "--max-upload", "1", "--no-resume"));
    const second = await serve("--folder", "data").ended;
    expect([second.code, second.err]).toEqual([2, expect.stringMatching(/^serve: another server/)]);
    const states = (await server.ask("GET", "/api/runs")).body.runs.map(
      (run: { id: string; status: string }) => [run.id, run.status],
    );
    expect(states).toContainEqual([id, "interrupted"]);
    expect(states).toContainEqual([killed.body.id, "interrupted"]);
    await server.ask("POST", `/api/runs/${id}/resume`);
    server.child.kill("SIGKILL");
    await server.ended;
    release();
    // Unless told otherwise, it goes on with both by itself.
    server = await served(serve("--folder", "data", "--max-upload", "1"));
    for (const each of [id, killed.body.id]) {
      expect((await server.when(each, "finished")).outcome.stopped).toBeNull();
      expect(comparable(await file(each, "result.json"))).toBe(expected);
      // What was told after the last checkpoint is told again, and is in the record once.
      const steps = (await file(each, "events.ndjson"))
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
        .filter(({ stage }) => stage === "search")
        .map(({ values }) => values.iteration);
      expect(steps).toEqual(steps.map((_: number, k: number) => k + steps[0]));
    }
  });

  it("cancels at once, and pauses what goes on at Ctrl-C", async () => {
    const { body: table } = await upload("data.csv", data);
    const long = { options: { ...options, options: { ...rl, iterations: 100_000 } }, threads: 1 };
    // Held, they take no processor while they are waited for.
    hold();
    const { body: run } = await start(table.id, long);
    await until(() => existsSync(join(folder, "data/runs", run.id, "events.ndjson")));
    expect((await server.ask("POST", `/api/runs/${run.id}/cancel`)).body.status).toBe("cancelled");
    expect((await server.ask("POST", `/api/runs/${run.id}/resume`)).status).toBe(409);

    const { body: other } = await start(table.id, long);
    await until(() => existsSync(join(folder, "data/runs", other.id, "checkpoint.bin")));
    server.child.kill("SIGINT");
    release();
    expect((await server.ended).code).toBe(0);
    server = await served(serve("--folder", "data", "--max-upload", "1"));
    expect((await server.when(other.id, "paused")).isResumable).toBe(true);
    expect((await server.ask("DELETE", `/api/runs/${other.id}`)).status).toBe(204);
    expect((await server.ask("DELETE", `/api/tables/${table.id}`)).status).toBe(204);
  });

  it("tells of an edge what core tells, and what is not there with 404", async () => {
    const { body: table } = await upload("data.csv", data);
    const columns = table.columns.slice(0, 4).toReversed();
    const asked = { options: { search: "exact", standardise: true }, columns };
    const { body: run } = await start(table.id, asked);
    await server.when(run.id, "finished");
    const result = JSON.parse(await file(run.id, "result.json")) as RunResult;
    const edge = (cause: string, effect: string) =>
      server.ask("GET", `/api/runs/${run.id}/edge?${new URLSearchParams({ cause, effect })}`);
    const [cause, effect] = [...result.edges, ...result.undirected][0];
    const { status, body } = await edge(cause, effect);
    const own = edgeDetails(tableFromCsv(data, { columns }), result, [cause, effect]);
    expect([status, body]).toEqual([200, JSON.parse(JSON.stringify(own))]);
    const none = await edge(cause, "nobody");
    expect([none.status, none.body.error]).toEqual([
      404,
      expect.stringMatching(/^runs: the result has no edge/),
    ]);
    expect((await server.ask("GET", `/api/runs/${run.id}/edge?cause=a`)).status).toBe(400);
    await server.ask("DELETE", `/api/tables/${table.id}`);
    const gone = await edge(cause, effect);
    expect([gone.status, gone.body.error]).toEqual([
      404,
      expect.stringMatching(/^runs: the table .* was deleted/),
    ]);
  });

  it("estimates a run by a trial of it, one at a time, and refuses what the run would be refused for", async () => {
    const { body: table } = await upload("data.csv", data);
    const estimate = (options: object) => server.ask("POST", "/api/estimates", { table: table.id, options });
    const { status, body } = await estimate({ search: "order" });
    expect([status, body.search, body.choice]).toEqual([200, "order", "requested"]);
    // Null where a busy machine saw too little of it in its moment (core/engine/trial.test.ts has the numbers).
    expect(body.seconds ?? 1).toBeGreaterThan(0);
    expect(body.sentence).toMatch(/ on this machine/);
    const long = { search: "rl", optimum: "never", options: { ...rl, iterations: 300_000 } };
    const learned = (await estimate(long)).body;
    expect(learned.sentence).toMatch(/^(at most|more than) about \d+ \w+ on this machine/);

    const temporary = join(folder, "data/temporary");
    await until(() => readdirSync(temporary).length === 0);
    const first = estimate(long);
    await until(() => readdirSync(temporary).length === 1);
    const [older, newer] = await Promise.all([first, estimate({})]);
    expect([older.status, newer.status, newer.body.search]).toEqual([429, 200, "exact"]);
    const left = new AbortController();
    const headers = { "content-type": "application/json" };
    const given = { method: "POST", headers, body: JSON.stringify({ table: table.id, options: long }) };
    const unheard = server.get("/api/estimates", { ...given, signal: left.signal });
    await until(() => readdirSync(temporary).length === 1);
    left.abort();
    await expect(unheard).rejects.toThrow();
    await until(() => readdirSync(temporary).length === 0);

    const { body: huge } = await upload("huge.csv", hugeNumbers);
    const fatal = await server.ask("POST", "/api/estimates", { table: huge.id });
    expect([fatal.status, fatal.body.error]).toEqual([
      422,
      expect.stringMatching(/^table: column "a" must have squares/),
    ]);
    expect((await estimate({ search: "notear" })).status).toBe(400);
    expect((await server.ask("POST", "/api/estimates", { table: "0123456789abcdef" })).status).toBe(404);
  });

  it("gives a run that is refused the command line's sentence", async () => {
    const { body: table } = await upload("huge.csv", hugeNumbers);
    const { body: run } = await start(table.id);
    const { error } = await server.when(run.id, "failed");
    await until(() => existsSync(join(folder, "data/tables", table.id, "table.csv")));
    const cli = await wherefore("discover", join("data/tables", table.id, "table.csv"), "--no-out");
    // The ways out are said in the words of each door.
    expect(error.split(";")[0]).toBe(cli.err.split(";")[0]);
    for (const [options, sentence] of [
      [{ search: "notear" }, /^discover: no search called "notear"; did you mean "notears"/],
      [{ score: "./evil.js" }, /^discover: a user-defined score is a program/],
      [{ score: "own:evil" }, /^discover: a user-defined score is a program/],
      [{ where: "1 = 1" }, /^discover: there is no option called "where"/],
      [{ knowledge: { required: [["a", "nobody"]] } }, /nobody/],
    ] as const) {
      const { status, body } = await start(table.id, { options });
      expect([status, body.error]).toEqual([400, expect.stringMatching(sentence)]);
    }
    expect((await start(table.id, { truth: [["a", "z"]] })).body.error).toMatch(
      /^truth: no column is called "z"/,
    );
    expect((await start("0123456789abcdef")).status).toBe(404);
  });
});

it("--temporary ends, and deletes its folder, when standard input ends, also in the middle of a run", async () => {
  const refused = await startedHoldable("serve", "--temporary", "--folder", "data").ended;
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("--folder") });
  const program = serve("--temporary");
  const own = await served(program);
  const { body: table } = await own.ask("POST", "/api/tables?name=data.csv", data);
  const forever = { search: "rl", options: { ...rl, iterations: 100_000 } };
  const { body: run } = await own.ask("POST", "/api/runs", { table: table.id, options: forever });
  const stage = async () => (await own.ask("GET", `/api/runs/${run.id}`)).body.progress?.stage;
  await expect.poll(stage).toBe("search");
  program.child.stdin.end();
  const { code, out } = await program.ended;
  const [, place] = /stored in (.*);/.exec(out)!;
  expect([code, existsSync(place)]).toEqual([0, false]);
});

it("every route of the description was asked, and answered as it says", async () => {
  for (const name of ["catalogue", "tables", "version"]) await server.ask("GET", `/api/${name}`);
  const { body: table } = await upload("plain.csv", data);
  const sheetOf = (id: string) => server.ask("POST", `/api/tables/${id}/sheet`, { sheet: "a" });
  expect([(await sheetOf(table.id)).status, (await sheetOf("0123456789abcdef")).status]).toEqual([422, 404]);
  const all = Object.entries((await server.description()).paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(all.filter((route) => !askedRoutes.has(route))).toEqual([]);
});

const root = join(import.meta.dirname, "../../examples/twelve");
