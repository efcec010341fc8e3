import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { statisticsHex } from "../../core/math/wasm/kernels.generated.ts";
import { wideKernels } from "../../core/math/wasm/wide-kernels.ts";
import { wideModule } from "./machine.ts";

const hasRevectoriser = process.arch === "x64" && Number.parseInt(process.versions.node, 10) >= 24;

describe("wideModule", () => {
  it.skipIf(hasRevectoriser)("is undefined where the runtime has no revectoriser (this Node has one)", () => {
    expect(wideModule(statisticsHex)).toBeUndefined();
    expect(wideKernels(wideModule)).toBeUndefined();
  });

  it.skipIf(!hasRevectoriser)("gives kernels with the bytes of the plain ones (needs Node 24 on x64)", () => {
    expect(wideKernels(wideModule)).toBeDefined();
  });

  it.skipIf(!hasRevectoriser)("leaves modules compiled later as they were (needs Node 24 on x64)", () => {
    const wide = "wideModule(text);";
    const later = `for (const flag of ["--no-liftoff", "--no-wasm-lazy-compilation"]) setFlagsFromString(flag);
      new WebAssembly.Module(Buffer.from(text, "hex"));`;
    expect(revectorised(wide)).toBeGreaterThan(10);
    expect(revectorised(wide + later)).toBe(revectorised(wide));
    expect(revectorised(later)).toBe(0);
  });
});

/** How many functions go through the revectoriser while a program runs, by V8's own trace of it. */
function revectorised(program: string): number {
  const imports = `import { setFlagsFromString } from "node:v8";
    import { wideModule } from ${JSON.stringify(new URL("machine.ts", import.meta.url).href)};
    const text = ${JSON.stringify(statisticsHex)};`;
  const given = ["--trace-wasm-revectorize", "--input-type=module", "-e", imports + program];
  return execFileSync(process.execPath, given, { encoding: "utf8" }).split("Begin revec function").length - 1;
}
