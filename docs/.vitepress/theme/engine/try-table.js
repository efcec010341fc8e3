// A discovery on a table of the start page: the result, and its graph drawn.

import { dotOf, svgOf } from "./drawing.js";

/** @param {typeof import("wherefore")} library @param {{ csv: string, name: string, options: object }} given */
export async function tryTable(library, { csv, name, options }, tell) {
  const table = library.tableFromCsv(csv);
  let last = "";
  const onEvent = (event) => {
    if (event.type !== "step" || event.doing === last) return;
    last = event.doing;
    tell(`${event.doing} …`);
  };
  const result = await library.discover(table, { ...options, name, onEvent });
  tell("drawing the graph …");
  return { result: plain(result), svg: await svgOf(dotOf(result)) };
}

const plain = (value) => JSON.parse(JSON.stringify(value));
