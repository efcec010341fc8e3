import { expect, it } from "vitest";
import { faultReason, faultSentence } from "./fault.ts";

const error = (facts: object) => Object.assign(new Error("it failed"), facts);

it("a fault of the machine is a sentence with the file and the way out", () => {
  expect(faultSentence(error({ code: "ENOSPC", syscall: "write" }))).toBe(
    "machine: a file cannot be written: the disk is full; make room, or write to another disk",
  );
  expect(faultSentence(error({ code: "EACCES", syscall: "rename", path: "a", dest: "b" }))).toBe(
    "machine: b cannot be renamed: permission denied; choose another folder, or change its permissions",
  );
  expect(faultReason(error({ code: "EROFS", syscall: "open", path: "secret" }))).toBe(
    "the disk is read-only; write to another folder",
  );
});

it("what is no fault of the machine is none", () => {
  for (const other of [error({}), error({ code: "ENOENT", syscall: "open" }), "ENOSPC", null, undefined])
    expect([faultSentence(other), faultReason(other)]).toEqual([null, null]);
});
