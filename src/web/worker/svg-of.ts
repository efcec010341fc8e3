// DOT → SVG with Graphviz compiled to WebAssembly, fetched when the first picture is drawn. The package is used unchanged, except
// that the build moves its WebAssembly code from inline text to a file beside it (vite.page.config.ts).

import vizAddress from "@viz-js/viz?url";
import { check } from "../../core/index.ts";

type Viz = typeof import("@viz-js/viz");

export async function svgOf(dot: string): Promise<string> {
  const { instance } = (await import(/* @vite-ignore */ vizAddress)) as Viz;
  const result = (await instance()).render(dot, { format: "svg", engine: "dot" });
  check(result.status === "success", () => {
    return `picture: Graphviz must be able to read the DOT text, got ${result.errors.map(({ message }) => message).join("; ")}`;
  });
  return result.output ?? "";
}
