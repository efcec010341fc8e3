// The page reports errors in a table in the words of the command line, and names that look like code are treated as text.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { simulate } from "../../src/core/index.ts";
import { isLong } from "../long.ts";
import { commandsIn } from "./command-line.ts";
import { describeInChromium, dropped, expectNoComplaints, staticFiles } from "./page/browser.ts";
import { atResult, heading, start, takeFile, toSearch } from "./page/screens.ts";
import { programIn } from "./program.ts";
import { served } from "./served.ts";

const { folder, putTable, wherefore } = commandsIn("page-bad");
const { started } = programIn("page-bad");

const random = (i: number, k: number) => Math.sin((i + 1) * (i + 3 * k) + k) * 10;
const good = (i: number) => `${random(i, 1)},${random(i, 2)},${random(i, 3)}`;
const rows = (line: (i: number) => string) => `${Array.from({ length: 20 }, (_, i) => line(i)).join("\n")}\n`;

/** No table can be made of these: `wherefore discover` says why. */
const refused: Readonly<Record<string, string>> = {
  "empty.csv": "",
  "header.csv": "a,b,c\n",
  "column.csv": `a\n${rows((i) => String(i * i))}`,
  "row.csv": "a,b\n1,2\n",
  "names.csv": `a,b,a\n${rows(good)}`,
  "ragged.csv": `a,b,c\n${rows(good)}1,2\n`,
};

/** The data doctor stops a search of these: `wherefore doctor` says why, and each has a way out on the page. */
const fatal: Readonly<Record<string, string>> = {
  "range.csv": `a,b,c\n${rows((i) => `${random(i, 1)},${random(i, 2)},${random(i, 3)}e200`)}`,
  "people.csv": `a,name\n${rows((i) => `${random(i, 1)},person ${i}`)}`,
};

/** What is wrong with these is mended by itself: `wherefore doctor` says how. */
const mended: Readonly<Record<string, string>> = {
  "text.csv": `a,b,c\n${rows(good)}1,red,2\n`,
  "constant.csv": `a,b,c,k\n${rows((i) => `${good(i)},7`)}`,
  "nan.csv": `a,b,c\n${rows(good)}1,NaN,2\n`,
  "infinity.csv": `a,b,c\n${rows(good)}1,Inf,2\n`,
  "duplicate.csv": `a,b,c,k\n${rows((i) => `${good(i)},${random(i, 1)}`)}`,
  "sum.csv": `a,b,c,total\n${rows((i) => `${good(i)},${random(i, 1) + random(i, 2)}`)}`,
};

/** Their screens are the same, and the sentences of a server are in serve.test.ts and serve-hostile.test.ts. */
const engines = isLong ? (["browser", "server"] as const) : (["browser"] as const);

/** Two of each kind, as every sentence of the browser is in static.test.ts; on a server each takes a process or two. */
const triedOn = (engine: "server" | "browser", all: object) =>
  Object.keys(all).slice(0, isLong && engine === "browser" ? undefined : 2);

/** By file: the sentence of the refusal, or the messages of the findings, of the fatal ones where there are any. */
const sentences = new Map<string, readonly string[]>();
let server: Awaited<ReturnType<typeof served>>;
let files: Awaited<ReturnType<typeof staticFiles>>;

beforeAll(async () => {
  for (const [name, text] of Object.entries({ ...refused, ...fatal, ...mended }))
    writeFileSync(join(folder, name), text);
  for (const name of Object.keys(refused)) {
    const { code, err } = await wherefore("discover", name, "--no-out");
    expect([name, code]).toEqual([name, 2]);
    sentences.set(name, [err.trim()]);
  }
  for (const name of Object.keys({ ...fatal, ...mended })) {
    const { out } = await wherefore("doctor", name, "--json");
    const { findings } = JSON.parse(out) as { findings: { severity: string; message: string }[] };
    const messages = findings.filter(({ severity }) => severity === "fatal").map(({ message }) => message);
    expect([name, messages.length]).toEqual([name, name in fatal ? 1 : 0]);
    sentences.set(name, name in fatal ? messages : findings.map(({ message }) => message));
  }
  writeFileSync(join(folder, "good.csv"), `a,b,c\n${rows(good)}`);
  files = await staticFiles();
  server = await served(started("serve", "--port", "0", "--folder", "data"));
});

afterAll(() => {
  files?.close();
  server?.child.kill("SIGKILL");
});

const choose = (page: Page, path: string) => page.getByLabel("Choose a file").setInputFiles(path);

describeInChromium("a table that cannot be searched", (open) => {
  for (const engine of engines) {
    it(`is refused with the sentence of the command line (engine: ${engine})`, async () => {
      const shown = await open(engine === "server" ? server.link : files.address);
      const { page } = shown;
      for (const name of triedOn(engine, refused)) {
        await choose(page, join(folder, name));
        const [sentence] = sentences.get(name)!;
        // The ways out are said in the words of each door.
        await page.getByRole("alert").getByText(sentence.split(";")[0]).waitFor();
        expect(new URL(page.url()).hash).toMatch(/^(#\/)?$/);
      }
      // Several at once, and what is no table at all.
      await page.getByLabel("Choose a file").evaluate((field) => field.setAttribute("multiple", ""));
      await page
        .getByLabel("Choose a file")
        .setInputFiles([join(folder, "row.csv"), join(folder, "range.csv")]);
      await page.getByRole("alert").getByText("it must be one file, got 2 of them").waitFor();
      expectNoComplaints(shown);
      await shown.close();
    });

    it(`shows the doctor's message, and goes on by its remedy (engine: ${engine})`, async () => {
      const shown = await open(engine === "server" ? server.link : files.address);
      const { page } = shown;
      for (const name of triedOn(engine, fatal)) {
        await page.goto(`${page.url().split("#")[0]}#/`);
        await choose(page, join(folder, name));
        await page.getByRole("heading", { level: 1, name }).waitFor();
        const found = page.getByRole("listitem").filter({ hasText: "Must be resolved" });
        const [message] = sentences.get(name)!;
        await found.getByText(message).waitFor();
        expect(await page.getByRole("button", { name: "Start", exact: true }).isDisabled()).toBe(true);
        expect(await page.getByRole("button", { name: "Go to the search" }).isDisabled()).toBe(true);
        await found.getByRole("button").first().click();
        await page.getByRole("link", { name: "Go to the search" }).waitFor();
        expect(await found.count()).toBe(0);
      }
      expectNoComplaints(shown);
      await shown.close();
    });
  }

  for (const engine of engines)
    it(`what was mended is said, and a search can begin (engine: ${engine})`, async () => {
      const shown = await open(engine === "server" ? server.link : files.address);
      const { page } = shown;
      for (const name of triedOn(engine, mended)) {
        await page.goto(`${page.url().split("#")[0]}#/`);
        await choose(page, join(folder, name));
        await page.getByRole("heading", { level: 1, name }).waitFor();
        for (const message of sentences.get(name)!) await page.getByText(message).first().waitFor();
        await page.getByRole("link", { name: "Go to the search" }).waitFor();
        expect(await page.getByRole("button", { name: "Start", exact: true }).isEnabled()).toBe(true);
      }
      expectNoComplaints(shown);
      await shown.close();
    });

  for (const engine of engines)
    it(`a folder that is dropped is refused as such (engine: ${engine})`, async () => {
      mkdirSync(join(folder, "folder.csv"), { recursive: true });
      const { err } = await wherefore("discover", "folder.csv", "--no-out");
      const shown = await open(engine === "server" ? server.link : files.address);
      const { page } = shown;
      await dropped(page, page.getByText("or drop it here"), [join(folder, "folder.csv")]);
      expect(err).toContain("must be a file, got a directory");
      await page.getByRole("alert").getByText('table: "folder.csv" must be a file').waitFor();
      await shown.close();
    });

  it("a truth with unknown columns, one with a cycle, and too many variables for a proof", async () => {
    const shown = await open(server.link);
    const { page } = shown;
    await takeFile(page, join(folder, "good.csv"));
    await toSearch(page);
    for (const text of ["cause,effect\na,z\n", "cause,effect\na,b\nb,c\nc,a\n"]) {
      writeFileSync(join(folder, "truth.csv"), text);
      await page.getByLabel("True graph").setInputFiles(join(folder, "truth.csv"));
      const { err } = await wherefore("discover", "good.csv", "--truth", "truth.csv", "--no-out");
      const [sentence] = err.trim().split("; ");
      await page
        .getByRole("alert")
        .getByText(sentence.slice(sentence.indexOf(": ") + 2))
        .waitFor();
    }
    putTable("wide.csv", simulate({ nodes: 40, edgeProbability: 0.05, samples: 100, seed: 1 }).table);
    const { err } = await wherefore("discover", "wide.csv", "--search", "exact", "--no-out");
    expect(err).toMatch(/exact: 40 variables need/);
    await page.goto(`${server.address}/#/`);
    await takeFile(page, join(folder, "wide.csv"));
    await toSearch(page);
    await page.getByText("Choose the search").click();
    await page.getByRole("radio", { name: "exact", exact: true }).check();
    const how = page.getByRole("region", { name: "Search algorithm" });
    const alert = how.getByRole("alert").getByText(err.trim().split("; ")[0]);
    await alert.waitFor();
    await page.getByRole("button", { name: "Use the search order" }).click();
    await alert.waitFor({ state: "detached" });
    expect(await page.getByRole("radio", { name: "order", exact: true }).isChecked()).toBe(true);
    expectNoComplaints(shown);
    await shown.close();
  });

  for (const engine of engines)
    it(`names that look like programs are shown as names, up to the report (engine: ${engine})`, async () => {
      const names = [
        "<script>window.pwned=1</script>",
        "<img src=x onerror=window.pwned=1>",
        "=1+1",
        '"><svg onload=window.pwned=1>',
        "javascript:window.pwned=1",
        "{{constructor.constructor('window.pwned=1')()}}",
        `long ${"name ".repeat(60)}`,
      ];
      const cell = (k: number, i: number) => random(i, 1) * (k % 3) + random(i + k, k + 2);
      const line = (i: number) => names.map((_, k) => cell(k, i)).join(",");
      const text = `${names.map((name) => `"${name.replaceAll('"', '""')}"`).join(",")}\n${rows(line)}${rows((i) => line(i + 20))}`;
      const called = "<img src=x onerror=window.pwned=2>.csv";
      writeFileSync(join(folder, called), text);
      const shown = await open(engine === "server" ? server.link : files.address);
      const { page } = shown;
      const expectTold = async (...told: string[]) => {
        // What was asked of the engine may still be on its way.
        for (const name of told) await page.getByText(name.trim()).first().waitFor({ state: "attached" });
        expect(await page.evaluate("window.pwned")).toBeUndefined();
        // None of it became an element.
        expect(await page.locator("main :is(script, img[src=x], svg[onload])").count()).toBe(0);
      };
      await takeFile(page, join(folder, called));
      await expectTold(called, ...names);
      await page.getByRole("link", { name: "Add prior knowledge first" }).click();
      await heading(page, "Prior knowledge").waitFor();
      await page.getByLabel("Cause", { exact: true }).selectOption(names[0]);
      await page.getByLabel("Effect", { exact: true }).selectOption(names[1]);
      await page.getByRole("button", { name: "Add the statement" }).click();
      await expectTold(...names);
      await toSearch(page);
      await expectTold(called);
      await start(page);
      await atResult(page);
      await expectTold(called, names[0], names[1]);
      await page.getByText("as a list").first().click();
      await page.locator("details.graph-list li button").first().click();
      await page.getByRole("heading", { name: "Alternatives" }).waitFor();
      const [report] = await Promise.all([
        page.waitForEvent("popup"),
        page.getByRole("button", { name: "Open report" }).click(),
      ]);
      await report.getByText(names[0]).locator("visible=true").first().waitFor();
      expect(await report.evaluate("window.pwned")).toBeUndefined();
      expect(await report.locator("script, img, svg[onload]").count()).toBe(0);
      await report.close();
      await page.getByRole("link", { name: "Runs" }).click();
      await heading(page, "Runs").waitFor();
      await expectTold(called);
      expectNoComplaints(shown);
      await shown.close();
    });

  it("opened without the link the page says which, and with it works, without the token in its address", async () => {
    const closed = await open(server.address);
    await closed.page.getByText("Open the link that wherefore serve printed").waitFor();
    expect(await closed.page.locator("script").count()).toBe(0);
    expectNoComplaints(closed);
    await closed.page.goto(`${server.link}#/runs`);
    await heading(closed.page, "Runs").waitFor();
    expect(closed.page.url()).toBe(`${server.address}/#/runs`);
    expect(await closed.page.evaluate("document.cookie + document.referrer")).toBe("");
    await closed.close();

    const guarded = await served(
      started("serve", "--host", "0.0.0.0", "--port", "0", "--folder", "open", "--token", "secret"),
    );
    try {
      const shown = await open(guarded.link);
      const { page } = shown;
      await takeFile(page, join(folder, "good.csv"));
      await page.reload();
      await heading(page, "Data doctor", 2).waitFor();
      expectNoComplaints(shown);
      // Another server of this machine is another door.
      await page.goto(`${server.address}/#/runs`);
      await page.getByText("Open the link that wherefore serve printed").waitFor();
      await page.goto(server.link);
      await page.goto(`${guarded.address}/#/runs`);
      await heading(page, "Runs").waitFor();
      await shown.close();
    } finally {
      guarded.child.kill("SIGKILL");
    }
  });
});
