// Prior knowledge, which every answer respects: here X01 causes nothing, and X02 has no causes.
import { discover, knowledgeOf, namedKnowledge, readKnowledge, readTable, violations } from "wherefore";

const table = await readTable("examples/twelve/data.csv");
const known = readKnowledge("leaf: X01\nroot: X02\nmax parents: 4\n", table.names);
const knowledge = namedKnowledge(known, table.names);

const free = await discover(table);
const bound = await discover(table, { knowledge });
console.log(`without: ${free.edges.length} edges, score ${free.score.toFixed(1)}`);
console.log(`with:    ${bound.edges.length} edges, score ${bound.score.toFixed(1)}`);

const place = (name: string) => table.names.indexOf(name);
const edges = new Uint8Array(12 * 12);
for (const [cause, effect] of bound.edges) edges[place(cause) * 12 + place(effect)] = 1;
console.log(
  `contradictions: ${violations({ d: 12, edges }, knowledgeOf(knowledge, table.names), table.names).length}`,
);
