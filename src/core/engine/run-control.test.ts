// Random walks: any sequence of commands and of what can happen to processes, storage and the engine leaves a run in a state
// of the table, with at most one process, and with all that was stored.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { controlRun, type RunControl, type RunHost } from "./run-control.ts";
import { bodyOf, phaseOf, restingState, type StoredRun } from "./run-state.ts";
import { type RunCommandName, type RunEnding, runTransitions } from "./run-transitions.ts";
import { run as runSchema } from "./wire/runs.ts";

const id = "0123456789abcdef";
const request = { table: id, options: {}, missing: "fail" as const };
const created = "2026-01-01T00:00:00.000Z";
const first = { format: "wherefore-request/1" as const, id, created, tableName: "a.csv", request };
const outcomeOf = (stopped: string | null): StoredRun["outcome"] => ({
  edges: 1,
  score: 0,
  optimal: false,
  gap: null,
  claim: null,
  verdict: "unknown",
  seconds: 1,
  stopped,
});

const commands: readonly RunCommandName[] = ["pause", "resume", "cancel", "delete"];
/** What can happen to a process, beside the commands that it receives. */
const happenings = ["finish", "expire", "stop", "refuse", "fail", "crash", "step", "late", "look"] as const;
const accidents = ["engine killed", "storage fails", "storage works"] as const;
type Action = RunCommandName | (typeof happenings)[number] | (typeof accidents)[number];
const walk = fc.array(fc.constantFrom<Action>(...commands, "resume", "resume", ...happenings, ...accidents), {
  maxLength: 40,
});

/** An engine with one run, its own disk and its own processes; everything that takes time awaits `delay`. */
function engine(delay: () => Promise<unknown> = async () => {}) {
  let disk: StoredRun | null = null;
  let isFull = false;
  let alive: Process[] = [];
  let most = 0;
  let timers: { call: () => void; isOn: boolean }[] = [];
  const check = (): void => {
    if (isFull) throw new Error("no room");
  };
  const stored = (): StoredRun => {
    if (disk === null) throw new Error("no run is called so");
    return disk;
  };
  const host: RunHost = {
    workerName: "process",
    refusal: (sentence) => new Error(sentence),
    faultSentence: (error) => (error as Error).message,
    later: (call) => {
      const timer = { call, isOn: true };
      timers.push(timer);
      return () => {
        timer.isOn = false;
      };
    },
    read: async () => {
      await delay();
      return stored();
    },
    update: async (change) => {
      await delay();
      check();
      disk = { ...stored(), stored: change(stored().stored) };
      return disk;
    },
    prepare: async (made, isNew) => {
      await delay();
      check();
      if (isNew) disk = { stored: made, outcome: null, search: null, score: null };
      return {
        start: (onNews) => {
          let end = (_: string | null): void => {};
          const ended = new Promise<string | null>((resolve) => {
            end = (complaint) => {
              alive = alive.filter((each) => each !== process);
              resolve(complaint);
            };
          });
          const process: Process = { onNews, end, isToStop: false };
          alive.push(process);
          most = Math.max(most, alive.length);
          return {
            ended,
            kill: () => end("it was killed"),
            send: (command) => {
              if ("stop" in command) process.isToStop = true;
            },
          };
        },
        release: async () => void (await delay()),
      };
    },
  };
  const restart = (): RunControl => {
    alive = [];
    timers = [];
    return controlRun({ ...restingState(first, null), ...stored() }, host);
  };
  let control = controlRun(restingState({ ...first, isUnderWay: true }, null), host);
  const result = (stopped: string | null): void => {
    disk = { ...stored(), outcome: outcomeOf(stopped), search: "exact" };
  };
  const told = (last: Parameters<Process["onNews"]>[0], complaint: string | null = null): void => {
    const [process] = alive;
    process?.onNews(last);
    process?.end(complaint);
  };
  /** Lets it happen if it can: with a process, and a disk that accepts its result. */
  const happen = (what: (typeof happenings)[number]): void => {
    const [process] = alive;
    // Somebody lists the runs, from what is stored.
    if (what === "look" && disk !== null) control.refresh(disk);
    if (what === "late") for (const { call } of timers.filter(({ isOn }) => isOn)) call();
    if (process === undefined || disk === null) return;
    if (what === "crash") process.end("out of memory");
    else if (what === "refuse") told({ refused: "table: no" });
    else if (what === "fail") told({ failed: "no room" });
    else if (what === "step") process.onNews({ event: { ms: 1, type: "note", sentence: "x" }, line: 1 });
    else if (what !== "late" && what !== "look" && (what !== "stop" || process.isToStop)) {
      result(what === "finish" ? null : what === "expire" ? "time limit" : "interrupted");
      told({ isDone: true });
    }
  };
  return {
    happen,
    start: () => control.start(),
    do: (command: RunCommandName): Promise<unknown> =>
      command === "delete"
        ? control.remove(async () => {
            await delay();
            disk = null;
          })
        : control[command](),
    accident: (what: (typeof accidents)[number]): void => {
      if (what === "engine killed" && disk !== null) control = restart();
      isFull = what === "storage fails";
    },
    phase: () => (disk === null ? ("deleted" as const) : phaseOf(control.state())),
    body: () => bodyOf(control.state()),
    isWorking: () => control.isWorking(),
    processes: () => ({ now: alive.length, most }),
    disk: () => disk,
    isFull: () => isFull,
    isToStop: () => alive[0]?.isToStop === true,
  };
}

interface Process {
  readonly onNews: Parameters<Awaited<ReturnType<RunHost["prepare"]>>["start"]>[0];
  readonly end: (complaint: string | null) => void;
  isToStop: boolean;
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const isCommand = (action: Action): action is RunCommandName => commands.some((each) => each === action);
const isAccident = (action: Action): action is (typeof accidents)[number] =>
  accidents.some((each) => each === action);

describe("the control of a run", () => {
  it("moves from state to state as the table says, and in no other way", async () => {
    await fc.assert(
      fc.asyncProperty(walk, async (actions) => {
        const made = engine();
        await made.start();
        for (const action of actions) {
          const before = made.phase();
          if (before === "deleted") return;
          const [full, wasToStop, result] = [made.isFull(), made.isToStop(), made.disk()!.outcome];
          let expected: string | undefined = before;
          if (isCommand(action)) {
            const next = runTransitions[before][action];
            const isAnswered = await made.do(action).then(
              () => true,
              () => false,
            );
            const needsDisk = action === "resume" || action === "cancel";
            expect(isAnswered, `${action} ${before}`).toBe(next !== undefined && !(full && needsDisk));
            expected = isAnswered ? next : before;
          } else if (isAccident(action)) {
            made.accident(action);
            if (action === "engine killed") expected = runTransitions[before].break ?? before;
          } else {
            made.happen(action);
            const ending = endingOf(action, { wasToStop, isPausing: before === "pausing", result });
            if (ending && runTransitions[before][ending]) expected = runTransitions[before][ending];
          }
          await settled();
          const after = made.phase();
          // A run whose end cannot be stored is interrupted until it can be.
          if (full && after === "interrupted") expected = after;
          expect(after, `${action} ${before}`).toBe(expected);
          checkWhole(made);
          const isKilled = action === "cancel" || (action === "late" && before === "pausing");
          if (isKilled && runTransitions[before].finish && after !== before && !full)
            expect(made.body().error).toBeNull();
        }
      }),
      { seed: 1, numRuns: 400 },
    );
  });

  it("has at most one process and loses nothing, whatever happens at once and in whatever order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(walk, { maxLength: 4 }), async (scheduler, rounds) => {
        const made = engine(() => scheduler.schedule(Promise.resolve()));
        const answers: Promise<unknown>[] = [made.start().catch(() => {})];
        for (const actions of rounds) {
          for (const action of actions.filter((each) => each !== "engine killed").slice(0, 8)) {
            const isFinal = made.disk()?.outcome?.stopped === null || made.disk()?.stored.isCancelled;
            if (isCommand(action)) answers.push(made.do(action).catch(() => {}));
            else if (isAccident(action)) made.accident(action);
            else made.happen(action);
            if (isFinal && made.disk() !== null)
              expect(made.disk()!.outcome?.stopped === null || made.disk()!.stored.isCancelled).toBe(true);
          }
          await scheduler.waitIdle();
        }
        made.accident("storage works");
        answers.push(made.do("delete").catch(() => {}));
        await scheduler.waitIdle();
        await Promise.all(answers);
        checkWhole(made);
        expect([made.disk(), made.processes().now]).toEqual([null, 0]);
      }),
      { seed: 2, numRuns: 300 },
    );
  });
});

function checkWhole(made: ReturnType<typeof engine>): void {
  const { now, most } = made.processes();
  expect(most).toBeLessThanOrEqual(1);
  if (made.phase() === "deleted") return;
  expect(now).toBe(made.isWorking() ? 1 : 0);
  expect(made.isWorking()).toBe(runTransitions[made.phase() as "running"].finish !== undefined);
  expect(runSchema.safeParse(made.body()).success).toBe(true);
}

/** How a process ends, by what happens to it; undefined if it does not. */
function endingOf(
  action: Action,
  { wasToStop, isPausing, result }: { wasToStop: boolean; isPausing: boolean; result: StoredRun["outcome"] },
): RunEnding | undefined {
  if (action === "crash" || action === "fail")
    return isPausing && action === "crash" ? byResult(result) : "break";
  if (action === "late") return isPausing ? byResult(result) : undefined;
  if (action === "finish" || action === "expire" || action === "refuse") return action;
  return action === "stop" && wasToStop ? "stop" : undefined;
}

/** A run that is killed while it pauses has the result of an earlier pause, if there is one. */
function byResult(result: StoredRun["outcome"]): RunEnding {
  if (result === null) return "break";
  return result.stopped === "time limit" ? "expire" : "stop";
}
