import { expect, it } from "vitest";
import { recordCourse } from "./record-course.ts";

it("has a point for each change of the best score and one for its end, and skips unreadable lines", async () => {
  const line = (stage: string, score: number | null, ms: number) =>
    JSON.stringify({ ms, type: "step", stage, doing: "", progress: 0, score, edges: 1, values: {} });
  const lines = [1, 1, 1, 2, 2, 2, 2].flatMap((score, ms) => [
    line("search", score, ms),
    line("proof", 9, ms),
  ]);
  const end = JSON.stringify({ ms: 9, type: "note", sentence: "x" });
  const { trace, ms } = await recordCourse([...lines, line("search", null, 7), end, '{"ms":12,"ty', ""]);
  expect(trace).toEqual([
    { ms: 0, score: 1 },
    { ms: 2, score: 1 },
    { ms: 3, score: 2 },
    { ms: 6, score: 2 },
  ]);
  expect(ms).toBe(9);
});
