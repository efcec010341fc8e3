// From a table to a proven graph, in ten lines. Run it with: node examples/discover.ts (Node 22.18 or later)
import { discover, readTable } from "wherefore";

const table = await readTable("examples/twelve/data.csv");
const result = await discover(table, { score: "bic" });

console.log(`${result.edges.length} edges, ${result.optimal ? "proven optimal" : `gap ${result.gap}`}`);
for (const { cause, effect, value } of result.coefficients ?? []) {
  console.log(`${cause} → ${effect}  ${value.toFixed(2)}`);
}
