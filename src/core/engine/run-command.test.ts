import { expect, it } from "vitest";
import { runCommand } from "./run-command.ts";

const asked = { table: "0123456789abcdef" };

it("expresses everything in a request, as a one-line program", () => {
  expect(runCommand({ ...asked, options: { search: "exact" } }, { name: "a.csv" })).toBe(
    `node --input-type=module -e 'import { discover, readTable } from "wherefore"; const table = await readTable("a.csv"); console.log(JSON.stringify(await discover(table, { ...{"search":"exact"} })));'`,
  );
  const whole = runCommand(
    {
      ...asked,
      options: { score: "bdeu" },
      columns: ["a", "it's"],
      kinds: { a: "ordered" },
      truth: [["a", "it's"]],
    },
    { name: "my table.csv" },
  );
  expect(whole).toContain(`readTable("my table.csv", {"columns":["a","it'\\''s"],"kinds":{"a":"ordered"}})`);
  const sheet = runCommand({ ...asked, options: {} }, { name: "b.xlsx", sheet: "Second sheet" });
  expect(sheet).toContain('readTable("b.xlsx", {"sheet":"Second sheet"})');
  expect(whole).toContain(`truth: truthOn(table.names, [["a","it'\\''s"]])`);
});
