import { expect, it } from "vitest";
import { type Finding, groupedFindings } from "./grouped-findings.ts";

const finding = (kind: Finding["kind"], severity: Finding["severity"], message = ""): Finding => ({
  kind,
  severity,
  message,
  columns: [],
  meaning: "",
  remedy: "",
});

it("has one group for each kind, the most harmful first", () => {
  const groups = groupedFindings([
    finding("discrete", "note"),
    finding("outliers", "warning", "a"),
    finding("left-out", "note"),
    finding("outliers", "warning", "b"),
    finding("missing", "warning"),
    finding("constant", "fatal"),
  ]);
  expect(groups.map(({ kind }) => kind)).toEqual(["constant", "missing", "outliers", "left-out", "discrete"]);
  expect(groups[2].findings.map(({ message }) => message)).toEqual(["a", "b"]);
});

it("is as severe as its worst finding", () => {
  const [group] = groupedFindings([finding("few-rows", "warning"), finding("few-rows", "fatal")]);
  expect(group.severity).toBe("fatal");
});
