// What the browser test runs in a worker of a page: the training steps and an exact search, for each build and number of threads,
// and the bits of the elementary functions.

import { networkBuild } from "../../../src/core/index.ts";
import { createCrew } from "../../../src/web/index.ts";
import { elementaryBits, exactBits, runBits } from "../../engine-bits.ts";
import { trained } from "../../training-steps.ts";

declare const crossOriginIsolated: boolean;
declare const postMessage: (message: unknown) => void;

const answers: Record<string, string> = {};
try {
  // A page that may not share memory has one thread, however many it asks for.
  for (const threads of crossOriginIsolated ? [1, 2, 3] : [3]) {
    const crew = await createCrew(threads);
    for (const build of new Set([networkBuild({ strict: true }), networkBuild()]))
      answers[`${build}, ${crew.threads} of ${threads} threads`] = await trained({ build, crew, steps: 10 });
    answers[`exact, ${crew.threads} of ${threads} threads`] = exactBits(crew);
    crew.stop();
  }
  if (crossOriginIsolated) {
    answers["elementary functions"] = String(elementaryBits());
    answers["small runs"] = runBits();
  }
  postMessage(answers);
} catch (error) {
  postMessage({ error: String(error) });
}
