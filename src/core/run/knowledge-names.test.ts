import { expect, it } from "vitest";
import { run } from "../../../test/discoveries.ts";
import { InputError } from "../check.ts";
import { tableFromCsv } from "../data/columns.ts";

it("knowledge about a column that the table leaves out is refused with the reason and how to keep it", () => {
  const rows = Array.from({ length: 20 }, (_, i) => `p${i},${Math.sin(i * i)},${Math.cos(i * i)}`);
  const table = tableFromCsv(`id,a,b\n${rows.join("\n")}\n`);
  const refusal = (() => {
    try {
      return run({ table, options: { knowledge: { roots: ["id"] } } });
    } catch (error) {
      return error as InputError;
    }
  })();
  expect(refusal).toBeInstanceOf(InputError);
  expect(refusal).toMatchObject({
    sentence:
      'knowledge: roots 1 (id) names "id", which is left out because it has a different label in every row',
    remedies: [{ when: "to keep it", set: { kinds: { id: "category" } } }],
  });
});
