import { expect, test } from "vitest";
import * as z from "zod";
import { runSpecSchema, searches } from "../../../core/index.ts";
import { type Field, fieldOf } from "./field.ts";
import { agentFields, encoderFields, runFields } from "./run-fields.ts";

type Schema = Readonly<Record<string, unknown>>;
const { properties } = z.toJSONSchema(runSpecSchema, { io: "input" }) as {
  properties: Record<string, Schema>;
};
const agent = (properties.rl as { properties: Record<string, Schema> }).properties;

/** Options that have a place of their own on a screen. */
const elsewhere = ["search", "score", "prune", "categorical", "knowledge", "rl", "settings"];

function expectSame(fields: readonly Field[], schemas: Readonly<Record<string, Schema>>): void {
  for (const field of fields) {
    const { kind, choices, min, max, isWhole = false } = fieldOf({ ...field, schema: schemas[field.name] });
    const said = { kind: field.kind, choices: field.choices, isWhole: field.isWhole ?? false };
    expect(said, field.name).toEqual({ kind, choices, isWhole });
    const isBetween =
      (field.min ?? 0) >= (min ?? Number.NEGATIVE_INFINITY) && (field.max ?? 0) <= (max ?? Infinity);
    expect(isBetween, field.name).toBe(true);
  }
}

test("every option of a run has a field, and may be what core says", () => {
  const names = runFields.map(({ name }) => name);
  expect([...names, ...elsewhere].sort()).toEqual(Object.keys(properties).sort());
  expectSame(runFields, properties);
});

test("every option of an agent has a field, and may be what core says", () => {
  expect(agentFields.map(({ name }) => name).sort()).toEqual(Object.keys(agent).sort());
  expectSame(agentFields, agent);
});

test("what the encoder's policy reads is what core says", () => {
  const { reads } = searches["rl-order"];
  const all = new Set([...reads!({}), ...encoderFields]);
  expect([...all].sort()).toEqual([...reads!({ policy: "encoder" })].sort());
});

test("a setting becomes a field of its kind", () => {
  const of = (schema: Schema) => fieldOf({ name: "maxDepth", describes: "the largest set", schema });
  expect(of({ type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER })).toEqual({
    ...{ name: "maxDepth", title: "Max depth", describes: "The largest set", kind: "number" },
    ...{ isWhole: true, min: 0 },
  });
  expect(of({ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 })).toMatchObject({
    min: 0,
    max: 1,
    isWhole: false,
  });
  expect(of({ type: "boolean" }).kind).toBe("switch");
  expect(of({ type: "string", enum: ["a", "b"] })).toMatchObject({ kind: "choice", choices: ["a", "b"] });
});

test("every setting of every search becomes a field", () => {
  for (const { settings } of Object.values(searches)) {
    if (!settings) continue;
    const { properties: own = {} } = z.toJSONSchema(settings, { io: "input", unrepresentable: "any" });
    for (const [name, schema] of Object.entries(own)) {
      const field = fieldOf({ name, describes: "", schema: schema as Schema });
      expect(field.kind !== "number" || (schema as Schema).type !== undefined, name).toBe(true);
    }
  }
});
