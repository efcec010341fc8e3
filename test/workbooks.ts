// Workbooks as bytes, made part by part.

import { strToU8, type Zippable, zipSync } from "fflate";

export interface MadeSheet {
  readonly name: string;
  /** What stands in <sheetData>. */
  readonly rows: string;
  readonly state?: "hidden" | "veryHidden";
}

export interface MadeWorkbook {
  readonly sheets: readonly MadeSheet[];
  /** What stands in <sst>. */
  readonly strings?: string;
  /** Ids of the number formats of the styles 0, 1, …, and the codes of own ones. */
  readonly formats?: readonly (number | string)[];
  readonly is1904?: boolean;
  /** Parts that replace those made here. */
  readonly parts?: Readonly<Record<string, string | Uint8Array>>;
}

const schema = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

export function workbookBytes({
  sheets,
  strings = "",
  formats = [0],
  is1904 = false,
  parts = {},
}: MadeWorkbook): Uint8Array {
  const list = sheets.map(
    ({ name, state }, k) =>
      `<sheet name="${escaped(name)}" sheetId="${k + 1}" r:id="rId${k + 1}"${state ? ` state="${state}"` : ""}/>`,
  );
  const relations = sheets.map(
    (_, k) =>
      `<Relationship Id="rId${k + 1}" Type="${schema}/worksheet" Target="worksheets/sheet${k + 1}.xml"/>`,
  );
  const codes = formats.flatMap((format, k) =>
    typeof format === "string" ? [`<numFmt numFmtId="${200 + k}" formatCode="${escaped(format)}"/>`] : [],
  );
  const styles = formats.map(
    (format, k) => `<xf numFmtId="${typeof format === "string" ? 200 + k : format}"/>`,
  );
  const made: Record<string, string | Uint8Array> = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": `<Relationships><Relationship Id="r" Type="${schema}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<?xml version="1.0"?>\n<workbook><workbookPr${is1904 ? ' date1904="1"' : ""}/><sheets>${list.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${relations.join("")}<Relationship Id="s" Type="${schema}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="t" Type="${schema}/styles" Target="styles.xml"/></Relationships>`,
    "xl/sharedStrings.xml": `<sst>${strings}</sst>`,
    "xl/styles.xml": `<styleSheet><numFmts>${codes.join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.join("")}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, k) => [
        `xl/worksheets/sheet${k + 1}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...parts,
  };
  return zipped(made);
}

export function zipped(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const files: Zippable = {};
  for (const [name, part] of Object.entries(parts))
    files[name] = typeof part === "string" ? strToU8(part) : part;
  return zipSync(files, { mtime: "2026-01-01" });
}

/** The rows of a sheet from values: numbers as they are, texts inline, null for an empty cell. */
export function sheetOf(rows: readonly (readonly (number | string | null)[])[]): string {
  return rows.map((row) => `<row>${row.map(cellOf).join("")}</row>`).join("");
}

function cellOf(value: number | string | null): string {
  if (value === null) return "<c/>";
  return typeof value === "number"
    ? `<c><v>${value}</v></c>`
    : `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
