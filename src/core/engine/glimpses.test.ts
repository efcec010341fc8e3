import { beforeEach, describe, expect, it } from "vitest";
import { simulate } from "../data/simulate/simulate.ts";
import { graphFromEdges } from "../graph/graph.ts";
import { discovery } from "../run/discovery/discovery.ts";
import type { NamedEdge, RunEvent } from "../run/result.ts";
import { linearBic } from "../score/linear-bic.ts";
import { type Glimpse, glimpses } from "./glimpses.ts";

let clock = 0;
let timers: { at: number; call: () => void }[] = [];
let told: { at: number; glimpse: Glimpse }[] = [];
let isWatched = true;
let made = 0;

beforeEach(() => {
  clock = 0;
  timers = [];
  told = [];
  isWatched = true;
  made = 0;
});

const opened = () =>
  glimpses((glimpse) => told.push({ at: clock, glimpse }), {
    isWatched: () => isWatched,
    now: () => clock,
    later: (call, ms) => timers.push({ at: clock + ms, call }),
  });

function passed(ms: number): void {
  clock += ms;
  const due = timers.filter(({ at }) => at <= clock);
  timers = timers.filter(({ at }) => at > clock);
  for (const { call } of due) call();
}

interface Seen {
  readonly score?: number;
  readonly best?: readonly NamedEdge[];
  readonly probabilities?: readonly number[];
}

const step = ({ score = 0, best, probabilities }: Seen, stage = "search"): RunEvent => ({
  type: "step",
  stage,
  doing: "",
  progress: 0,
  score,
  edges: best?.length ?? null,
  values: {},
  state: null,
  ...(best && {
    best: () => {
      made++;
      return best;
    },
  }),
  ...(probabilities && { probabilities: () => Float64Array.from(probabilities) }),
});

describe("glimpses", () => {
  it("sends the best graph when it has changed, at most twice a second", () => {
    const { add } = opened();
    const graphs: NamedEdge[][] = [[], [["a", "b"]], [["a", "b"]], [["b", "a"]]];
    for (let k = 0; k < 3000; k++) {
      add(step({ best: graphs[k % 4], score: k }));
      passed(1);
    }
    expect(told.length).toBeGreaterThan(4);
    for (let k = 1; k < told.length; k++) {
      expect(told[k].at - told[k - 1].at).toBeGreaterThanOrEqual(500);
      expect(told[k].glimpse).not.toEqual(told[k - 1].glimpse);
    }
  });

  it("does not send again what has not changed, and rarely computes it", () => {
    const { add } = opened();
    for (let k = 0; k < 2000; k++) {
      add(step({ best: [["a", "b"]], score: 5 }));
      passed(1);
    }
    expect(told).toEqual([{ at: 0, glimpse: { best: [["a", "b"]] } }]);
    expect(made).toBeLessThanOrEqual(2000 / 50 + 1);
  });

  it("never misses the last best graph of the search, however it ends", () => {
    for (const ending of [step({}, "proof"), { type: "note", sentence: "" } as const, null]) {
      const { add, flush } = opened();
      add(step({ best: [], score: 1 }));
      passed(10);
      add(step({ best: [["a", "b"]], score: 2 }));
      passed(10);
      add(step({ best: [["b", "a"]], score: 3 }));
      if (ending === null) flush();
      else add(ending);
      expect(told.at(-1)!.glimpse).toEqual({ best: [["b", "a"]] });
    }
  });

  it("sends what is held back after a timer if no further step comes", () => {
    const { add } = opened();
    add(step({ best: [], score: 1 }));
    passed(100);
    add(step({ best: [["a", "b"]], score: 2 }));
    passed(399);
    expect(told).toHaveLength(1);
    passed(1);
    expect(told.at(-1)).toEqual({ at: 500, glimpse: { best: [["a", "b"]] } });
  });

  it("sends nothing without a watcher, and the last best graph to the first one", () => {
    isWatched = false;
    const { add, flush } = opened();
    for (let k = 0; k < 1000; k++) {
      add(step({ best: k < 900 ? [] : [["a", "b"]], score: k < 900 ? 1 : 2, probabilities: [k] }));
      passed(1);
    }
    expect(told).toEqual([]);
    expect(made).toBe(2);
    isWatched = true;
    flush();
    expect(told.map(({ glimpse }) => glimpse)).toEqual([{ best: [["a", "b"]] }]);
  });

  it("sends probabilities to four decimals, the last as of the end of the search", () => {
    const { add } = opened();
    for (let k = 0; k < 1000; k++) {
      add(step({ probabilities: [k / 3000, 0.5] }));
      passed(1);
    }
    add(step({}, "proof"));
    expect(told.map(({ at }) => at)).toEqual([0, 500, 1000]);
    expect(told[1].glimpse).toEqual({ probabilities: [0.15, 0.5] });
    const [last] = (told[2].glimpse as { probabilities: number[] }).probabilities;
    expect(last).toBeGreaterThanOrEqual(950 / 3000 - 1e-4);
  });

  it("sends shares of resamples likewise, and first what was held back of the search", () => {
    const { add } = opened();
    add(step({ best: [], score: 1 }));
    passed(10);
    add(step({ best: [["a", "b"]], score: 2 }));
    for (let k = 0; k < 600; k++) {
      passed(1);
      add(step({ probabilities: [k / 600] }, "confidence"));
    }
    expect(told.map(({ glimpse }) => Object.keys(glimpse)[0])).toEqual([
      ...["best", "best", "probabilities", "probabilities"],
    ]);
  });

  it("omits what is too large to send", () => {
    const { add, flush } = opened();
    const many = Array.from({ length: 5001 }, (_, k): NamedEdge => [`a${k}`, "b"]);
    const long: NamedEdge[] = [["x".repeat(60_000), "y".repeat(60_000)]];
    add(step({ best: many, score: 1, probabilities: new Array(101 * 101).fill(0.5) }));
    add(step({ best: long, score: 2 }));
    flush();
    expect(told).toEqual([]);
  });
});

describe("the steps of a discovery", () => {
  it("have the best graph by name, with its own score, in the order of the columns", () => {
    const { table } = simulate({ nodes: 5, samples: 200, seed: 3 });
    const names = ["e", "b", "d", "a", "c"];
    const score = linearBic({ ...table, names });
    const place = (edges: readonly NamedEdge[]) =>
      edges.map(([a, b]): [number, number] => [names.indexOf(a), names.indexOf(b)]);
    for (const search of ["order", "hill-climb", "rl-order"]) {
      const rl = search === "rl-order" ? { options: { iterations: 30 } } : {};
      const options = { search, restarts: 1, penaltyWeight: 1, ...rl };
      let count = 0;
      for (const event of discovery({ table: { ...table, names }, options, now: () => 0 })) {
        if (event.type !== "step") continue;
        expect(event.best !== undefined).toBe(event.stage === "search" && event.edges !== null);
        if (!event.best) continue;
        count++;
        const edges = place(event.best());
        expect(edges).toEqual(edges.toSorted(([a, b], [c, d]) => a - c || b - d));
        expect(score.ofGraph(graphFromEdges(5, edges))).toBeCloseTo(event.score!, 8);
      }
      expect(count, search).toBeGreaterThan(0);
    }
  });
});
