// The command that repeats a run of the page elsewhere: a one-line program for Node, because it can express everything that a
// request can.

import { shellWord } from "../report/shell-word.ts";
import { requestReading } from "./request-options.ts";
import type { RunRequest } from "./wire/wire.ts";

interface NamedTable {
  readonly name: string;
  /** Of a workbook: the sheet, if it was named. */
  readonly sheet?: string | undefined;
}

/** Expects the table's file in the current folder. */
export function runCommand(request: RunRequest, { name, sheet }: NamedTable): string {
  const { options, truth } = request;
  const { columns, exclude, kinds } = requestReading(request);
  const names = ["discover", "readTable", ...(truth === undefined ? [] : ["truthOn"])];
  const reading = {
    ...(columns && { columns }),
    ...(exclude && { exclude }),
    ...(kinds && { kinds }),
    ...(sheet !== undefined && { sheet }),
  };
  const readingText = Object.keys(reading).length > 0 ? `, ${JSON.stringify(reading)}` : "";
  const truthText = truth === undefined ? "" : `, truth: truthOn(table.names, ${JSON.stringify(truth)})`;
  const program = [
    `import { ${names.join(", ")} } from "wherefore";`,
    `const table = await readTable(${JSON.stringify(name)}${readingText});`,
    `console.log(JSON.stringify(await discover(table, { ...${JSON.stringify(options)}${truthText} })));`,
  ].join(" ");
  return `node --input-type=module -e ${shellWord(program)}`;
}
