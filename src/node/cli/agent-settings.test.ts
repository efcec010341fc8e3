import { describe, expect, it } from "vitest";
import {
  agentSchema,
  decoderNames,
  encoderNames,
  policyNames,
  presets,
  type RunOptions,
  searches,
} from "../../core/index.ts";
import { settingsHelp } from "./agent-settings.ts";
import { discoverCommand } from "./discover.ts";

type Agent = NonNullable<RunOptions["rl"]>;

/** The lines on a search, from its name to that of the next. */
function linesOn(search: string): string[] {
  const lines = settingsHelp().split("\n");
  const start = lines.findIndex((line) => line.trim().split(" ")[0] === search && /^ {2}\S/.test(line));
  const rest = start < 0 ? [] : lines.slice(start + 1);
  const end = rest.findIndex((line) => !line.startsWith("    "));
  return end < 0 ? rest : rest.slice(0, end);
}

/** What a setting may be, where that is a list of words: asked of the schema itself. */
const wordsOf = (type: unknown): readonly string[] => {
  const { options } = ((type as { unwrap?: () => unknown }).unwrap?.() ?? type) as { options?: string[] };
  return options ?? [];
};

/** Every way to ask for an agent that may change what it reads. */
const agents: readonly Agent[] = Object.keys(presets).flatMap((preset) =>
  encoderNames.flatMap((encoder) =>
    decoderNames.flatMap((decoder) =>
      policyNames.flatMap((policy) =>
        (["auto", "never"] as const).map((stop) => ({
          preset,
          encoder,
          decoder,
          policy,
          stop,
          logitBias: 0,
        })),
      ),
    ),
  ),
);

describe("the help of discover", () => {
  it.each(Object.entries(searches).filter(([, { settings }]) => settings))(
    "has every setting of %s, with every word that it may be",
    (search, { settings }) => {
      const lines = linesOn(search);
      expect(lines.length).toBe(Object.keys(settings!.shape).length);
      for (const [name, type] of Object.entries(settings!.shape)) {
        const line = lines.find((each) => each.trim().split(/\s/)[0] === name);
        expect(line, `${search} ${name}`).toBeDefined();
        expect(line!.trim().length, `${search} ${name} is described`).toBeGreaterThan(name.length + 10);
        for (const word of wordsOf(type)) expect(line, `${search} ${name}`).toContain(`"${word}"`);
      }
    },
  );

  it.each(Object.entries(searches).filter(([, { reads }]) => reads))(
    "has every option of an agent that %s can read, as a flag or a setting",
    (search, { reads }) => {
      const flags = discoverCommand().options.map((option) => option.attributeName());
      const lines = linesOn(search);
      const read = new Set(agents.flatMap((given) => reads!(given)));
      expect(read.size).toBeGreaterThan(0);
      for (const name of read) {
        const line = lines.find((each) => each.trim().split(/\s/)[0] === name);
        expect(line !== undefined || flags.includes(name), `${search} ${name}`).toBe(true);
        const words = wordsOf(agentSchema.shape[name]);
        if (line !== undefined) for (const word of words) expect(line).toContain(`"${word}"`);
      }
    },
  );

  it("says that cam can be told to select neighbours", () => {
    expect(linesOn("cam").join("\n")).toContain('(choices: "all", "neighbours")');
  });
});
