import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { complain, oneLine, say, sayJson } from "./terminal.ts";

/** What a function writes to standard output or error. */
function written(stream: "stdout" | "stderr", work: () => void): string {
  let out = "";
  const spy = vi.spyOn(process[stream], "write").mockImplementation((text) => {
    out += text;
    return true;
  });
  work();
  spy.mockRestore();
  return out;
}

describe("what is written to a terminal", () => {
  it("shows what a terminal would obey, and leaves letters of all scripts alone", () => {
    expect(oneLine("\x1b[31mred\x07\r\n\t\x7f\x9b2J\u202eabc\u2066\0")).toBe(
      "\\x1b[31mred\\x07\\r\\n\\t\\x7f\\x9b2J\\u202eabc\\u2066\\x00",
    );
    expect(oneLine("naïve Größe 温度 → γ — 😀 \\x1b")).toBe("naïve Größe 温度 → γ — 😀 \\x1b");
  });

  it("ends a line only where a line of ours ends", () => {
    expect(written("stdout", () => say(["a\nproven", "b"]))).toBe("a\\nproven\nb\n");
    expect(written("stderr", () => complain("x\x1b]0;title\x07"))).toBe("x\\x1b]0;title\\x07\n");
  });

  it("is written nowhere else in the command line", () => {
    const here = new URL(".", import.meta.url);
    const others = readdirSync(here).filter(
      (name) => /(?<!\.test)\.ts$/.test(name) && name !== "terminal.ts",
    );
    expect(others).toContain("discover.ts");
    for (const name of others) {
      const text = readFileSync(new URL(name, here), "utf8");
      expect(/process\.std(out|err)\.write|\bconsole\./.exec(text)?.[0], name).toBeUndefined();
    }
  });

  it("writes the same JSON, harmless", () => {
    const value = { "\x1b[2J": "\u202e\x9b\u2066 é", list: ["\x7f"] };
    const text = written("stdout", () => sayJson(value));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be there
    expect(text.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(JSON.parse(text)).toEqual(value);
  });
});
