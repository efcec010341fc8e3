import { expect, it } from "vitest";
import type { JobNews, JobOrder } from "./engine-work.ts";
import { createJobs } from "./jobs.ts";

function puppets() {
  const started: { heard: JobOrder[]; tell: (news: JobNews) => void; fail: () => void; isEnded: boolean }[] =
    [];
  const start = (): Worker => {
    const worker = {
      postMessage: (order: JobOrder) => void own.heard.push(order),
      terminate: () => {
        own.isEnded = true;
      },
    } as unknown as Worker;
    const own = {
      heard: [] as JobOrder[],
      isEnded: false,
      tell: (data: JobNews) => worker.onmessage?.({ data } as MessageEvent),
      fail: () => worker.onerror?.({ message: "out of memory" } as ErrorEvent),
    };
    started.push(own);
    return worker;
  };
  return { started, ...createJobs(start) };
}

it("gives each question its own answer, in whatever order they come, and tells how far it is", async () => {
  const { started, ask } = puppets();
  const shares: number[] = [];
  const [a, b] = [ask("edgesOf", "x", (share) => shares.push(share)), ask("edgesOf", "y")];
  const [{ heard, tell }] = started;
  expect(heard.map(({ name, question }) => [name, question])).toEqual([
    ["edgesOf", "x"],
    ["edgesOf", "y"],
  ]);
  tell({ job: heard[1].job, answer: [["a", "b"]] });
  tell({ job: heard[0].job, progress: 0.5 });
  const remedies = [{ drop: ["x"] }];
  tell({ job: heard[0].job, refused: { error: 'table: no; leave out "x"', field: "truth", remedies } });
  expect(await b).toEqual([["a", "b"]]);
  await expect(a).rejects.toMatchObject({
    name: "InputError",
    message: 'table: no; leave out "x"',
    field: "truth",
    remedies,
  });
  expect([shares, started.length]).toEqual([[0.5], 1]);
});

it("replaces a worker that broke, and one that was told to stop, at the next question", async () => {
  const { started, ask, stop } = puppets();
  const broken = ask("catalogue", null);
  started[0].fail();
  await expect(broken).rejects.toThrow("its worker ended (out of memory)");
  stop("nothing is asked");
  const stopped = ask("catalogue", null);
  stop("a newer one took its place");
  await expect(stopped).rejects.toThrow("a newer one took its place");
  expect(started.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  const next = ask("edgesOf", "x");
  started[2].tell({ job: started[2].heard[0].job, answer: [] });
  expect(await next).toEqual([]);
});
