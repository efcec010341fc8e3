// From a table to a proven graph, in ten lines. Run it with: node examples/discover.ts (Node 22.18 or later)
import { discover, readTable } from "wherefore";

const table = await readTable("examples/twelve/data.csv");
const result = await discover(table, { score: "bic" });

console.log(`${result.strengths.length} edges, ${result.optimal ? "proven optimal" : `gap ${result.gap}`}`);
for (const { a, b, loss } of result.strengths) {
  const isOpen = result.undirected.some(([x, y]) => x === a && y === b);
  console.log(`${a} ${isOpen ? "—" : "→"} ${b}  ${loss?.toFixed(0)}`);
}
