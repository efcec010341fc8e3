import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { trained } from "../../../test/training-steps.ts";
import { createRng, net, networkBuild } from "../../core/index.ts";
import { allowRelaxedSimd } from "../runs/machine.ts";
import { createCrew } from "./crew.ts";

allowRelaxedSimd();

/** What a hundred steps end in, on every machine; fused ones on those that fuse. */
const ends = {
  "strict, published": "346aa4e5 0.0765618633653997 0.09823379007155243",
  "strict, merged": "927a62a5 0.08278838490048637 0.08640368394089752",
  "relaxed, published": "53caf734 0.06443979722267688 0.1045768985556461",
  "relaxed, merged": "d8bd1eea 0.08229371707120423 0.08699598606785684",
};

describe("a crew", () => {
  it("of 1, 2 or 3 gives the same bytes, which are those of every machine", async () => {
    const found: Record<string, Set<string>> = {};
    for (const threads of [1, 2, 3]) {
      const crew = await createCrew(threads);
      for (const build of new Set([networkBuild({ strict: true }), networkBuild()])) {
        for (const step of ["published", "merged"] as const) {
          found[`${build}, ${step}`] ??= new Set();
          found[`${build}, ${step}`].add(await trained({ build, step, crew }));
        }
      }
      await crew.stop();
    }
    for (const [name, values] of Object.entries(found))
      expect([name, [...values]]).toEqual([name, [ends[name as keyof typeof ends]]]);
  });

  it("that loses a thread ends the run with an error", async () => {
    const crew = await createCrew(2);
    const tiny = small(crew, 0.3);
    while (tiny.threadsNow() < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    tiny.run("forward");
    await crew.stop(); // the other thread is gone, and nobody says so
    expect(() => tiny.run("forward")).toThrow("net: a thread was lost (it did not answer)");
    expect(() => tiny.run("forward")).toThrow("a thread was lost");
  });

  it("whose thread fails says why", async () => {
    const crew = await createCrew(2);
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    const empty = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)); // exports no workAs
    crew.start({ module: empty, memory, control: 0, threads: 2, isWide: false });
    while (crew.lost() === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(() => small(crew, 1).run("forward")).toThrow(/a thread was lost \(.+\); start the run again/);
    await crew.stop();
  });

  it("does not keep the process alive", () => {
    const script = `
      import { createCrew } from ${JSON.stringify(new URL("../../../dist/node/index.js", import.meta.url).href)};
      import * as net from ${JSON.stringify(new URL("../../../dist/core/net/index.js", import.meta.url).href)};
      const crew = await createCrew(2);
      const plan = net.createPlan({ items: 4 });
      net.dense(plan, plan.input(1, 3), 2, { name: "layer" });
      const tiny = net.createNet(plan, { programs: { forward: plan.forward() }, crew });
      while (tiny.threadsNow() < 2) await new Promise((resolve) => setTimeout(resolve, 1));
      tiny.run("forward");
      console.log("ran on", tiny.threadsNow());`;
    const cwd = fileURLToPath(new URL(".", import.meta.url));
    const out = execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd });
    expect(out.toString()).toBe("ran on 2\n");
  });
});

function small(crew: Awaited<ReturnType<typeof createCrew>> | undefined, patience: number) {
  const plan = net.createPlan({ items: 4 });
  net.norm(plan, net.dense(plan, plan.input(1, 3), 2, { name: "layer" }), "norm");
  const made = net.createNet(plan, { programs: { forward: plan.forward() }, crew, patience });
  made.start(createRng(1));
  return made;
}
