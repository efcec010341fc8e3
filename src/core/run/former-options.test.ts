import { describe, expect, it } from "vitest";
import { run, table } from "../../../test/discoveries.ts";
import { readRequest } from "../engine/stored-request.ts";
import { currentOptions } from "./former-options.ts";
import { sealed } from "./sealed.ts";
import { runSpec } from "./spec.ts";
import { readSpecFile, specFile } from "./spec-file.ts";
import { readResult } from "./stored-result.ts";

describe("options stored before all searches called theirs by one name", () => {
  const agent = { search: "rl-order", rl: { iterations: 5 } };
  const pc = { search: "pc", settings: { alpha: 0.05 } };

  it("mean the same", () => {
    expect(runSpec(currentOptions(agent))).toEqual(
      runSpec({ search: "rl-order", options: { iterations: 5 } }),
    );
    expect(runSpec(currentOptions(pc))).toEqual(runSpec({ search: "pc", options: { alpha: 0.05 } }));
    const now = { search: "pc", options: { alpha: 0.05 } };
    expect(currentOptions(now)).toBe(now);
  });

  it("are read in spec.json, result.json and request.json", () => {
    const { result } = run({ table, options: { search: "pc", options: { alpha: 0.05 }, panel: "never" } });
    const { options, ...rest } = result.spec;
    const former = { ...rest, settings: options } as unknown as typeof result.spec;
    const facts = { command: "", started: "", versions: {}, table: null, spec: former };
    expect(readSpecFile(specFile(facts)[1], "spec.json").spec).toEqual(result.spec);
    const stored = JSON.stringify(sealed({ ...result, spec: former }));
    expect(readResult(stored, "result.json").spec).toEqual(result.spec);
    const id = "a".repeat(16);
    const request = {
      ...{ format: "wherefore-request/1", id: "a", created: "", tableName: "t" },
      request: { table: id, options: agent, missing: "fail" },
    };
    const read = readRequest(JSON.stringify(sealed(request)), "request.json");
    expect(read.request.options).toEqual({ search: "rl-order", options: { iterations: 5 } });
  });
});
