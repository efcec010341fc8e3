import { expect, it } from "vitest";
import { inOurWords } from "../../check.ts";
import { id } from "./parts.ts";

it("an id that cannot be one is refused with where ids are listed", () => {
  expect(id.safeParse("0123456789abcdef", inOurWords).success).toBe(true);
  expect(id.safeParse("ID", inOurWords).error!.issues[0].message).toBe(
    "an id of 16 hexadecimal digits, as /api/tables and /api/runs list them",
  );
});
