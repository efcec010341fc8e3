// The answer as a picture: arrows where a direction is known, lines where it is open, thicker where the link is stronger.

/** DOT text. Names are data: they stand in quotes, and nowhere else. */
export function dotOf({ table, edges, undirected, strengths }) {
  const width = widthBy(strengths);
  const line = ([a, b], more) => `${quoted(a)} -> ${quoted(b)} [penwidth=${width(a, b)}${more}]`;
  return [
    "digraph {",
    'graph [rankdir=TB, nodesep=0.3, ranksep=0.4, bgcolor="transparent"]',
    'node [shape=box, style=rounded, fontname="Helvetica", fontsize=13, height=0.35, margin="0.12,0.05"]',
    "edge [arrowsize=0.7]",
    ...table.columns.map(quoted),
    ...edges.map((edge) => line(edge, "")),
    ...undirected.map((edge) => line(edge, ", dir=none")),
    "}",
  ].join("\n");
}

const quoted = (name) => `"${name.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

/** From 1 to 4, by the logarithm of what the score loses without the link. */
function widthBy(strengths) {
  const sizes = new Map(
    strengths.map(({ a, b, loss }) => [JSON.stringify([a, b].sort()), Math.log1p(Math.max(0, loss ?? 0))]),
  );
  const most = Math.max(1e-9, ...sizes.values());
  return (a, b) => (1 + (3 * (sizes.get(JSON.stringify([a, b].sort())) ?? 0)) / most).toFixed(2);
}

/** Drawn by Graphviz, in the colour of the text around it. */
export async function svgOf(dot) {
  const { instance } = await import("@viz-js/viz");
  const svg = (await instance()).renderString(dot, { format: "svg", engine: "dot" });
  return svg
    .slice(svg.indexOf("<svg"))
    .replace(/<title>[^<]*<\/title>/g, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/(stroke|fill)="black"/g, '$1="currentColor"')
    .replace(/<text /g, '<text fill="currentColor" ')
    .replace(/<svg width="(\d+)pt" height="\d+pt"/, '<svg style="max-width:$1px"');
}
