// A user's path through the page with a real browser and a real server: a table is dropped, corrected, searched with prior
// knowledge, watched, paused, left and reopened, and the answer is the command line's, byte for byte.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { numbers, type RunResult } from "../../src/core/index.ts";
import { describeInChromium, downloaded, dropped, expectNoComplaints, root } from "./page/browser.ts";
import {
  atResult,
  chooseAgent,
  heading,
  iterations,
  iterationsPast,
  listedEdges,
  start,
  takeExample,
  takeFile,
  toSearch,
} from "./page/screens.ts";
import { programIn } from "./program.ts";
import { served } from "./served.ts";

const { folder, started, startedHoldable, hold, release } = programIn("page");
const serve = (port: string) => served(startedHoldable("serve", "--port", port, "--folder", "data"));
const example = readFileSync(join(root, "examples/twelve/data.csv"), "utf8");
let server: Awaited<ReturnType<typeof served>>;

beforeAll(async () => {
  // The example with a column that no search can use.
  const lines = example.trimEnd().split("\n");
  const sited = lines.map((line, k) => `${line.trimEnd()},${k === 0 ? "site" : 7}`);
  writeFileSync(join(folder, "twelve.csv"), `${sited.join("\n")}\n`);
  server = await serve("0");
});

afterAll(() => server?.child.kill("SIGKILL"));

const agent = (iterations: number) =>
  [
    "--search",
    "rl",
    "--iterations",
    String(iterations),
    "--stop",
    "never",
    "--strict",
    "--threads",
    "1",
  ] as const;

/** The folder that the command line writes for the same. */
async function byCommand(out: string, ...args: readonly string[]): Promise<(file: string) => string> {
  const { code, err } = await started("discover", "twelve.csv", ...args, "--out", out, "--quiet").ended;
  expect([code, err]).toEqual([0, ""]);
  return (file) => readFileSync(join(folder, out, file), "utf8");
}

const fileOf = async (run: string, name: string) =>
  (await server.get(`/api/runs/${run}/files/${name}`)).text();

describeInChromium("the page", (open) => {
  it("takes a dropped table from the doctor over what is known to the command line's graph", async () => {
    const shown = await open(server.link);
    const { page } = shown;
    await dropped(page, page.getByText("or drop it here"), [join(folder, "twelve.csv")]);

    // What no search can use is left out by itself.
    await heading(page, "twelve.csv").waitFor();
    await page.getByText('1 of 13 columns is left out: "site" is 7 in every row').waitFor();
    expect(await page.getByRole("checkbox", { name: "site", exact: true }).isChecked()).toBe(false);
    await page.getByText("No finding prevents a search.").waitFor();
    await page.getByRole("link", { name: "Add prior knowledge first" }).click();

    // Required by the form.
    await heading(page, "Prior knowledge").waitFor();
    await page.getByLabel("Cause", { exact: true }).selectOption("X01");
    await page.getByLabel("Relation").selectOption("must cause");
    await page.getByLabel("Effect", { exact: true }).selectOption("X02");
    await page.getByRole("button", { name: "Add the statement" }).click();
    await page.getByRole("button", { name: "Delete X01 must cause X02" }).waitFor();

    // Forbidden by drawing.
    await page.getByRole("radio", { name: "cannot cause" }).check();
    const node = (name: string) => page.locator(".known-canvas").getByRole("button", { name, exact: true });
    await node("X03").scrollIntoViewIfNeeded();
    const [from, to] = [(await node("X03").boundingBox())!, (await node("X05").boundingBox())!];
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 4, to.y + to.height / 4, { steps: 4 });
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
    await page.mouse.up();
    await page.getByRole("button", { name: "Delete X03 cannot cause X05" }).waitFor();

    // Tiers: by dragging, and by the keyboard.
    const first = page.getByRole("region", { name: "Tier 1" });
    const handle = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}, .*arrow keys`) });
    await handle("X01").dragTo(first.getByRole("heading"));
    await first.getByText("X01", { exact: true }).waitFor();
    await handle("X12").focus();
    for (const _ of [1, 2]) await page.keyboard.press("ArrowRight");
    const second = page.getByRole("region", { name: "Tier 2" });
    await second.getByText("X12", { exact: true }).waitFor();
    expect(await page.evaluate("probe.nameOf(document.activeElement)")).toMatch(/^X12, in tier 2/);
    await page.getByText(/Prior knowledge: 1 .*required, 1 .*forbidden, 2 tiers/).waitFor();
    const known = await downloaded(page, () => page.getByRole("button", { name: "Save as a file" }).click());
    expect(known.text).toBe("X01 -> X02\nX03 !-> X05\ntier 1: X01\ntier 2: X12\n");
    writeFileSync(join(folder, "known.txt"), known.text);

    // What is said survives a reload.
    await page.reload();
    await page.getByText(/Prior knowledge: 1 .*required, 1 .*forbidden, 2 tiers/).waitFor();

    await toSearch(page);
    await chooseAgent(page, 10);
    const run = await start(page);
    await atResult(page);

    const command = await byCommand("path", ...agent(10), "--knowledge", "known.txt");
    await page.getByText("Download", { exact: true }).click();
    const csv = await downloaded(page, () =>
      page.getByRole("button", { name: "Download csv", exact: true }).click(),
    );
    expect(csv.text).toBe(command("graph.csv"));
    const graph = command("graph.csv").trim().split("\n").slice(1);
    const marks = graph.map((line) => {
      const [cause, effect, mark] = line.split(",");
      return `${cause} ${mark === "---" ? "—" : "→"} ${effect}`;
    });
    expect((await listedEdges(page)).toSorted()).toEqual(marks.toSorted());
    expect(graph.map((line) => line.split(",").slice(0, 2).join())).toContain("X01,X02");
    const { digest } = JSON.parse(await fileOf(run, "result.json"));
    expect(digest).toBe(JSON.parse(command("result.json")).digest);
    expectNoComplaints(shown);
    await shown.close();
  });

  it("is killed with its server, paused, reloaded and resumed, and goes on as if nothing had been", async () => {
    const shown = await open(server.link);
    const { page } = shown;
    await takeFile(page, join(folder, "twelve.csv"));
    await toSearch(page);
    // More than there is time for. That what was killed and paused ends in the same bytes is in serve.test.ts.
    await chooseAgent(page, 100_000);
    const run = await start(page);
    await iterationsPast(page, 5);
    hold();
    const before = await iterations(page);

    // Killed with its server, which is started again where it was: the run goes on, and the window, left open, finds it by
    // itself.
    server.child.kill("SIGKILL");
    await server.ended;
    await page.getByText("The server does not answer").waitFor();
    const { port } = new URL(server.address);
    server = await serve(port);
    // It has another token now. Who opens its link, in whatever window, is let in with all of them.
    await page.getByRole("alert").getByText("the link that wherefore serve printed").waitFor();
    const other = await page.context().newPage();
    await other.goto(server.link, { waitUntil: "commit" });
    await other.close();
    await page.getByRole("alert").waitFor({ state: "detached" });
    release();
    await iterationsPast(page, before + 10);

    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("Paused: it can be resumed").waitFor();
    const at = await iterations(page);
    await page.reload();
    await page.getByText("Paused: it can be resumed").waitFor();
    await iterationsPast(page, at);
    expect(await iterations(page)).toBe(at);
    await page.getByRole("button", { name: "Resume" }).click();
    await iterationsPast(page, at + 10);
    expect((await server.ask("POST", `/api/runs/${run}/cancel`)).body.status).toBe("cancelled");
    expectNoComplaints(shown);
    await shown.close();
  });

  it("tells of an edge, repeats a run with a change, compares the two, and deletes one", async () => {
    const shown = await open(server.link);
    const { page } = shown;
    await takeExample(page);
    await toSearch(page);
    const a = await start(page);
    await atResult(page);
    const { edges, undirected, strengths } = JSON.parse(await fileOf(a, "result.json")) as RunResult;
    expect(undirected.length).toBeGreaterThan(0);
    const marks = [...edges.map((edge) => edge.join(" → ")), ...undirected.map((edge) => edge.join(" — "))];
    expect((await listedEdges(page)).toSorted()).toEqual(marks.toSorted());
    const [cause, effect] = edges[0];
    await page.getByRole("button", { name: new RegExp(`^${cause} → ${effect}`) }).click();
    const { body } = await server.ask("GET", `/api/runs/${a}/edge?cause=${cause}&effect=${effect}`);
    await page
      .getByText(`This edge increases the score by ${numbers.difference(body.contribution)}.`)
      .waitFor();
    const { coefficient } = strengths.find((strength) => strength.a === cause && strength.b === effect)!;
    await page
      .getByRole("definition")
      .getByText(numbers.significant(coefficient!), { exact: true })
      .waitFor();

    await page.getByRole("button", { name: "Repeat with changes" }).click();
    await heading(page, "Search").waitFor();
    await page.getByText("Choose the score").click();
    await page.getByRole("radio", { name: "bic-equal-variance", exact: true }).check();
    const b = await start(page);
    expect(b).not.toBe(a);
    await atResult(page);

    await page.getByRole("link", { name: "Runs" }).click();
    await page.getByRole("checkbox", { name: /^Compare twelve.csv, exact, bic-equal-variance/ }).check();
    await page.getByRole("checkbox", { name: /^Compare twelve.csv, exact, bic,/ }).check();
    await page.getByRole("link", { name: "Compare" }).click();
    await heading(page, "Two runs compared").waitFor();
    const { counts } = (await server.ask("GET", `/api/runs/${a}/compare/${b}`)).body;
    await page.getByText(`in total: ${counts.same} the same in both`).waitFor();
    expect(await page.getByRole("table", { name: "Edges of both runs" }).getByRole("row").count()).toBe(
      1 + counts.same + counts.open + counts.opposite + counts.onlyA + counts.onlyB,
    );

    await page.getByRole("link", { name: "Runs" }).click();
    await page.getByRole("button", { name: /^Delete twelve.csv, exact, bic,/ }).click();
    await page.getByRole("button", { name: /^Yes, delete/ }).click();
    await page
      .getByRole("button", { name: /^Delete twelve.csv, exact, bic,/ })
      .waitFor({ state: "detached" });
    // The list may be without it before its files are gone.
    await expect.poll(() => existsSync(join(folder, "data/runs", a))).toBe(false);
    expect(existsSync(join(folder, "data/runs", b))).toBe(true);
    // The way back leads to screens that say so, and not to an error of the browser.
    await page.goto(`${server.address}/#/runs/${a}/result`);
    await page.getByRole("alert").getByText(`runs: no run is called ${a}`).waitFor();
    expectNoComplaints(shown);
    await shown.close();
  });
});
