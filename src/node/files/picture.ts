// Pictures of graphs: DOT → SVG through Graphviz compiled to WebAssembly, SVG → PNG through resvg. No program has to
// be installed for either.
//
// resvg draws text only with a font file, and silently omits text if it finds none, as in a bare container. So a font is
// bundled as a package: Arimo, metrically compatible with Arial, whose widths Graphviz's layout assumes. The system's fonts
// are loaded only for scripts that Arimo does not cover, so that a picture is the same everywhere. Without any font pngOf
// throws instead of writing a picture without names. Both packages are loaded with the first picture, so that a program that
// draws none starts sooner.

import { createRequire } from "node:module";
import { check } from "../../core/index.ts";

export interface PngOptions {
  /** Pixels; by default twice the size of the SVG, but at most 4000 in width and height. */
  readonly width?: number;
  /** Font files to draw text with; by default the bundled one. */
  readonly fontFiles?: readonly string[];
  /** Whether to load the system's fonts too; by default if the text needs them. */
  readonly useSystemFonts?: boolean;
}

/**
 * The picture that a DOT text describes, as SVG.
 *
 * @example
 * ```js
 * (await svgOf("digraph { x -> y }")).includes("<svg"); // true
 * ```
 */
export async function svgOf(dot: string): Promise<string> {
  const { instance } = await import("@viz-js/viz");
  const viz = await instance();
  const result = viz.render(dot, { format: "svg", engine: "dot" });
  check(result.status === "success", () => {
    return `picture: Graphviz must be able to read the DOT text, got ${result.errors.map(({ message }) => message).join("; ")}`;
  });
  return result.output;
}

/**
 * The SVG as PNG on a white background.
 *
 * @example
 * ```js
 * (await pngOf(await svgOf("digraph { x -> y }"))).length > 100; // true
 * ```
 */
export async function pngOf(
  svg: string,
  { width, fontFiles = bundledFonts(), useSystemFonts = needsMore(svg, fontFiles) }: PngOptions = {},
): Promise<Uint8Array> {
  const { Resvg } = await import("@resvg/resvg-js");
  const font = {
    fontFiles: [...fontFiles],
    loadSystemFonts: useSystemFonts,
    ...(fontFiles.length > 0 ? { defaultFontFamily: "Arimo", sansSerifFamily: "Arimo" } : {}),
  };
  // resvg drops text without a font, and the bounding box of a single letter is then undefined.
  const canDrawText = (): boolean => new Resvg(letter, { font }).getBBox() !== undefined;
  check(
    !svg.includes("<text") || canDrawText(),
    "picture: PNG needs a font and this machine has none; install one (such as fonts-dejavu-core), or use the SVG",
  );
  const natural = new Resvg(svg, { font });
  const value = width ?? Math.round(Math.min(2, 4000 / natural.width, 4000 / natural.height) * natural.width);
  check(
    Number.isInteger(value) && value > 0 && value <= 20000,
    `picture: width must be 1 to 20000 pixels, got ${value}`,
  );
  const image = new Resvg(svg, { font, background: "white", fitTo: { mode: "width", value } }).render();
  return new Uint8Array(image.asPng());
}

/** The bundled font, or none if its package is not installed. */
function bundledFonts(): string[] {
  try {
    return [
      createRequire(import.meta.url).resolve("@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf"),
    ];
  } catch {
    return [];
  }
}

/** Whether the text needs the system's fonts: Arimo covers Latin, Greek, Cyrillic and common punctuation. */
function needsMore(svg: string, fontFiles: readonly string[]): boolean {
  return (
    fontFiles.length === 0 ||
    /[^\t\n\r -\u04FF\u1E00-\u1EFF\u2010-\u2026]/.test(svg.replace(/<!--.*?-->/gs, ""))
  );
}

const letter =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text x="2" y="15">A</text></svg>';
