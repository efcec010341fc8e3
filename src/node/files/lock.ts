// A lock on a folder: held by one process at a time, and released when that process dies.
//
// The lock is a file that identifies its holder by process id and start time, so that a later process with the same id is not
// mistaken for it. A dead holder leaves its file behind. Removing that file to take over would be a race (the second of two
// processes could remove the lock of the first), so locks are numbered: a process that finds the newest one abandoned creates
// the next number, which only one process can, because creating a link fails if it exists. On release all of them are removed,
// the oldest first, so that anyone who looks meanwhile still finds the newest.
//
//     .NAME.1.lock  .NAME.2.lock  …      {"pid": 123, "began": "…", "host": "…", "for": "…"}

import { randomUUID } from "node:crypto";
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import * as z from "zod";

const holderSchema = z.object({
  pid: z.number().int().min(0),
  /** When the process started, as the system reports it; empty if it does not. */
  began: z.string(),
  host: z.string(),
  /** The purpose of the lock, in a few words. */
  for: z.string(),
});

export type Holder = z.output<typeof holderSchema>;

const nobody: Holder = { pid: 0, began: "", host: "", for: "" };

export interface Lock {
  readonly release: () => void;
}

/** Takes the lock `name` on an existing folder, or returns its current holder. */
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
      // Since newestLock looked, that lock may have been released and another process may have started again from number 1.
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

/** The current holder of the lock; null if it is free. */
export function lockHolder(folder: string, name: string): Holder | null {
  const newest = newestLock(folder, name);
  return newest !== null && isHeld(newest.holder) ? newest.holder : null;
}

/** Whether a file belongs to a lock and so is not content of the folder. */
export function isLockFile(name: string): boolean {
  return /^\..+\.(\d+\.lock|taking-[\w-]+)$/.test(name);
}

/** Runs the work at most once: a second release could remove the lock of the next holder, whose number may be the same. */
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
    return []; // the folder no longer exists
  }
  return names
    .filter((each) => each.startsWith(before) && each.endsWith(after))
    .map((each) => Number(each.slice(before.length, -after.length)))
    .filter((number) => Number.isInteger(number) && number > 0)
    .sort((a, b) => a - b);
}

/** The holder that a lock file names (`nobody` if it is damaged); "gone" if it was released meanwhile. */
function holderOf(path: string): Holder | "gone" {
  try {
    const { success, data } = holderSchema.safeParse(JSON.parse(readFileSync(path, "utf8")));
    return success ? data : nobody;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "gone" : nobody;
  }
}

/** Whether the holder is alive; one on another machine cannot be checked and counts as alive. */
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
 * When a process started. Linux reports it in ticks since boot (field 22, after a name in parentheses), made unique by the
 * boot id; on other systems it is empty, and any live process with the id counts as the holder.
 */
function beganAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie (killed, not yet waited for) holds no lock.
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
