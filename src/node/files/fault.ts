// Faults of the machine, neither bad input nor a bug: a full disk, a folder without write permission. Each is reported in a
// sentence with its remedy.

const faults: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full; make room, or write to another disk",
  EDQUOT: "your disk quota is full; make room, or write to another disk",
  EFBIG: "the file would be larger than this system allows; write to another disk",
  EROFS: "the disk is read-only; write to another folder",
  EACCES: "permission denied; choose another folder, or change its permissions",
  EPERM: "this system does not permit it; choose another folder, or change its permissions",
  EIO: "the disk reports an error; check it, and write to another one",
  EMFILE: "too many files are open; close other programs, or raise the limit (ulimit -n)",
  ENFILE: "too many files are open on this machine; close other programs",
  ENAMETOOLONG: "a name is too long for this system; choose a shorter one",
};

/** What is wrong with the machine, and the remedy; null for any other error. */
export function faultReason(error: unknown): string | null {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return error instanceof Error && syscall !== undefined ? (faults[code ?? ""] ?? null) : null;
}

/** The sentence about a fault of the machine, with the file concerned; null for any other error. */
export function faultSentence(error: unknown, file?: string): string | null {
  const reason = faultReason(error);
  if (reason === null) return null;
  const { path, dest, syscall = "" } = error as NodeJS.ErrnoException & { readonly dest?: string };
  return `machine: ${file ?? dest ?? path ?? "a file"} cannot be ${verbs[syscall] ?? "used"}: ${reason}`;
}

const verbs: Readonly<Record<string, string>> = {
  open: "opened",
  read: "read",
  write: "written",
  fsync: "written",
  close: "written",
  rename: "renamed",
  mkdir: "made",
  mkdtemp: "made",
  unlink: "removed",
  rmdir: "removed",
  scandir: "listed",
  link: "made",
  stat: "looked at",
  lstat: "looked at",
};
