// The output shown in the tutorials and guides is what their commands print. `npm test` runs the first command of each page,
// `npm run test:long` all of them, and those on the Sachs data if they are beside the repository.

import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { firstFalseLine, readerIn, shownCommands } from "./console-blocks.ts";
import { isLong } from "./long.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const vega = join(root, "node_modules/vega-datasets");
const sachs = join(root, "../shared/data/sachs");
/** Commands of a page that `npm test` types. */
const first = 2;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "wherefore-tutorial-"));
  folders.push(folder);
  symlinkSync(join(root, "examples"), join(folder, "examples"));
  return folder;
}

async function expectShown(page: string, folder: string): Promise<void> {
  const text = readFileSync(join(root, "docs", page), "utf8");
  const commands = shownCommands(text).slice(0, isLong ? undefined : first);
  expect(commands.length).toBeGreaterThan(0);
  const reader = readerIn(folder, join(root, "bin/wherefore.js"));
  for (const { command, shown } of commands) {
    const printed = await reader(command);
    const said = shown.filter((line) => !/^folder /.test(line));
    expect(firstFalseLine(said, printed), `${page}: ${command}\n${printed.join("\n")}`).toBeUndefined();
  }
}

describe("what is shown is what is printed", () => {
  it.each(["cars", "penguins"])("in the tutorial on %s, with the data that it names", async (name) => {
    const text = readFileSync(join(root, `docs/tutorials/${name}.md`), "utf8");
    const { version } = JSON.parse(readFileSync(join(vega, "package.json"), "utf8"));
    expect(text).toContain(`npm install wherefore vega-datasets@${version}`);
    const folder = freshFolder();
    cpSync(join(vega, `data/${name}.json`), join(folder, `${name}.json`));
    await expectShown(`tutorials/${name}.md`, folder);
  });

  it.skipIf(!isLong || !existsSync(sachs))("in the tutorial on the Sachs data", async () => {
    const folder = freshFolder();
    const rows = readFileSync(join(sachs, "sachs.csv"), "utf8").replaceAll(",", "\t").split("\n");
    const antibodies = "praf pmek plcg PIP2 PIP3 p44.42 pakts473 PKA PKC P38 pjnk".replaceAll(" ", "\t");
    writeFileSync(join(folder, "sachs.data.txt.gz"), gzipSync([antibodies, ...rows.slice(1)].join("\n")));
    cpSync(join(sachs, "sachs-truth.csv"), join(folder, "sachs-truth.csv"));
    await expectShown("tutorials/sachs.md", folder);
  });

  it.skipIf(!isLong).each(["which-score.md", "coming-from.md"])("on the page %s", (page) =>
    expectShown(page, freshFolder()),
  );
});

it("a false line is found", () => {
  const printed = ["a 1", "b 2", "c 3 and more"];
  expect(firstFalseLine(["a 1", "b 2", "c 3 …"], printed)).toBeUndefined();
  expect(firstFalseLine(["…", "c 3 and more"], printed)).toBeUndefined();
  expect(firstFalseLine(["a 1", "…"], printed)).toBeUndefined();
  expect(firstFalseLine(["a 1", "c 3 …"], printed)).toBe("c 3 …");
  expect(firstFalseLine(["a 2", "…"], printed)).toBe("a 2");
  expect(firstFalseLine(["a 1"], printed)).toBe("(not shown) b 2");
});
