import { expect, it } from "vitest";
import { driver } from "./drive.ts";

function* counted(): Generator<number, string, string | undefined> {
  for (let i = 1; i <= 10; i++) {
    const reason = yield i;
    if (reason !== undefined) return reason;
  }
  return "all";
}

it("passes on every event, waits for the listener, and gives the host a turn after twenty milliseconds of work", async () => {
  let time = 0;
  let breaths = 0;
  const told: number[] = [];
  const end = await driver({
    now: () => time++,
    breathe: async () => {
      breaths++;
      time += 100;
    },
  })(counted(), {
    onEvent: async (event) => {
      await Promise.resolve();
      told.push(event);
    },
  });
  expect([end, told]).toEqual(["all", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]);
  expect(breaths).toBe(0);
  const slow = { now: () => (time += 15), breathe: async () => breaths++ };
  expect(await driver(slow)(counted())).toBe("all");
  expect(breaths).toBe(5);
});

it("ends on request", async () => {
  const told: number[] = [];
  const end = await driver({ now: () => 0, breathe: async () => {} })(counted(), {
    onEvent: (event) => void told.push(event),
    stop: () => (told.length === 3 ? "enough" : undefined),
  });
  expect([end, told]).toEqual(["enough", [1, 2, 3]]);
});
