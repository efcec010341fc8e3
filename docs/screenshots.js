// Pictures of every screen of the page with the example, and of results with 60 and 200 variables, wide and narrow, light and dark.
//
//     npm run build && node docs/screenshots.js
//     options, with defaults: --out docs/page [--png] [--only start,data]
//
// A server is started in a temporary folder, and a real browser goes the way that a person would. Pictures are WebP of moderate
// quality (--png: exact ones); of a long screen, its first part.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { simulate } from "../dist/node/index.js";
import { findChromium } from "../test/e2e/browser/find.js";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values: given } = parseArgs({
  options: {
    out: { type: "string", default: at("page") },
    png: { type: "boolean", default: false },
    only: { type: "string" },
  },
});

const isWanted = (name) => given.only === undefined || given.only.split(",").includes(name);
const sizes = [
  { width: 1280, most: 1300 },
  { width: 390, most: 1700 },
];
const schemes = ["light", "dark"];
const quality = 52;
/** Results with so many variables. */
const many = [60, 200];

const executablePath = findChromium();
if (executablePath === undefined) throw new Error("no Chromium here: node test/e2e/browser/find.js");
const folder = mkdtempSync(join(tmpdir(), "wherefore-screens-"));
const server = spawn(process.execPath, [
  at("../dist/node/cli/main.js"),
  "serve",
  "--port",
  "0",
  "--folder",
  folder,
]);
/** What only a hang takes, also on a slow and busy machine. */
const hangMs = 300_000;
const browser = await chromium.launch({
  executablePath,
  timeout: hangMs,
  args: ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"],
});
try {
  const link = await linkOf(server);
  const screens = await prepared(link);
  mkdirSync(given.out, { recursive: true });
  for (const { width, most } of sizes)
    for (const scheme of schemes) await taken(link, screens, { width, most, scheme });
  const total = readdirSync(given.out).reduce((sum, name) => sum + statSync(join(given.out, name)).size, 0);
  console.log(`${readdirSync(given.out).length} pictures, ${(total / 1e6).toFixed(2)} MB in ${given.out}`);
} finally {
  await browser.close();
  server.kill("SIGKILL");
  await new Promise((resolve) => server.once("close", resolve));
  rmSync(folder, { recursive: true, force: true });
}

/** Waits for the server to say where it is; the link has its token. */
function linkOf({ stdout, stderr }) {
  stderr.pipe(process.stderr);
  return new Promise((resolve, reject) => {
    let out = "";
    stdout.on("data", (text) => {
      out += text;
      const found = /wherefore is at (http:\S+)\n/.exec(out)?.[1];
      if (found) resolve(new URL(found));
    });
    stdout.on("close", () => reject(new Error("the server did not start")));
  });
}

/** What the screens show: a table, and where they are wanted two runs that have ended and one that goes on. */
async function prepared({ origin, searchParams }) {
  const authorization = `Bearer ${searchParams.get("token")}`;
  const asked = async (method, path, body) => {
    const response = await fetch(`${origin}/api/${path}`, {
      method,
      headers: { "content-type": "application/json", authorization },
      body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    return answer;
  };
  const { id: table, truth } = await asked("POST", "examples/twelve", {});
  const ended = async ({ id }) => {
    while ((await asked("GET", `runs/${id}`)).status === "running") await pause(200);
    return id;
  };
  const wide = {};
  for (const nodes of many.filter((d) => isWanted(`result-${d}`))) {
    const sent = await fetch(`${origin}/api/tables?name=${nodes}.csv`, {
      method: "POST",
      headers: { authorization },
      body: csvOf(simulate({ nodes, graph: "erdos-renyi", degree: 3, samples: 1000, seed: 1 }).table),
    });
    const { id } = await sent.json();
    wide[nodes] = await ended(await asked("POST", "runs", { table: id, options: {} }));
  }
  if (!["watch", "result", "edge", "runs", "compare"].some(isWanted)) return { table, truth, wide };
  const rl = { iterations: 100_000, stop: "never" };
  const exact = await ended(await asked("POST", "runs", { table, truth, options: { search: "exact" } }));
  const ges = await ended(
    await asked("POST", "runs", { table, truth, options: { search: "ges", score: "bic-equal-variance" } }),
  );
  const going = await asked("POST", "runs", {
    table,
    truth,
    threads: 1,
    options: { search: "rl", score: "bic-equal-variance", options: rl },
  });
  return { table, truth, wide, exact, ges, going: going.id };
}

function csvOf({ names, X }) {
  const rows = Array.from({ length: X.rows }, (_, i) => X.data.subarray(i * X.cols, (i + 1) * X.cols).join());
  return `${[names.join(), ...rows].join("\n")}\n`;
}

async function taken(link, { table, truth, wide, exact, ges, going }, { width, most, scheme }) {
  const context = await browser.newContext({
    viewport: { width, height: width > 600 ? 860 : 844 },
    colorScheme: scheme,
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "UTC",
  });
  context.setDefaultTimeout(hangMs);
  const page = await context.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.addInitScript(
    ([key, draft]) => location.protocol === "http:" && localStorage.setItem(key, draft),
    [`wherefore/draft/${table}`, JSON.stringify(draftOf(truth))],
  );
  const session = await context.newCDPSession(page);
  await page.goto(link.href);
  const shot = async (name, path, ready, act = async () => {}) => {
    if (!isWanted(name)) return;
    await page.goto("about:blank");
    await page.setViewportSize({ width, height: width > 600 ? 860 : 844 });
    await page.goto(`${link.origin}/#/${path}`);
    await page.getByText(ready).first().waitFor();
    await act(page);
    // As tall as what is shown, so that nothing waits to be scrolled to.
    const full = await page
      .locator("#page")
      .evaluate((whole) => Math.ceil(whole.getBoundingClientRect().height));
    const height = Math.min(most, full);
    await page.setViewportSize({ width, height });
    await page.mouse.move(0, 0);
    await page.evaluate(() => scrollTo(0, 0));
    await pause(900);
    const { data } = await session.send("Page.captureScreenshot", {
      ...(given.png ? { format: "png" } : { format: "webp", quality }),
      clip: { x: 0, y: 0, width, height, scale: 1 },
    });
    const file = `${name}-${width}-${scheme}.${given.png ? "png" : "webp"}`;
    writeFileSync(join(given.out, file), Buffer.from(data, "base64"));
  };
  await shot("start", "", "Try the example “twelve”");
  await shot("data", `tables/${table}/data`, "First rows");
  await shot("knowledge", `tables/${table}/knowledge`, "Prior knowledge:");
  await shot("search", `tables/${table}/search`, "Choose the search", (shown) =>
    shown.locator(".search-estimate").waitFor(),
  );
  await shot("watch", `runs/${going}/watch`, "as a list");
  await shot("result", `runs/${exact}/result`, "as a list", drawn);
  await shot("edge", `runs/${exact}/result`, "as a list", async (shown) => {
    await drawn(shown);
    await shown.getByText("as a list").first().click();
    await shown.locator("details.graph-list li button").first().click();
    await shown.getByText("as a list").first().click();
    await shown.getByRole("heading", { name: "Alternatives" }).waitFor();
  });
  for (const nodes of many) await shot(`result-${nodes}`, `runs/${wide[nodes]}/result`, "as a list", drawn);
  await shot("runs", "runs", "Select two runs");
  await shot("compare", `compare/${exact}/${ges}`, "Edge by edge", drawn);
  await context.close();
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
}

async function drawn(page) {
  // A line that is exactly upright has no width, and counts as hidden.
  await page.locator(".graph-canvas .react-flow__edge").first().waitFor({ state: "attached" });
}

/** Something that is known, in agreement with the truth. */
function draftOf(truth) {
  return {
    without: [],
    kinds: {},
    truth,
    options: {},
    threads: null,
    knowledge: {
      required: [["X02", "X09"]],
      forbidden: [["X07", "X12"]],
      tiers: [["X01", "X02"], ["X09"]],
      maxParents: null,
    },
  };
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
