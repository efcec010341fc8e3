// A user-defined score: BIC with a penalty that grows with the square of the number of parents. Any function of (node,
// parents) can be searched exactly; higher is better.
import { createTable, discover, linearBic, matrixFromRows, simulate, type Table } from "wherefore";

const { table, truth } = simulate({ nodes: 6, samples: 500, edgeProbability: 0.4, seed: 3 });

const myScore = (data: Table) => {
  const fit = linearBic(data, { penaltyWeight: 0 });
  return {
    term: (node: number, parents: readonly number[]) =>
      fit.local!.term(node, parents) - 4 * parents.length * parents.length,
  };
};
const result = await discover(table, { score: myScore, truth });
console.log(`${result.edges.length} edges, SHD ${result.metrics!.shd}, proven: ${result.optimal}`);

// It also works for a table that is not from a file.
const small = createTable(
  ["a", "b"],
  matrixFromRows([
    [0, 1],
    [1, 1.1],
    [2, 2.9],
    [3, 3.2],
    [4, 5.1],
  ]),
);
console.log((await discover(small, { score: myScore })).edges);
