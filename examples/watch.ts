// A search is a generator: watch it, stop it at any time, and resume it later from its state.
import { createRng, linearBicEqualVariance, orderSearch, paperSet } from "wherefore";

const { table } = paperSet("paper/exp1-lingam-30", 8);
const score = linearBicEqualVariance(table);

let state: unknown;
let steps = 0;
for (const step of orderSearch({ score, rng: createRng(1), restarts: 1 })) {
  state = step.state;
  if (++steps % 10 === 0) console.log(`${step.doing}: ${step.score.toFixed(0)}`);
  if (steps === 40) break;
}

const search = orderSearch({
  score,
  rng: createRng(1),
  restarts: 1,
  from: JSON.parse(JSON.stringify(state)),
});
let next = search.next();
while (!next.done) next = search.next();
console.log(`finished: ${next.value.score.toFixed(0)}`);
