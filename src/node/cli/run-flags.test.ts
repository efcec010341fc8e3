import { describe, expect, it } from "vitest";
import { catalogue } from "../../core/index.ts";
import { command as discoverCommand } from "./discover.ts";
import { catalogueHelp, flaggedOptions, flagNamed, searchOptions } from "./run-flags.ts";

const { searches, scores, prunings, run } = catalogue();
const flags = discoverCommand().options.map((option) => option.attributeName());

/** The lines on a search, from its name to that of the next. */
function linesOn(search: string): string[] {
  const lines = catalogueHelp().split("\n");
  const start = lines.findIndex((line) => line.trim().split(" ")[0] === search && /^ {2}\S/.test(line));
  const rest = start < 0 ? [] : lines.slice(start + 1);
  const end = rest.findIndex((line) => !line.startsWith("    "));
  return end < 0 ? rest : rest.slice(0, end);
}

describe("the help of discover", () => {
  it.each(searches)(
    "has every option of $name, as a flag or a line with every word that it may be",
    (search) => {
      const lines = linesOn(search.name);
      expect(lines.length).toBe(search.options.filter(({ flag }) => flag === undefined).length);
      for (const { name, flag, schema } of search.options) {
        const line = lines.find((each) => each.trim().split(/\s/)[0] === name);
        expect(flag === undefined ? line !== undefined : flags.includes(name), name).toBe(true);
        for (const word of line === undefined ? [] : ((schema.enum as string[]) ?? []))
          expect(line).toContain(`"${word}"`);
      }
    },
  );

  it("has a flag for every option of scores, prunings and every run", () => {
    const options = [...scores, ...prunings].flatMap((each) => each.options).concat(run);
    for (const { name, flag } of options) {
      expect(flag, name).toMatch(/^--[a-z-]+( <\w+>| \[\w+\])?$/);
      expect(flags, name).toContain(name);
    }
  });

  it("names every search, score and pruning", () => {
    for (const { name, summary } of [...searches, ...scores, ...prunings])
      expect(catalogueHelp()).toContain(`  ${name.padEnd(22)} ${summary}`);
  });
});

describe("flags", () => {
  it("become options by their names; what was not given is left out", () => {
    const given = {
      score: "bdeu",
      equivalentSampleSize: 3,
      threshold: undefined,
      columns: ["a"],
      json: true,
    };
    expect(flaggedOptions(given)).toEqual({ score: "bdeu", equivalentSampleSize: 3 });
    expect(searchOptions({ iterations: 5, set: { batch: 8 } })).toEqual({
      options: { iterations: 5, batch: 8 },
    });
    expect(searchOptions({ score: "bic" })).toEqual({});
  });

  it("are named for every option, by what sets it", () => {
    expect(flagNamed("penaltyWeight")).toBe("--penalty-weight");
    expect(flagNamed("iterations")).toBe("--iterations");
    expect(flagNamed("lambdaEvery")).toBe("--set lambdaEvery=…");
    expect(flagNamed("nothing")).toBeUndefined();
  });
});
