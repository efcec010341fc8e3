import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultLimits } from "../limits.ts";
import { refusal, refusalOf } from "../refusal.ts";
import { checkedName, receive, storedName } from "./upload.ts";

let folder = "";
let number = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "upload-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const limits = { ...defaultLimits, uploadBytes: 1000, unpackedBytes: 5000 };

async function received(...chunks: Buffer[]): Promise<string> {
  const own = join(folder, String(number++));
  mkdirSync(own);
  return readFileSync(await receive(Readable.from(chunks), own, { limits }), "latin1");
}

async function refused(...chunks: Buffer[]) {
  return refusalOf(
    await received(...chunks).then(
      () => null,
      (error: unknown) => error,
    ),
  );
}

describe("receive", () => {
  it("writes the bytes as they are, and gzip unpacked", async () => {
    expect(await received(Buffer.from("a,b\n"), Buffer.from("1,2\n"))).toBe("a,b\n1,2\n");
    expect(await received(gzipSync("a,b\n1,2\n"))).toBe("a,b\n1,2\n");
    expect(await received(gzipSync("x".repeat(5000)))).toHaveLength(5000);
  });

  it("refuses a byte more than allowed, sent or unpacked, and stops there", async () => {
    expect(await received(Buffer.alloc(1000, "x"))).toHaveLength(1000);
    expect(await refused(Buffer.alloc(1000), Buffer.alloc(1))).toMatchObject({ status: 413 });
    // The limit of what is sent does not see it.
    const bomb = gzipSync(Buffer.alloc(900_000));
    expect(bomb.length).toBeLessThan(1000);
    expect(await refused(bomb)).toMatchObject({
      status: 413,
      sentence: expect.stringContaining("after decompression"),
    });
  });

  it("tells of every byte that is written, sent and unpacked, and ends where that is refused", async () => {
    const own = join(folder, "told");
    mkdirSync(own);
    const packed = gzipSync("x".repeat(5000));
    let [told, most] = [0, Infinity];
    const onBytes = (bytes: number): void => {
      told += bytes;
      if (told > most) throw refusal(507, "storage: full");
    };
    await receive(Readable.from([packed]), own, { limits, onBytes });
    expect(told).toBe(packed.length + 5000);
    [told, most] = [0, 5000];
    await expect(receive(Readable.from([packed]), own, { limits, onBytes })).rejects.toThrow("storage: full");
  });

  it("refuses at once who is gone before it began", async () => {
    const gone = new Readable({ read() {} });
    gone.destroy();
    await expect(receive(gone, folder, { limits })).rejects.toThrow(/^tables: the upload must be complete/);
  });

  it("refuses a broken gzip and one in another", async () => {
    const whole = gzipSync("a,b\n".repeat(50));
    expect(await refused(whole.subarray(0, -4))).toMatchObject({ status: 422 });
    expect(await refused(gzipSync(gzipSync("a,b\n1,2\n")))).toMatchObject({ status: 422 });
  });
});

describe("names", () => {
  it("with folders, control characters or nothing in them are refused", () => {
    const status = (name: string | undefined) => {
      try {
        return checkedName(name);
      } catch (error) {
        return refusalOf(error)?.status;
      }
    };
    for (const name of [
      "../../etc/passwd",
      "a/b.csv",
      "c:\\x.csv",
      "..",
      "",
      " ",
      "a\0.csv",
      "a\nb",
      undefined,
    ])
      expect([name, status(name)]).toEqual([name, 400]);
    for (const name of ["data.csv", "<script>.csv", "=1+1.tsv", "Übung 1.parquet"])
      expect(status(name)).toBe(name);
  });

  it("leave nothing on disk but a known extension", () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(storedName(name)).toMatch(/^table(\.(csv|tsv|tab|xlsx|xlsm|parquet|pq|json|ndjson|jsonl))?$/);
      }),
      { seed: 1, numRuns: 300 },
    );
    expect(storedName("Data.CSV.gz")).toBe("table.csv");
    expect(storedName("../x.csv/../../y.sh")).toBe("table");
  });
});
