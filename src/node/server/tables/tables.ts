// The tables of the server: added, examined, listed, deleted.

import { createReadStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import * as z from "zod";
import {
  chosenSheet,
  type HeaderChoice,
  type NamedEdge,
  opened,
  queue,
  sealed,
  wire,
} from "../../../core/index.ts";
import { openFolder } from "../../files/folder.ts";
import { type DataFolder, newId, openEntries, type Storage, storedText } from "../data-folder/data-folder.ts";
import type { Limits } from "../limits.ts";
import { askApart } from "../processes.ts";
import { refusal } from "../refusal.ts";
import type { TableAnswer, TableOrder } from "./table-process.ts";
import { checkedName, receive, storedName } from "./upload.ts";

export { tableRoutes } from "./table-routes.ts";

export type Tables = Awaited<ReturnType<typeof openTables>>;

/** Tables read at the same time; others wait. */
const readers = 2;
/** Time limit for reading a table. */
const readingMs = 300_000;
const lateSentence = `table: reading it took more than ${readingMs / 1000} seconds; leave some of it out`;
const cancelledSentence = "tables: the request was cancelled";

interface AddOptions {
  readonly truth?: readonly NamedEdge[] | undefined;
  readonly header?: HeaderChoice | undefined;
  readonly sheet?: string | undefined;
}

export async function openTables(folder: DataFolder, limits: Limits, storage: Storage) {
  const stored = async (id: string): Promise<StoredTable | undefined> => {
    const text = await storedText(join(folder.of("tables", id), "table.json"));
    return text === undefined ? undefined : readTableFile(text, `tables/${id}/table.json`);
  };
  const write = (home: string, table: wire.TablePreview): Promise<void> =>
    openFolder(home).write("table.json", JSON.stringify(sealed({ format, ...table })));
  const tables = await openEntries("tables", folder.ids("tables"), async (id) => {
    const table = await stored(id);
    // The server was killed during its upload.
    if (table === undefined) await folder.drop("tables", id);
    return table && factsOf(table);
  });
  const inTurn = queue(readers);
  const facts = tables.get;
  /** The file of a table. */
  const path = (id: string): string => join(folder.of("tables", id), storedName(facts(id).name));

  /** Examines a table in its own process. */
  const examine = ({ options, ...order }: TableOrder, gone?: AbortSignal): Promise<TableAnswer> =>
    inTurn(() =>
      folder.withTemporary((temporaryIn) =>
        askApart<TableOrder, TableAnswer>(
          "tables/table-process",
          { ...order, options: { ...options, temporaryIn, limits, maxBytes: limits.unpackedBytes } },
          { ms: readingMs, gone, cancelled: cancelledSentence, late: lateSentence },
        ),
      ),
    );

  const add = async (
    fileName: string | undefined,
    body: Readable,
    { truth, header, sheet }: AddOptions = {},
  ): Promise<wire.TablePreview> => {
    const name = checkedName(fileName);
    await storage.checkRoom();
    const held = storage.hold();
    const id = newId();
    const home = folder.of("tables", id);
    try {
      return await folder.withTemporary(async (temporary) => {
        const unpacked = await receive(body, temporary, { limits, onBytes: held.add });
        const { size: bytes } = await stat(unpacked);
        await mkdir(home);
        const path = join(home, storedName(name));
        await rename(unpacked, path);
        const options = { shown: name, header, sheet };
        const { names, preview, ...examined } = await examine({ path, isNew: true, options });
        const uploaded = new Date().toISOString();
        const facts = { columns: names, ...(header && { header }) };
        const whole = { id, name, bytes, uploaded, ...facts, ...examined, ...preview! };
        const table = { ...whole, truth: truth ?? null } as wire.TablePreview;
        await write(home, table);
        tables.set(id, factsOf(table));
        return table;
      });
    } catch (error) {
      await rm(home, { recursive: true, force: true });
      throw error;
    } finally {
      storage.changed("tables", id);
      await held.release();
    }
  };

  return {
    damaged: tables.damaged,
    /** The newest first. */
    list: (): wire.Table[] => tables.all().toSorted((a, b) => (a.uploaded < b.uploaded ? 1 : -1)),
    facts,
    path,
    preview: async (id: string): Promise<wire.TablePreview> => {
      const table = await stored(facts(id).id);
      if (table === undefined) throw refusal(404, `tables: the files of the table ${id} are gone; delete it`);
      if ("statistics" in table) return table;
      // A table stored by an earlier version is examined again.
      const order = { path: path(id), isNew: true, options: namedOf(table) };
      const { names, preview, ...examined } = await examine(order);
      const whole = { ...factsOf(table), ...examined, ...preview!, truth: table.truth } as wire.TablePreview;
      await write(folder.of("tables", id), whole);
      return whole;
    },
    examine: (id: string, options: TableOrder["options"], gone?: AbortSignal): Promise<TableAnswer> =>
      examine({ path: path(id), isNew: false, options: { ...options, ...namedOf(facts(id)) } }, gone),
    add,
    /** Another sheet of a table's workbook, as a table of its own. */
    addSheet: (id: string, sheet: string): Promise<wire.TablePreview> =>
      add(facts(id).name, createReadStream(path(id)), { header: facts(id).header, sheet }),
    remove: async (id: string): Promise<void> => {
      if (!tables.deleteDamaged(id)) tables.delete(facts(id).id);
      await folder.drop("tables", id);
      storage.changed("tables", id);
    },
  };
}

const format = "wherefore-table/2";

const current = wire.tablePreview.extend({ format: z.literal(format) });
/** The format of versions before columns had kinds; the earliest wrote no format. */
const former = z.object({
  ...wire.table.shape,
  format: z.literal("wherefore-table/1").optional(),
  truth: wire.tablePreview.shape.truth,
});

type StoredTable = wire.TablePreview | Omit<z.output<typeof former>, "format">;

function readTableFile(text: string, name: string): StoredTable {
  const { format: _, ...table } = opened(text, {
    schema: z.union([current, former]),
    name,
    remedy: "delete the table, and upload it again",
  });
  return table;
}

/** The table's name, and how it is read. */
function namedOf(table: wire.Table): Pick<TableOrder["options"], "shown" | "header" | "sheet"> {
  return { shown: table.name, header: table.header, sheet: chosenSheet(table.workbook) };
}

function factsOf({ id, name, bytes, uploaded, rows, columns, header, workbook }: wire.Table): wire.Table {
  return {
    ...{ id, name, bytes, uploaded, rows, columns },
    ...(header && { header }),
    ...(workbook && { workbook }),
  };
}
