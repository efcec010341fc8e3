// A lock on a folder: one process has it, and it dies with that process.
//
// It is a file that names its holder by process id and the moment the process began, so that another process with the same
// id later is not taken for it. A holder that is gone leaves its file behind. To take it over by removing it would be a race
// (the second of two could remove the lock of the first), so locks are numbered: whoever finds the newest one abandoned
// makes the next number, which only one can, since a link is made or exists. All of them are removed when the lock is let
// go, the oldest first, so that whoever looks meanwhile finds the newest.
//
//     .NAME.1.lock  .NAME.2.lock  …      {"pid": 123, "began": "…", "host": "…", "for": "…"}

import { randomUUID } from "node:crypto";
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import * as z from "zod";

const holderSchema = z.object({
  pid: z.number().int().min(0),
  /** When the process began, as this system says it; empty where it does not. */
  began: z.string(),
  host: z.string(),
  /** What the lock is held for, in a few words. */
  for: z.string(),
});

export type Holder = z.output<typeof holderSchema>;

const nobody: Holder = { pid: 0, began: "", host: "", for: "" };

export interface Lock {
  readonly release: () => void;
}

/** Takes the lock called `name` of a folder that exists, or says who has it. */
export function takeLock(folder: string, name: string, purpose: string): Lock | Holder {
  const holder: Holder = { pid: process.pid, began: beganAt(process.pid), host: hostname(), for: purpose };
  const draft = join(folder, `.${name}.taking-${randomUUID()}`);
  try {
    writeFileSync(draft, JSON.stringify(holder));
    for (;;) {
      const newest = newestLock(folder, name);
      if (newest !== null && isHeld(newest.holder)) return newest.holder;
      const mine = (newest?.number ?? 0) + 1;
      if (!isLinked(draft, lockPath(folder, name, mine))) continue;
      // Between two looks of ours another may have come and gone, and a third begun to count anew.
      const other = otherHolder(folder, name, mine);
      if (other === null) return { release: once(() => release(folder, name, mine)) };
      rmSync(lockPath(folder, name, mine), { force: true });
      return other;
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

export function isLock(lock: Lock | Holder): lock is Lock {
  return "release" in lock;
}

/** Who has the lock now; null where nobody does. */
export function lockHolder(folder: string, name: string): Holder | null {
  const newest = newestLock(folder, name);
  return newest !== null && isHeld(newest.holder) ? newest.holder : null;
}

/** Files of locks, which are nobody's content. */
export function isLockFile(name: string): boolean {
  return /^\..+\.(\d+\.lock|taking-[\w-]+)$/.test(name);
}

/** A lock that is let go twice must not take that of the next one, whose number may be the same. */
function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

interface NumberedLock {
  readonly number: number;
  readonly holder: Holder;
}

function newestLock(folder: string, name: string): NumberedLock | null {
  for (;;) {
    const number = lockNumbers(folder, name).at(-1);
    if (number === undefined) return null;
    const holder = holderOf(lockPath(folder, name, number));
    if (holder !== "gone") return { number, holder };
  }
}

function otherHolder(folder: string, name: string, mine: number): Holder | null {
  for (const number of lockNumbers(folder, name)) {
    const holder = number === mine ? "gone" : holderOf(lockPath(folder, name, number));
    if (holder !== "gone" && isHeld(holder)) return holder;
  }
  return null;
}

function release(folder: string, name: string, mine: number): void {
  for (const number of lockNumbers(folder, name))
    if (number <= mine) rmSync(lockPath(folder, name, number), { force: true });
}

function lockPath(folder: string, name: string, number: number): string {
  return join(folder, `.${name}.${number}.lock`);
}

function lockNumbers(folder: string, name: string): number[] {
  const [before, after] = [`.${name}.`, ".lock"];
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return []; // The folder is gone, and its locks with it.
  }
  return names
    .filter((each) => each.startsWith(before) && each.endsWith(after))
    .map((each) => Number(each.slice(before.length, -after.length)))
    .filter((number) => Number.isInteger(number) && number > 0)
    .sort((a, b) => a - b);
}

/** The holder that a lock names (a damaged one names nobody), "gone" where it was let go meanwhile. */
function holderOf(path: string): Holder | "gone" {
  try {
    const { success, data } = holderSchema.safeParse(JSON.parse(readFileSync(path, "utf8")));
    return success ? data : nobody;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "gone" : nobody;
  }
}

/** Of a process on another machine nothing can be known: it is taken at its word. */
function isHeld({ pid, began, host }: Holder): boolean {
  if (pid === 0) return false;
  if (host !== hostname()) return true;
  if (!isAlive(pid)) return false;
  const now = beganAt(pid);
  return now === "" || began === "" || now === began;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * When a process began. Linux tells in ticks since the start of the machine (field 22; a name in parentheses comes before),
 * which its boot id makes unique; elsewhere a process id that is alive has to do.
 */
function beganAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A process that was killed and not yet waited for has nothing any more.
    if (fields[0] === "Z" || fields[0] === "X") return "ended";
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}/${fields[19]}`;
  } catch {
    return "";
  }
}

function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
