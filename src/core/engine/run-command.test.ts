import { expect, it } from "vitest";
import { runCommand } from "./run-command.ts";

const asked = { table: "0123456789abcdef", missing: "fail" as const };

it("says all that a request says, as a program of one line", () => {
  expect(runCommand({ ...asked, options: { search: "exact" } }, "a.csv")).toBe(
    `node --input-type=module -e 'import { discover, readTable } from "wherefore"; const table = await readTable("a.csv"); console.log(JSON.stringify(await discover(table, { ...{"search":"exact"} })));'`,
  );
  const whole = runCommand(
    {
      ...asked,
      missing: "drop",
      options: { score: "bdeu" },
      columns: ["a", "it's"],
      truth: [["a", "it's"]],
    },
    "my table.csv",
  );
  expect(whole).toContain(
    `readTable("my table.csv", {"columns":["a","it'\\''s"],"missing":"drop","categorical":"text"})`,
  );
  expect(whole).toContain(`truth: truthOn(table.names, [["a","it'\\''s"]])`);
});
