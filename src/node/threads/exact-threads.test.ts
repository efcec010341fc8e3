import { afterAll, describe, expect, it } from "vitest";
import {
  type ExactStep,
  exactSearch,
  finish,
  linearBic,
  linearBicEqualVariance,
  type Score,
  simulate,
} from "../../core/index.ts";
import { createCrew } from "./crew.ts";

type CrewOf = Awaited<ReturnType<typeof createCrew>>;

const { table } = simulate({ nodes: 17, samples: 300, seed: 5 });
const scores: Record<string, Score> = {
  bic: linearBic(table),
  "bic-equal-variance": linearBicEqualVariance(table),
};
const crews: CrewOf[] = [];
const crewOf = async (threads: number): Promise<CrewOf> => {
  crews.push(await createCrew(threads));
  return crews.at(-1)!;
};
afterAll(() => Promise.all(crews.map(({ stop }) => stop())));

/** All that a finished search says, as text. */
function textOf({ without, ...step }: ExactStep): string {
  return JSON.stringify(step);
}

describe("exact search", () => {
  for (const [name, score] of Object.entries(scores)) {
    it(`on 1, 2, 3 or 8 threads gives the same bytes (${name})`, async () => {
      const alone = textOf(finish(exactSearch({ score })));
      for (const threads of [1, 2, 3, 8]) {
        const crew = await crewOf(threads);
        expect(textOf(finish(exactSearch({ score }, {}, { crew })))).toBe(alone);
      }
    });
  }

  it("gives the same costs of missing links on any number of threads", async () => {
    const pairs = [[0, 1], [3, 12], [16, 2]] as const; // biome-ignore format: a list
    const costs = async (threads: number) => {
      const crew = await crewOf(threads);
      const running = finish(exactSearch({ score: scores.bic }, {}, { crew })).without!(pairs);
      for (;;) {
        const { value, done } = running.next();
        if (done) return [[...value.link], [...value.arrow!]];
      }
    };
    expect(await costs(3)).toEqual(await costs(1));
  });

  it("that is stopped in the middle of a pass on several threads resumes to the same bytes", async () => {
    const score = scores["bic-equal-variance"];
    const crew = await crewOf(3);
    const search = exactSearch({ score }, {}, { crew });
    let state: unknown;
    for (const step of search) {
      if (step.passes.length < 3 || step.progress * 10 < 3.4) continue;
      state = JSON.parse(JSON.stringify(step.state));
      break;
    }
    expect(state).toBeDefined();
    const resumed = finish(exactSearch({ score, from: state }, {}, { crew: await crewOf(2) }));
    expect(textOf(resumed)).toBe(textOf(finish(exactSearch({ score }))));
    // The threads that were stopped can be given other work.
    expect(textOf(finish(exactSearch({ score }, {}, { crew })))).toBe(textOf(resumed));
  });

  it("pauses on all threads when its reader does", async () => {
    const search = exactSearch({ score: scores.bic }, {}, { crew: await crewOf(2) });
    let progress = 0;
    // Best sinks are found in more than a hundred tasks, of which the other thread makes no more than sixteen ahead.
    while (progress < 0.81) progress = search.next().value.progress;
    await new Promise((resolve) => setTimeout(resolve, 200));
    const next = search.next();
    expect([next.done, next.value.progress < 0.9]).toEqual([false, true]);
    search.return(next.value);
  });

  it("whose thread fails says so", async () => {
    const crew = await crewOf(2);
    await crew.stop();
    const lost = { ...crew, lost: () => "it ended with code 1" };
    expect(() => finish(exactSearch({ score: scores.bic }, {}, { crew: lost }))).toThrow(
      "exact: a thread was lost (it ended with code 1); start the run again",
    );
  });
});
