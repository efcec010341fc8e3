// What a workbook consists of: its sheets in their order, its shared strings, and the number formats of its styles.
//
// Parts are found by their relations, as the format requires: names such as xl/workbook.xml are customary only. The kinds of relations
// are compared by their last word, since the transitional and the strict form of the format have other addresses for the same.

import { check, type InputError } from "../../check.ts";
import { notTable, tableExtension, tableFormats } from "../text/text.ts";
import { type Shown, shownBy } from "./number-formats.ts";
import { csvText, type SheetContext, stringOf } from "./sheet-rows.ts";
import { xmlTags } from "./xml.ts";
import { brokenZip, type Zip } from "./zip.ts";

export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** Its part. */
  readonly part: string;
}

export interface WorkbookParts {
  readonly sheets: readonly Sheet[];
  /** Reads strings and styles. */
  readonly context: () => SheetContext;
}

/** Refuses zip files that are no workbooks. */
export function workbookParts(zip: Zip, shown: string): WorkbookParts {
  checkKind(zip.names, shown);
  const broken = (why: string) => brokenZip(shown, why);
  const relationsOf = (part: string) => relations(zip, part, broken);
  const root = relationsOf("").find(({ kind }) => kind === "officeDocument")?.part ?? "xl/workbook.xml";
  if (!zip.names.includes(root)) throw broken("without its list of sheets");
  const parts = relationsOf(root);
  const { sheets, is1904 } = sheetList(zip, root, broken);
  const partOf = (kind: string) => parts.find((each) => each.kind === kind)?.part;
  return {
    sheets: sheets.flatMap(({ id, ...sheet }) => {
      const related = parts.find((each) => each.id === id);
      // Sheets of charts hold no cells.
      return related?.kind === "worksheet" ? [{ ...sheet, part: related.part }] : [];
    }),
    context: () => ({
      strings: sharedStrings(zip, partOf("sharedStrings"), broken),
      shown: styles(zip, partOf("styles"), broken),
      is1904,
    }),
  };
}

type Broken = (why: string) => InputError;

function checkKind(names: readonly string[], shown: string): void {
  const has = (name: string) => names.includes(name);
  if (names.some((name) => /(^|\/)workbook\.xml$/.test(name))) return;
  const table = names.find((name) => Object.hasOwn(tableFormats, tableExtension(name)));
  const [got, way] = has("xl/workbook.bin")
    ? ["a binary workbook (.xlsb)", "save it as .xlsx or CSV"]
    : has("content.xml") && has("mimetype")
      ? ["an OpenDocument file", "save it as .xlsx or CSV"]
      : has("word/document.xml")
        ? ["a text document", "copy its table into a spreadsheet, and save that as .xlsx or CSV"]
        : names.some((name) => name.endsWith(".iwa"))
          ? ["a Numbers document", "export it as Excel or CSV"]
          : ["a zip archive", table === undefined ? "save its table as CSV" : `extract "${table}" from it`];
  check(false, notTable(shown, got, way));
}

interface Relation {
  readonly id: string;
  readonly kind: string;
  readonly part: string;
}

/** What a part refers to; "" for the file as a whole. */
function relations(zip: Zip, part: string, broken: Broken): Relation[] {
  const folder = part.slice(0, part.lastIndexOf("/") + 1);
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`;
  if (!zip.names.includes(name)) return [];
  const out: Relation[] = [];
  const tags = xmlTags(zip.textOf(name), broken);
  while (tags.next()) {
    if (tags.name() !== "Relationship" || tags.isEnd()) continue;
    const target = tags.attribute("Target") ?? "";
    const kind = (tags.attribute("Type") ?? "").split("/").at(-1)!;
    out.push({ id: tags.attribute("Id") ?? "", kind, part: resolved(folder, target) });
  }
  return out;
}

/** The name of the part that a target means, in a part of that folder. */
function resolved(folder: string, target: string): string {
  const path = target.replaceAll("\\", "/").toLowerCase();
  const out: string[] = [];
  for (const step of (path.startsWith("/") ? path : folder + path).split("/")) {
    if (step === "..") out.pop();
    else if (step !== "" && step !== ".") out.push(step);
  }
  return out.join("/");
}

function sheetList(zip: Zip, root: string, broken: Broken) {
  const sheets: (Omit<Sheet, "part"> & { readonly id: string })[] = [];
  let is1904 = false;
  const tags = xmlTags(zip.textOf(root), broken);
  while (tags.next()) {
    if (tags.isEnd()) continue;
    if (tags.name() === "workbookPr") is1904 = /^(1|true|on)$/.test(tags.attribute("date1904") ?? "");
    if (tags.name() !== "sheet") continue;
    const state = tags.attribute("state") ?? "visible";
    const name = tags.attribute("name") ?? "";
    sheets.push({ name, isHidden: state !== "visible", id: tags.attribute("id") ?? "" });
  }
  return { sheets, is1904 };
}

function sharedStrings(zip: Zip, part: string | undefined, broken: Broken): string[] {
  const out: string[] = [];
  if (part === undefined) return out;
  const tags = xmlTags(zip.textOf(part), broken);
  while (tags.next())
    if (tags.name() === "si" && !tags.isEnd()) out.push(tags.isEmpty() ? "" : csvText(stringOf(tags, "si")));
  return out;
}

/** What the number format of each style of cells shows. */
function styles(zip: Zip, part: string | undefined, broken: Broken): Shown[] {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  if (part === undefined) return [];
  const tags = xmlTags(zip.textOf(part), broken);
  let section = "";
  while (tags.next()) {
    const name = tags.name();
    if (name === "numFmts" || name === "cellXfs") section = tags.isEnd() || tags.isEmpty() ? "" : name;
    else if (tags.isEnd()) continue;
    else if (section === "numFmts" && name === "numFmt")
      codes.set(Number(tags.attribute("numFmtId")), tags.attribute("formatCode") ?? "");
    else if (section === "cellXfs" && name === "xf") ids.push(Number(tags.attribute("numFmtId") ?? 0));
  }
  return ids.map((id) => shownBy(id, codes.get(id)));
}
