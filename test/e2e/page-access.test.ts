// Accessibility of the page: every screen by keyboard alone; names, headings and contrast in both colour schemes; no overflow
// in a narrow window.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeInChromium, expectNoComplaints } from "./page/browser.ts";
import { atResult, heading } from "./page/screens.ts";
import { programIn } from "./program.ts";
import { served } from "./served.ts";

const { started } = programIn("page-access");
let server: Awaited<ReturnType<typeof served>>;
let table = "";
let runs: { exact: string; ges: string; paused: string; failed: string };

beforeAll(async () => {
  server = await served(started("serve", "--port", "0", "--folder", "data"));
  const { body } = await server.ask("POST", "/api/examples/twelve");
  table = body.id;
  const run = async (options: object, on = table): Promise<string> => {
    const truth = on === table ? body.truth : undefined;
    const answer = await server.ask("POST", "/api/runs", { table: on, truth, options });
    expect([answer.status, answer.body.error ?? null]).toEqual([201, null]);
    return answer.body.id;
  };
  const exact = await run({ search: "exact", prune: "threshold" });
  const ges = await run({ search: "ges" });
  for (const each of [exact, ges]) expect((await server.when(each, "finished", "failed")).error).toBeNull();
  const paused = await run({ search: "rl", options: { iterations: 100_000, stop: "never" } });
  // Squares that are no numbers.
  const huge = await server.ask(
    "POST",
    "/api/tables?name=huge.csv",
    "a,b\n1e200,2\n2e200,1\n-3e200,5\n4e200,4\n5e200,9\n",
  );
  const failed = await run({}, huge.body.id);
  await server.when(failed, "failed");
  await server.ask("POST", `/api/runs/${paused}/pause`);
  await server.when(paused, "paused");
  runs = { exact, ges, paused, failed };
});

afterAll(() => server?.child.kill("SIGKILL"));

/** Screens by address, and what is seen when they are there. */
const screens = (): readonly (readonly [string, string, string])[] => [
  ["start", "", "Your tables"],
  ["data", `tables/${table}/data`, "First rows"],
  ["knowledge", `tables/${table}/knowledge`, "Tiers"],
  ["search", `tables/${table}/search`, "Settings"],
  ["watch", `runs/${runs.paused}/watch`, "Progress"],
  ["watch, refused", `runs/${runs.failed}/watch`, "Refused"],
  ["result", `runs/${runs.exact}/result`, "The graph"],
  ["runs", "runs", "Select two runs"],
  ["compare", `compare/${runs.exact}/${runs.ges}`, "Edge by edge"],
];

/** Ends when the page is drawn, and nothing on it moves that will come to an end. */
const atRest = `(async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const moving = document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime < Infinity);
  await Promise.all(moving.map((each) => each.finished));
})()`;

interface Audit {
  readonly nameless: readonly string[];
  readonly twins: readonly string[];
  readonly faint: readonly unknown[];
  readonly sideways: readonly string[];
  readonly low: readonly string[];
  readonly headings: readonly { level: number; text: string }[];
}

const ask = async <T>(page: Page, expression: string) => (await page.evaluate(expression)) as T;

describeInChromium("every screen", (open) => {
  it("has names, headings in order, readable texts in both schemes, and fits a narrow window", async () => {
    const shown = await open(server.link);
    const { page } = shown;
    const found: Record<string, Partial<Audit>> = {};
    for (const [name, path, seen] of screens()) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.emulateMedia({ colorScheme: "light" });
      await page.goto(`${server.address}/#/${path}`);
      await page.getByText(seen).filter({ visible: true }).first().waitFor();
      if (name === "result") {
        await page.getByText("as a list").first().click();
        await page.locator("details.graph-list li button").first().click();
        await page.getByRole("heading", { name: "Alternatives" }).waitFor();
      }
      // What is folded is read too.
      await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
      await page.evaluate(atRest);
      const wide = await ask<Audit>(page, audit);
      await page.emulateMedia({ colorScheme: "dark" });
      await page.setViewportSize({ width: 390, height: 844 });
      await page.evaluate(atRest);
      const narrow = await ask<Audit>(page, audit);
      const levels = wide.headings.map(({ level }) => level);
      const isInOrder = levels.every((level, k) => level <= (levels[k - 1] ?? 0) + 1);
      found[name] = {
        nameless: [...new Set([...wide.nameless, ...narrow.nameless])],
        twins: wide.twins,
        faint: [...wide.faint, ...narrow.faint],
        sideways: [...wide.sideways, ...narrow.sideways],
        low: narrow.low,
        headings: isInOrder && levels.filter((level) => level === 1).length === 1 ? [] : wide.headings,
      };
    }
    const clean = { nameless: [], twins: [], faint: [], sideways: [], low: [], headings: [] };
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, clean])));
    expectNoComplaints(shown);
    await shown.close();
  });

  it("is reached and worked by the keyboard alone", async () => {
    const shown = await open(server.link);
    const { page } = shown;
    const key = (...keys: string[]) =>
      keys.reduce((last, each) => last.then(() => page.keyboard.press(each)), Promise.resolve());
    const unseen: string[] = [];
    /** Goes on by Tab until what has the focus is called so; notes where the eye cannot follow. */
    const tabTo = async (name: RegExp): Promise<void> => {
      for (let k = 0; k < 150; k++) {
        await key("Tab");
        let at = await ask<{ name: string; isSeen: boolean }>(page, focus);
        // It may still be scrolled to.
        for (let frame = 0; frame < 60 && !at.isSeen; frame++) {
          await page.evaluate("new Promise(requestAnimationFrame)");
          at = await ask(page, focus);
        }
        if (!at.isSeen) unseen.push(at.name);
        if (name.test(at.name)) return;
      }
      throw new Error(`no Tab leads to ${name} on ${page.url()}`);
    };
    await heading(page, "Which variables cause which?").waitFor();
    await tabTo(/^Choose a file/);
    await tabTo(/^Try the example “twelve”/);
    await key("Enter");
    await heading(page, "twelve.csv").waitFor();
    // A new screen begins at its top, and what is above it can be skipped.
    expect(await page.title()).toMatch(/^Data/);
    await page.evaluate("document.activeElement.blur()");
    await page.goto(`${page.url()}`);
    await tabTo(/^Add prior knowledge first/);
    await key("Enter");
    await heading(page, "Prior knowledge").waitFor();

    await tabTo(/^cannot cause|^must cause/);
    await tabTo(/^X01$/);
    await key("Enter");
    await page.getByText("select what it must cause, or press Escape").waitFor();
    await tabTo(/^X10$/);
    await key("Enter");
    await page.getByRole("button", { name: "Delete X01 must cause X10" }).waitFor();
    await tabTo(/^X09, free/);
    await key("ArrowRight");
    await page.getByText(/Prior knowledge: 1 .*required, 1 tier/).waitFor();
    await tabTo(/^Go to the search/);
    await key("Enter");
    await heading(page, "Search").waitFor();
    await tabTo(/^Start$/);
    await key("Enter");
    await atResult(page);
    // The edges of the drawing are among what Tab leads to.
    await page.locator(".react-flow__edge").first().waitFor({ state: "attached" });

    await tabTo(/edges? as a list$/);
    await key("Enter");
    await tabTo(/^X01 → X10/);
    await key("Enter");
    await page.getByRole("heading", { name: "Alternatives" }).waitFor();
    await page.goto(`${server.address}/#/runs`);
    await heading(page, "Runs").waitFor();
    for (const name of [/^Compare twelve.csv, exact/, /^Compare twelve.csv, (ges|exact)/]) {
      await tabTo(name);
      await key("Space");
    }
    await page.getByText("Two selected.").waitFor();
    for (let k = 0; k < 40 && !/^Compare$/.test((await ask<{ name: string }>(page, focus)).name); k++)
      await key("Shift+Tab");
    await key("Enter");
    await heading(page, "Two runs compared").waitFor();
    expect([...new Set(unseen)]).toEqual([]);
    expectNoComplaints(shown);
    await shown.close();
  });

  it("can be skipped to, and stays what it is", async () => {
    const shown = await open(`${server.link}#/tables/${table}/data`);
    const { page } = shown;
    await heading(page, "twelve.csv").waitFor();
    await page.keyboard.press("Tab");
    expect(await ask<{ name: string }>(page, focus)).toMatchObject({
      name: "Skip to the content",
      isSeen: true,
    });
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("main");
    await heading(page, "twelve.csv").waitFor();
    await shown.close();
  });
});

const audit =
  "({ nameless: probe.nameless(), twins: probe.twins(), faint: probe.faint(), sideways: probe.sideways(), low: probe.low(), headings: probe.headings() })";

/** What has the focus, and whether it can be seen that it has. */
const focus = `(() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return { name: "", isSeen: true };
  // The ring of a hidden field is drawn around its label.
  const ringed = [at, at.closest("label"), at.parentElement].filter((each) => each !== null);
  const isRinged = ringed.some((each) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
    return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
  });
  // Around an edge of a drawing it is a halo.
  const halo = at.querySelector(".graph-halo");
  const isHaloed = halo !== null && !["none", "rgba(0, 0, 0, 0)"].includes(getComputedStyle(halo).stroke);
  const { top, bottom } = at.getBoundingClientRect();
  return { name: probe.nameOf(at), isSeen: (isRinged || isHaloed) && bottom > 0 && top < innerHeight };
})()`;
