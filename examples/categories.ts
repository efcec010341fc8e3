// Categorical data: a table of yes and no, with a score from counts. Then without a mediating column, whose causes and effects
// become adjacent.
import { discover, readTable, withColumns } from "wherefore";

const table = await readTable("examples/asia/data.csv");
console.log(table.names.map((name, j) => `${name}: ${table.levels![j]!.join(" or ")}`).join("; "));

const whole = await discover(table, { score: "bdeu" });
console.log(`${whole.strengths.length} edges, proven: ${whole.optimal}`);
for (const [cause, effect] of whole.edges) console.log(`${cause} → ${effect}`);
for (const [one, other] of whole.undirected) console.log(`${one} — ${other}`);

const others = table.names.map((_, j) => j).filter((j) => table.names[j] !== "either");
const without = await discover(withColumns(table, others), { score: "bdeu" });
console.log(`without "either": ${without.edges.map(([a, b]) => `${a} → ${b}`).join(", ")}`);
console.log(`direction open: ${without.undirected.map(([a, b]) => `${a} — ${b}`).join(", ")}`);
