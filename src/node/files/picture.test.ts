import { createRequire } from "node:module";
import { Resvg } from "@resvg/resvg-js";
import { instance } from "@viz-js/viz";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trials } from "../../../test/long.ts";
import { drawingOf, graphFormats, readGraph } from "../../core/index.ts";
import { pngOf, svgOf } from "./picture.ts";

const named = readGraph(
  '{"nodes": ["age", "größe", "x"], "directed": [["age", "größe"]], "undirected": [["age", "x"]]}',
  "json",
);
const hasBundledFont = ((): boolean => {
  try {
    return (
      createRequire(import.meta.url).resolve("@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf") !==
      ""
    );
  } catch {
    return false;
  }
})();

describe("svgOf", () => {
  it("draws every variable and, with a truth, the legend", async () => {
    const svg = await svgOf(drawingOf(named, named));
    for (const text of ["age", "größe", "x", "2 correct", "0 extra"])
      expect(svg).toContain(`>${text}</text>`);
  });

  it("shows hostile names as they are", async () => {
    const part = fc.constantFrom(..."\"'\\<>&;{}[]|#%lnrNGET", "&amp;", "->", "é", "年");
    const name = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { minLength: 1, maxLength: 4 }), async (names) => {
        const svg = await svgOf(drawingOf(readGraph(JSON.stringify({ nodes: names }), "json")));
        const shown = [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => decoded(text));
        expect(shown.toSorted()).toEqual(names.toSorted());
      }),
      { seed: 1, numRuns: trials(25, 60) },
    );
  });

  it("says what Graphviz could not read", async () => {
    await expect(svgOf("digraph { a -> ")).rejects.toThrow(
      /^picture: Graphviz must be able to read the DOT text, got .*syntax error/,
    );
  });
});

describe("the DOT format", () => {
  it("is read by Graphviz with the same nodes and edges", async () => {
    const viz = await instance();
    const names = ["a b", 'q"uote', "semi;colon", "node", "1st", "->", "größe", "{x|y}"];
    const edges = names.slice(1).map((name, k) => [names[k], name]);
    const text = graphFormats.dot.write(readGraph(JSON.stringify({ nodes: names, directed: edges }), "json"));
    const seen = viz.renderJSON(text) as {
      objects: { name: string }[];
      edges: { tail: number; head: number }[];
    };
    expect(seen.objects.map(({ name }) => name)).toEqual(names);
    expect(seen.edges.map(({ tail, head }) => [names[tail], names[head]])).toEqual(edges);
  });
});

describe("pngOf", () => {
  it("draws a PNG of the given width", async () => {
    const png = await pngOf(await svgOf(drawingOf(named)), { width: 400 });
    expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    expect(new DataView(png.buffer, png.byteOffset).getUint32(16)).toBe(400);
  });

  it("draws at twice the size of the SVG, but no larger than 4000 pixels either way", async () => {
    const size = async (width: number, height: number): Promise<number[]> => {
      const png = await pngOf(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`,
      );
      const view = new DataView(png.buffer, png.byteOffset);
      return [view.getUint32(16), view.getUint32(20)];
    };
    expect(await size(100, 50)).toEqual([200, 100]);
    expect(await size(1000, 8000)).toEqual([500, 4000]);
  });

  it("draws the names: with them the picture has more ink than without", async () => {
    const svg = await svgOf(drawingOf(named));
    const bare = svg.replace(/<text[\s\S]*?<\/text>/g, "");
    expect(bare).not.toBe(svg);
    const [withNames, without] = [await pngOf(svg, { width: 400 }), await pngOf(bare, { width: 400 })];
    expect(darkPixels(withNames)).toBeGreaterThan(darkPixels(without) + 50);
  });

  it("refuses to leave the names out where there is no font", async () => {
    const svg = await svgOf(drawingOf(named));
    await expect(pngOf(svg, { fontFiles: [], useSystemFonts: false })).rejects.toThrow(
      "picture: PNG needs a font and this machine has none; install one (such as fonts-dejavu-core), or use the SVG",
    );
  });

  it.skipIf(!hasBundledFont)(
    "draws names without any font of the machine (skipped where the font package is absent)",
    async () => {
      const png = await pngOf(await svgOf(drawingOf(named)), { width: 400, useSystemFonts: false });
      expect(darkPixels(png)).toBeGreaterThan(50);
    },
  );

  it("refuses a width that is no number of pixels", async () => {
    await expect(pngOf(await svgOf(drawingOf(named)), { width: Number.NaN })).rejects.toThrow(
      "picture: width must be 1 to 20000 pixels, got NaN",
    );
  });
});

function decoded(text: string): string {
  const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };
  return text.replace(/&(?:#(\d+)|(\w+));/g, (_, code?: string, name?: string) =>
    code === undefined ? entities[name ?? ""] : String.fromCodePoint(Number(code)),
  );
}

/** The PNG painted again by resvg, to count its pixels without a decoder of our own. */
function darkPixels(png: Uint8Array): number {
  const href = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
  const size = new DataView(png.buffer, png.byteOffset);
  const [width, height] = [size.getUint32(16), size.getUint32(20)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image href="${href}" width="${width}" height="${height}"/></svg>`;
  const { pixels } = new Resvg(svg).render();
  let count = 0;
  for (let k = 0; k < pixels.length; k += 4) if (pixels[k] < 100 && pixels[k + 3] > 0) count++;
  return count;
}
