// Tables as text: delimited and JSON.

export { cellsFromCsv, csvOf, wrongWidth } from "./csv.ts";
export { cellNumber } from "./csv-cell.ts";
export { type HeaderChoice, headerChoices } from "./csv-header.ts";
export {
  brokenQuote,
  csvRecords,
  cutAfterLine,
  mostLineLength,
  plainText,
  tooLongLine,
} from "./csv-records.ts";
export { csvShape } from "./csv-shape.ts";
export { digitWidths, mostDigits } from "./digit-widths.ts";
export { encodingOf } from "./encoding.ts";
export { cellsFromJson, jsonShape } from "./json-columns.ts";
export {
  checkUtf8,
  headBytes,
  isGzip,
  notTable,
  type TableFormat,
  tableExtension,
  tableFormatOf,
  tableFormats,
} from "./table-format.ts";
export { csvHead, jsonHead, recordCount } from "./text-head.ts";
