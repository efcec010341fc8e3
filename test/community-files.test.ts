// Repository files other than code: the workflows and the citation are valid and their content is true.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parse } from "yaml";

const root = fileURLToPath(new URL("../", import.meta.url));
const textOf = (path: string) => readFileSync(`${root}${path}`, "utf8");
const { version, license, scripts } = JSON.parse(textOf("package.json"));

it("the citation has the version and the licence of the package", () => {
  expect(parse(textOf("CITATION.cff"))).toMatchObject({
    "cff-version": "1.2.0",
    version,
    license,
    type: "software",
  });
});

it("the changelog has a part for what comes, and one for this version", () => {
  const parts = [...textOf("CHANGELOG.md").matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  expect(parts.slice(0, 2)).toEqual(["Unreleased", version]);
});

it("every workflow runs scripts that there are", () => {
  for (const file of readdirSync(`${root}.github/workflows`)) {
    const { jobs } = parse(textOf(`.github/workflows/${file}`));
    const runs = Object.values<{ steps: { run?: string }[] }>(jobs).flatMap(({ steps }) =>
      steps.flatMap((step) => (step.run === undefined ? [] : [step.run])),
    );
    expect(runs.length).toBeGreaterThan(0);
    for (const [, script] of runs.join("\n").matchAll(/npm run (\S+)/g))
      expect(scripts).toHaveProperty([script]);
  }
});

it("links of the pages at the root lead somewhere", () => {
  for (const page of ["CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"])
    for (const [, link] of textOf(page).matchAll(/\]\(([^)#:]+)\)/g))
      expect(existsSync(`${root}${link}`), `${page} links to ${link}`).toBe(true);
});
