// A header of numbers: the line that says how it was read, the option that decides, and a resumed run that reads it the same
// way.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { programIn } from "./program.ts";

const { folder, started } = programIn("headers");
const rows = Array.from({ length: 40 }, (_, i) => `${(i * 7) % 11},${(i * i) % 13},${(i * 5) % 17}`);

it("says how a first row of numbers was read, and --header decides, in a resumed run too", async () => {
  writeFileSync(join(folder, "numbers.csv"), `1,2,3\n${rows.join("\n")}\n`);
  const doctor = await started("doctor", "numbers.csv").ended;
  expect(doctor.out).toMatch(/^table {5}numbers\.csv: 41 rows, 3 columns$/m);
  expect(doctor.out).toMatch(
    /^note {6}header none: the first row is all numbers, so it was read as data, .* called X1, X2, …\. .*: if it is a header, use --header yes\.$/m,
  );
  const run = await started("discover", "numbers.csv", "--header", "yes", "--out", "run", "--json").ended;
  const { table, findings } = JSON.parse(run.out);
  expect([table.rows, table.columns]).toEqual([40, ["1", "2", "3"]]);
  expect(findings.map(({ kind }: { kind: string }) => kind)).not.toContain("header");
  expect(JSON.parse(readFileSync(join(folder, "run/spec.json"), "utf8")).source.header).toBe("yes");
  rmSync(join(folder, "run/result.json"));
  const resumed = JSON.parse((await started("resume", "run", "--json").ended).out);
  expect([resumed.table.rows, resumed.table.columns]).toEqual([40, ["1", "2", "3"]]);
});
