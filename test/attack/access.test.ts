// Who does not know the token gets nothing, whatever the address is spelled like, whatever else is sent; and what the server
// has on disk is its user's alone, holds no token, and leads nowhere else.

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { programIn, until } from "../e2e/program.ts";
import { type Served, served } from "../e2e/served.ts";
import { amount, isWhole, tally } from "./attack.ts";
import { asked } from "./raw.ts";
import { readers } from "./readers.ts";
import { forms, methods, pretences } from "./url-forms.ts";

const { folder, started } = programIn("access");
const serve = (...args: string[]) => started("serve", "--port", "0", ...args);

/** Stands in the table's name, in its columns, and in the path of nothing that is asked for. */
const canary = "velvetcanary";
const csv = `${canary},b,c\n${Array.from({ length: 30 }, (_, i) => `${Math.sin(i * i)},${Math.cos(7 * i)},${Math.sin(i * i) + Math.cos(3 * i)}`).join("\n")}\n`;

const tried = tally("requests without the token");
const followed = tally("symbolic links");
const refused = tally("uploads and runs beyond --max-storage");

let local: Served;
let table = "";
let run = "";

beforeAll(async () => {
  local = await served(serve("--folder", "data"));
  table = (await local.ask("POST", `/api/tables?name=${canary}.csv`, csv)).body.id;
  run = (await local.ask("POST", "/api/runs", { table })).body.id;
  await local.when(run, "finished");
});

afterAll(() => local?.child.kill("SIGKILL"));

const portOf = ({ address }: Served) => Number(new URL(address).port);

/** Nothing that only who knows the token may see; what is said is in our form, or the page that says where to go. */
function expectNothing(what: string, { status, head, body }: Awaited<ReturnType<typeof asked>>): void {
  expect([400, 401, 403, 404, 414, 431], what).toContain(status);
  expect(head, what).not.toMatch(/set-cookie/i);
  for (const secret of [canary, table, run, '"tables"', '"runs"', 'openapi":', "data-engine"])
    expect(body.includes(secret), `${what}: ${secret}`).toBe(false);
  if (body === "" || body.startsWith("<!doctype html>")) return;
  expect(JSON.parse(body).error, what).toMatch(/^request: /);
}

describe("without the token", () => {
  it("no spelling of an address by no method gives anything, on this machine and beyond", async () => {
    const wide = await served(serve("--host", "0.0.0.0", "--folder", "wide"));
    try {
      for (const server of [local, wide]) {
        const port = portOf(server);
        for (const form of forms) {
          const target = form.replace("{table}", table).replace("{run}", run);
          for (const method of methods.slice(0, amount(server === local ? 3 : 2, methods.length))) {
            for (const headers of pretences(port).slice(0, amount(1, Infinity))) {
              const body = method === "GET" || method === "HEAD" ? "" : csv;
              const answer = await asked({ port, method, target, headers, body });
              expectNothing(`${method} ${form.slice(0, 60)} ${JSON.stringify(headers)}`, answer);
              tried.add(String(answer.status));
            }
          }
        }
        // Every pretence, at least once, at the plainest addresses.
        for (const headers of pretences(port))
          for (const target of ["/", "/api/tables", `/%61pi/runs/${run}/files/report.html`]) {
            const answer = await asked({ port, method: "GET", target, headers });
            expectNothing(`GET ${target} ${JSON.stringify(headers)}`, answer);
            tried.add(String(answer.status));
          }
      }
      expect((await wide.ask("GET", "/api/tables")).body.tables).toEqual([]);
    } finally {
      wide.child.kill("SIGKILL");
    }
    // Nothing was written either.
    const { body } = await local.ask("GET", "/api/tables");
    expect(body.tables.map(({ id }: { id: string }) => id)).toEqual([table]);
    expect((await local.ask("GET", "/api/runs")).body.runs).toHaveLength(1);
    expect(forms.length).toBeGreaterThanOrEqual(40);
  }, 900_000);

  it("the same addresses lead to data with it: they were worth trying", async () => {
    const port = portOf(local);
    let opened = 0;
    for (const form of forms) {
      if (form.includes("vents")) continue; // a stream
      const target = form.replace("{table}", table).replace("{run}", run);
      const headers = { Authorization: `Bearer ${local.token}` };
      const { status, body } = await asked({ port, method: "GET", target, headers });
      if (status === 200 && (body.includes(canary) || body.includes('"openapi"'))) opened++;
    }
    expect(opened).toBeGreaterThanOrEqual(12);
  });

  it("a browser gets a cookie that no page can read, for this server alone, and loses the token from its address", async () => {
    const port = portOf(local);
    const get = (target: string, headers: Record<string, string> = {}) =>
      asked({ port, method: "GET", target, headers });
    for (const target of ["/?token=guess", `/?token=${local.token}x`, `/?Token=${local.token}`, "/?token="])
      expectNothing(target, await get(target));
    const { status, head, body } = await get(`/?token=${local.token}`);
    expect([status, body]).toEqual([303, ""]);
    expect(head).toMatch(/^location: \/\r?$/im);
    expect(head).toMatch(/^referrer-policy: no-referrer\r?$/im);
    expect(head).toMatch(/^cache-control: no-store\r?$/im);
    const cookie = /^set-cookie: (.*?)\r?$/im.exec(head)![1];
    expect(cookie).toMatch(new RegExp(`^wherefore-${port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`));
    expect(head).not.toContain(local.token);
    const own = cookie.split(";")[0];
    expect((await get("/api/tables", { Cookie: own })).status).toBe(200);
    expect((await get("/", { Cookie: own })).body).toContain("data-engine");
    // Nor does it serve pages of others, which a browser would send it for.
    const foreigners: Record<string, string>[] = [
      { Origin: "http://127.0.0.1:1" },
      { Origin: "null" },
      { "Sec-Fetch-Site": "same-site" },
    ];
    for (const foreign of foreigners)
      for (const [method, target] of [
        ["GET", "/api/tables"],
        ["POST", "/api/examples/twelve"],
        ["DELETE", `/api/tables/${table}`],
      ]) {
        const answer = await asked({ port, method, target, headers: { Cookie: own, ...foreign } });
        expectNothing(`${method} ${target} ${JSON.stringify(foreign)}`, answer);
        tried.add(String(answer.status));
      }
  });
});

/** Every folder and file below, itself included. */
function all(path: string): string[] {
  const isFolder = lstatSync(path).isDirectory();
  return [path, ...(isFolder ? readdirSync(path).flatMap((name) => all(join(path, name))) : [])];
}

describe("the data folder", () => {
  const data = join(folder, "data");

  it.skipIf(process.platform === "win32")("is its user's alone, what processes wrote included", () => {
    const paths = all(data);
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) {
      const entry = lstatSync(path);
      const mode = (entry.mode & 0o777).toString(8);
      expect([path, mode]).toEqual([path, entry.isDirectory() ? "700" : "600"]);
    }
  });

  it("has the token nowhere, and the command that repeats a run says where it goes", () => {
    const token = Buffer.from(local.token!);
    for (const path of all(data).filter((each) => lstatSync(each).isFile()))
      expect(readFileSync(path).includes(token), path).toBe(false);
    const { command } = JSON.parse(readFileSync(join(data, "runs", run, "spec.json"), "utf8"));
    expect(command).toMatch(
      /^curl --header "Authorization: Bearer \$WHEREFORE_TOKEN" http:.*\/api\/runs --json/,
    );
  });

  if (isWhole)
    it("does not follow a link to write: a run with one is not resumed", async () => {
      const options = { search: "rl", options: { iterations: 1_000_000, stop: "never" } };
      const { body } = await local.ask("POST", "/api/runs", { table, options });
      await until(() => existsSync(join(data, "runs", body.id, "checkpoint.bin")));
      await local.ask("POST", `/api/runs/${body.id}/pause`);
      await local.when(body.id, "paused");
      const victim = join(folder, "victim");
      writeFileSync(victim, "untouched");
      for (const own of [
        "requests/ID/.request.json.partial",
        "runs/ID/checkpoint.bin.part",
        "runs/ID/.graph.svg.partial",
      ]) {
        const path = join(data, own.replace("ID", body.id));
        symlinkSync(victim, path);
        expect((await local.ask("POST", `/api/runs/${body.id}/resume`)).status).toBe(404);
        followed.add("refused");
        rmSync(path);
      }
      expect(readFileSync(victim, "utf8")).toBe("untouched");
      expect((await local.ask("DELETE", `/api/runs/${body.id}`)).status).toBe(204);
    });

  it("does not follow a link: not as a file, not as a folder, not to write, not after a new start", async () => {
    const secret = join(folder, "secret");
    mkdirSync(secret);
    const names = ["result.json", "report.html", "events.ndjson", "request.json", "table.csv", "table.json"];
    for (const name of names) writeFileSync(join(secret, name), `{"secret": "${canary}-outside"}\n`);
    const before = () => names.map((name) => readFileSync(join(secret, name), "utf8"));
    const untouched = before();
    const ask = async (method: string, url: string, body?: unknown) => {
      const answer = await local.ask(method, url, body);
      expect(JSON.stringify(answer.body)).not.toContain("outside");
      return answer;
    };
    for (const [room, name, requests] of readers(table, run)) {
      const id = room === "runs" ? run : table;
      for (const [own, link] of [
        [join(data, room, id, name), join(secret, name)],
        [join(data, room, id), secret],
      ]) {
        renameSync(own, `${own}.kept`);
        symlinkSync(link, own);
        for (const [method, url, body] of requests) {
          const { status, body: told } = await ask(method, url, body);
          expect([method, url, status, told.error]).toEqual([
            method,
            url,
            404,
            expect.stringMatching(/^data folder: .* symbolic link/),
          ]);
          followed.add("refused");
        }
        rmSync(own);
        renameSync(`${own}.kept`, own);
      }
    }
    // A run that was refused for it was not begun.
    expect((await local.ask("GET", "/api/runs")).body.runs).toHaveLength(1);
    expect(before()).toEqual(untouched);
    expect((await local.ask("GET", `/api/runs/${run}/files/report.html`)).status).toBe(200);

    // To a server that starts, what has links is not there, and a room that is one is refused.
    local.child.kill("SIGINT");
    const { out, err } = await local.ended;
    expect(out.split("\n")[0]).toContain(local.token);
    expect(out.split("\n").slice(1).join("") + err).not.toContain(local.token);
    const requests = join(data, "requests", run);
    renameSync(join(requests, "request.json"), join(folder, "request.json"));
    symlinkSync(join(secret, "request.json"), join(requests, "request.json"));
    symlinkSync(secret, join(data, "tables/0123456789abcdef"));
    chmodSync(data, 0o755);
    chmodSync(join(data, "tables", table, "table.csv"), 0o644);
    local = await served(serve("--folder", "data", "--max-storage", storageMegabytes()));
    expect((await local.ask("GET", "/api/runs")).body.runs).toEqual([]);
    expect((await local.ask("GET", "/api/tables")).body.tables).toHaveLength(1);
    expect(existsSync(join(secret, "table.json"))).toBe(true);
    rmSync(join(requests, "request.json"));
    rmSync(join(data, "tables/0123456789abcdef"));
    renameSync(join(folder, "request.json"), join(requests, "request.json"));
    for (const path of all(data)) expect([path, lstatSync(path).mode & 0o077]).toEqual([path, 0]);
    followed.add("not listed");
    followed.add("not listed");
    expect(before()).toEqual(untouched);

    const roomed = join(folder, "roomed");
    mkdirSync(roomed);
    symlinkSync(secret, join(roomed, "runs"));
    expect(await serve("--folder", "roomed").ended).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^serve: roomed\/runs must be a folder, got a symbolic link/),
    });
    followed.add("not started with");
  });

  /** Just less than there is. */
  const storageMegabytes = () =>
    String(
      all(data)
        .filter((path) => /\/(tables|runs|requests)\//.test(path) && lstatSync(path).isFile())
        .reduce((sum, path) => sum + lstatSync(path).size, 0) /
        1e6 -
        1e-5,
    );

  it("is full at --max-storage, says so, and is not when something was deleted", async () => {
    const full =
      /^storage: the tables and runs of this server must use less than [\d.]+ MB, got [\d.]+ MB; delete .*--max-storage/;
    for (const [url, body] of [
      [`/api/tables?name=more.csv`, csv],
      ["/api/examples/twelve", undefined],
      ["/api/runs", { table }],
    ] as const) {
      const answer = await local.ask("POST", url, body);
      expect([url, answer.status, answer.body.error]).toEqual([url, 507, expect.stringMatching(full)]);
      refused.add("refused");
    }
    expect(readdirSync(join(data, "temporary"))).toEqual([]);
    expect(readdirSync(join(data, "tables"))).toEqual([table]);
    expect((await local.ask("DELETE", `/api/tables/${table}`)).status).toBe(204);
    expect((await local.ask("POST", "/api/tables?name=again.csv", csv)).status).toBe(201);
  });
});
