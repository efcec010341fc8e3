// Many variables: the cost of an iteration of each agent at 30, 50 and 100 variables, the memory of the process, and the time of
// a complete order search.
//
//     npm run build && node bench/large.js [--wide] [--nodes 30,50,100]
//
// Every line runs in its own process, so that its memory is measured separately. The paper's agent runs with the settings of the
// authors' 30-node experiment (128 samples, six blocks, logits from −10); time is per iteration, excluding the first five.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as wherefore from "../dist/node/index.js";
import { optionsOf } from "./harness.js";

const values = optionsOf({ wide: false, nodes: [30, 50, 100], one: "" });

const jobs = {
  rl: { search: "rl", options: { preset: "paper-30", stop: "never" }, iterations: 60, hasNetwork: true },
  "rl-order": { search: "rl-order", options: { stop: "never" }, iterations: 60, hasNetwork: false },
  corl: { search: "corl", options: { stop: "never" }, iterations: 30, hasNetwork: true },
  order: { search: "order", restarts: 1, iterations: null, hasNetwork: false },
};

if (values.one) await measure(values.one);
else {
  console.log("search     score               nodes  ms/iteration  seconds  memory");
  for (const nodes of values.nodes) {
    for (const search of Object.keys(jobs)) {
      for (const score of ["bic-equal-variance", "bic"]) {
        const given = [fileURLToPath(import.meta.url), "--one", `${search} ${score} ${nodes}`];
        if (values.wide && jobs[search].hasNetwork) given.push("--wide");
        process.stdout.write(execFileSync(process.execPath, given, { encoding: "utf8" }));
      }
    }
  }
}

/** @param {string} what */
async function measure(what) {
  const [name, score, nodes] = what.split(" ");
  const { hasNetwork, iterations, ...job } = jobs[name];
  const { table } = wherefore.simulate({
    graph: "erdos-renyi",
    degree: 4,
    nodes: Number(nodes),
    samples: 2000,
    seed: 1,
  });
  const times = [];
  const start = performance.now();
  await wherefore.discover(table, {
    ...job,
    ...(iterations && { options: { ...job.options, iterations } }),
    score,
    panel: "never",
    optimum: "never",
    ...(hasNetwork && { wide: values.wide }),
    onEvent: (event) => {
      if (event.type === "step" && event.stage === "search") times.push(performance.now());
    },
  });
  const seconds = (performance.now() - start) / 1000;
  const each = iterations ? ((times.at(-1) - times[5]) / (times.length - 6)).toFixed(1) : "";
  const memory = `${Math.round(process.resourceUsage().maxRSS / 1024)} MB`;
  console.log(
    `${name.padEnd(10)} ${score.padEnd(19)} ${nodes.padStart(5)} ${each.padStart(13)} ${seconds.toFixed(1).padStart(8)} ${memory.padStart(8)}`,
  );
}
