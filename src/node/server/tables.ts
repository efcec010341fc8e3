// The tables that the server has: taken in, examined, listed, deleted.

import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { HeaderChoice, NamedEdge, wire } from "../../core/index.ts";
import { openFolder } from "../files/folder.ts";
import { type DataFolder, newId, readJson } from "./data-folder.ts";
import type { Limits } from "./limits.ts";
import { askApart } from "./processes.ts";
import { queue } from "./queue.ts";
import { refusal } from "./refusal.ts";
import type { TableAnswer, TableNews, TableOrder } from "./table-process.ts";
import { checkedName, receive, storedName } from "./upload.ts";

export interface Tables {
  readonly list: () => wire.Table[];
  /** Refuses an id that no table has. */
  readonly facts: (id: string) => wire.Table;
  readonly preview: (id: string) => Promise<wire.TablePreview>;
  readonly add: (
    name: string | undefined,
    body: Readable,
    more?: { readonly truth?: readonly NamedEdge[]; readonly header?: HeaderChoice | undefined },
  ) => Promise<wire.TablePreview>;
  readonly examine: (id: string, options: TableOrder["options"], gone?: AbortSignal) => Promise<TableAnswer>;
  /** The file of a table. */
  readonly path: (id: string) => string;
  readonly remove: (id: string) => Promise<void>;
}

/** Tables read at once; others wait. */
const readers = 2;
/** A table that takes longer to read is given up. */
const readingMs = 300_000;

export async function openTables(folder: DataFolder, limits: Limits): Promise<Tables> {
  const known = new Map<string, wire.Table>();
  for (const id of await folder.ids("tables")) {
    const facts = await readJson<wire.TablePreview>(join(folder.of("tables", id), "table.json"));
    if (facts) known.set(id, factsOf(facts));
    else await rm(folder.of("tables", id), { recursive: true, force: true }); // the server was killed meanwhile
  }
  const taken = queue(readers);
  const facts = (id: string): wire.Table => {
    const found = known.get(id);
    if (!found) throw refusal(404, `tables: no table is called ${id}; /api/tables lists those there are`);
    return found;
  };
  const path = (id: string) => join(folder.of("tables", id), storedName(facts(id).name));

  /** What a process of its own finds in a table; its temporary files are gone with it. */
  const asked = (order: TableOrder, gone?: AbortSignal): Promise<TableAnswer> =>
    taken(async () => {
      const temporary = folder.of("temporary", newId());
      await mkdir(temporary);
      try {
        return await examinedApart(
          { ...order, options: { ...order.options, temporaryIn: temporary, limits } },
          gone,
        );
      } finally {
        await rm(temporary, { recursive: true, force: true });
      }
    });

  return {
    list: () => [...known.values()].toSorted((a, b) => (a.uploaded < b.uploaded ? 1 : -1)),
    facts,
    path,
    preview: async (id) =>
      (await readJson<wire.TablePreview>(join(folder.of("tables", facts(id).id), "table.json")))!,
    examine: (id, options, gone) =>
      asked({ path: path(id), isNew: false, options: { ...options, ...namedOf(facts(id)) } }, gone),
    add: async (given, body, { truth, header } = {}) => {
      const name = checkedName(given);
      const id = newId();
      const [temporary, home] = [folder.of("temporary", id), folder.of("tables", id)];
      await mkdir(temporary);
      try {
        const unpacked = await receive(body, temporary, limits);
        const { size: bytes } = await stat(unpacked);
        await mkdir(home);
        const stored = join(home, storedName(name));
        await rename(unpacked, stored);
        const options = { score: "bic", shown: name, header };
        const { rows, names, findings, preview } = await asked({ path: stored, isNew: true, options });
        const uploaded = new Date().toISOString();
        const told = { rows, columns: names, ...(header && { header }) };
        const whole = { id, name, bytes, uploaded, ...told, ...preview!, findings };
        const table = { ...whole, truth: truth ?? null } as wire.TablePreview;
        await openFolder(home).write("table.json", JSON.stringify(table));
        known.set(id, factsOf(table));
        return table;
      } catch (error) {
        await rm(home, { recursive: true, force: true });
        throw error;
      } finally {
        await rm(temporary, { recursive: true, force: true });
      }
    },
    remove: async (id) => {
      const home = folder.of("tables", facts(id).id);
      known.delete(id);
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** What the table is called, and what was said of its first row. */
function namedOf({ name, header }: wire.Table): Pick<TableOrder["options"], "shown" | "header"> {
  return { shown: name, header };
}

function factsOf({ id, name, bytes, uploaded, rows, columns, header }: wire.TablePreview): wire.Table {
  return { id, name, bytes, uploaded, rows, columns, ...(header && { header }) };
}

async function examinedApart(order: TableOrder, gone: AbortSignal | undefined): Promise<TableAnswer> {
  const news = await askApart<TableOrder, TableNews>("table-process", order, { ms: readingMs, gone });
  if (news === "late")
    throw refusal(
      422,
      `table: it must be read within ${readingMs / 1000} seconds, got no end of it; leave some out`,
    );
  if (news === "gone") throw refusal(429, "tables: the question was given up");
  if ("refused" in news) throw refusal(422, news.refused);
  return news.answer;
}
