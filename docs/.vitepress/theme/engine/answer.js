// The answer of a run in words and rows.

/** @param {import("wherefore").RunResult} result */
export function answerSentence({ edges, undirected, table }) {
  const all = edges.length + undirected.length;
  const open = undirected.length;
  const directions =
    open === 0
      ? "all directed"
      : `${edges.length} directed, the direction of ${open} ${open === 1 ? "is" : "are"} open`;
  return `${all} ${all === 1 ? "edge" : "edges"} among ${table.columns.length} variables: ${directions}.`;
}

/** Strongest first. @param {import("wherefore").RunResult} result */
export function listedEdges({ strengths, undirected, confidence }) {
  const isOpen = (a, b) => undirected.some(([x, y]) => (x === a && y === b) || (x === b && y === a));
  const most = Math.max(...strengths.map(({ loss }) => loss ?? 0));
  return strengths.map(({ a, b, loss }) => {
    const pair = confidence?.pairs.find(
      (each) => [each.a, each.b].includes(a) && [each.a, each.b].includes(b),
    );
    return {
      text: `${a} ${isOpen(a, b) ? "—" : "→"} ${b}`,
      loss: loss === null ? "" : loss.toLocaleString("en", { maximumSignificantDigits: 3 }),
      share: loss === null ? 0 : Math.sqrt(Math.max(0, loss) / most),
      linked: pair ? `${Math.round(100 * (1 - pair.none))} %` : "",
    };
  });
}

/** Records as CSV text, gaps as empty cells. @param {readonly Record<string, unknown>[]} records */
export function csvOfRecords(records) {
  const names = Object.keys(records[0]);
  const cell = (value) =>
    value === null || value === undefined ? "" : `"${String(value).replaceAll('"', '""')}"`;
  return [names, ...records.map((record) => names.map((name) => record[name]))]
    .map((row) => row.map(cell).join(","))
    .join("\n");
}
