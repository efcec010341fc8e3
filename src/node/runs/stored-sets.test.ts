import { mkdirSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { discover, simulate } from "../index.ts";
import { folderTables } from "./set-tables.ts";
import { readStoredSets } from "./stored-sets.ts";

let place = "";
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "wherefore-kept-"));
  for (const run of ["first", "second"]) mkdirSync(join(place, run));
});
const width = 300; // more than 256 variables have more bits
const row = (x: number) => Float64Array.from({ length: width }, (_, j) => x / (j + 1));
const sets = [
  [[0], row(1)],
  [[1, 7, 8, 255, 256, 299], row(-0.1)],
] as const;
const keptOf = (run: string, warnings: string[] = []) =>
  folderTables(
    () => join(place, run),
    (sentence) => warnings.push(sentence),
  ).kept!;
const pathOf = (run: string) => join(place, run, "terms.bin");
const written = () => {
  const kept = keptOf("first")("key", width);
  for (const [parents, values] of sets) kept.put(parents, values);
  kept.flush();
};

describe("terms.bin", () => {
  it("brings sets back bit for bit, also to a run in the folder beside it, which adds its own", () => {
    written();
    expect([...keptOf("first")("key", width).known()]).toEqual(sets);
    const beside = keptOf("second")("key", width);
    expect([...beside.known()]).toEqual(sets);
    beside.put([5], row(3));
    beside.flush();
    expect([...keptOf("second")("key", width).known()]).toEqual([...sets, [[5], row(3)]]);
    expect([...keptOf("second")("other", width).known()]).toEqual([]);
  });

  it("is not written anew where nothing came", () => {
    written();
    truncateSync(pathOf("first"), 0);
    const kept = keptOf("second")("key", width);
    kept.flush();
    expect(readStoredSets(pathOf("second"), "key", width)).toBeUndefined();
  });

  it("is not used, and said to be damaged, whichever bit of it is turned or where it is cut", () => {
    written();
    const whole = readFileSync(pathOf("first"));
    for (let bit = 0; bit < 8 * whole.length; bit += 997) {
      const turned = Buffer.from(whole);
      turned[bit >> 3] ^= 1 << (bit & 7);
      writeFileSync(pathOf("first"), turned);
      // A turned bit of the key makes it another table's.
      expect(readStoredSets(pathOf("first"), "key", width) ?? "damaged").toBe("damaged");
    }
    writeFileSync(pathOf("first"), whole.subarray(0, whole.length - 8));
    const warnings: string[] = [];
    expect([...keptOf("second", warnings)("key", width).known()]).toEqual([]);
    expect(warnings).toEqual([`${pathOf("first")}: the file is damaged; its numbers are recomputed`]);
  });

  it("spares a later run of the same data and score what an earlier one has computed, and the answer is the same", async () => {
    const { table } = simulate({ mechanism: "gp", nodes: 5, samples: 40, seed: 1 });
    const options = { search: "order", score: "gp-nearest", optimum: "never", panel: "never" } as const;
    const asked = { known: 0, put: 0 };
    const run = (folder: string) => {
      const tables = folderTables(() => join(place, folder));
      const kept: typeof tables.kept = (key, count) => {
        const own = tables.kept!(key, count);
        return {
          ...own,
          known: () => {
            const found = [...own.known()];
            asked.known = found.length;
            return found;
          },
          put: (parents, values) => {
            asked.put++;
            own.put(parents, values);
          },
        };
      };
      return discover(table, { ...options, tables: { ...tables, kept } } as Parameters<typeof discover>[1]);
    };
    const first = await run("first");
    const { put } = asked;
    expect(put).toBeGreaterThan(5);
    const second = await run("second");
    expect(asked).toEqual({ known: put, put });
    expect(second.score).toBe(first.score);
    expect(second.edges).toEqual(first.edges);
  });
});
