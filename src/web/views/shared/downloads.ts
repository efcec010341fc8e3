// Downloads, with file names made from the names of table and search, safe for any table name.

import { type FormatName, formatNames, graphFormats } from "../../../core/index.ts";

/** "Ünder 18.csv", "exact" → "Ünder-18-exact"; letters and digits of any script stay. */
export function fileStem(table: string, search: string): string {
  const bare = table.replace(/\.(csv|tsv|txt|json|ndjson|parquet|xlsx)(\.gz)?$/i, "");
  const safe = `${bare}-${search}`.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[.-]+|[.-]+$/g, "");
  return [...safe].slice(0, 80).join("") || "graph";
}

/** If two formats share an extension, the later one adds its own name. */
export function formatFileName(stem: string, format: FormatName): string {
  const [extension] = graphFormats[format].extensions;
  const first = formatNames.find((name) => graphFormats[name].extensions[0] === extension);
  return first === format ? `${stem}.${extension}` : `${stem}-${format}.${extension}`;
}

export function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
