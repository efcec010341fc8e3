import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { canBe, isGoing, type RunPhase, runTransitions } from "./run-transitions.ts";
import { run } from "./wire/runs.ts";

const phases = Object.keys(runTransitions) as RunPhase[];
const commands = ["pause", "resume", "cancel", "delete"] as const;
const endings = ["finish", "expire", "stop", "refuse", "break"] as const;
const bodyOf = (phase: RunPhase) => ({
  status: phase === "out of time" ? ("finished" as const) : phase,
  isResumable: runTransitions[phase].resume !== undefined,
});

it("has the states of the wire, and leads to no others", () => {
  expect(new Set(phases.map((phase) => bodyOf(phase).status))).toEqual(new Set(run.shape.status.options));
  for (const phase of phases)
    for (const next of Object.values(runTransitions[phase])) expect([...phases, "deleted"]).toContain(next);
});

it("lets a process end only if there is one, and any run be deleted", () => {
  for (const phase of phases) {
    const ends = endings.filter((ending) => runTransitions[phase][ending] !== undefined);
    expect(ends).toEqual(isGoing(bodyOf(phase)) ? endings : []);
    expect(runTransitions[phase].delete).toBe("deleted");
  }
});

it("derives from a run on the wire which commands it allows", () => {
  for (const phase of phases)
    for (const command of commands)
      expect(canBe(bodyOf(phase), command), `${command} ${phase}`).toBe(
        runTransitions[phase][command] !== undefined,
      );
});

it("is the table of docs/server.md", () => {
  const cell = (phase: RunPhase, command: (typeof commands)[number]) => {
    const next = runTransitions[phase][command];
    return next === undefined ? "409" : next === "deleted" ? "deleted" : `\`${next}\``;
  };
  const rows = phases.map((phase) => {
    const { status } = bodyOf(phase);
    const name = `\`${status}\`${phase === "out of time" ? " by its time limit" : ""}`;
    return `| ${[name, ...commands.map((command) => cell(phase, command))].join(" | ")} |`;
  });
  const ends = endings.map((ending) => runTransitions.running[ending]!);
  const docs = readFileSync(new URL("../../../docs/server.md", import.meta.url), "utf8");
  expect(docs).toContain(rows.join("\n"));
  for (const end of ends) expect(docs).toContain(`\`${end === "out of time" ? "finished" : end}\``);
});
