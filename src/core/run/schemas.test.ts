import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { specSchemaFile as builtSchemaFile } from "../../../dist/core/index.js";
import { run, table } from "../../../test/discoveries.ts";
import { documentOf, knowledgeStatements } from "../graph/knowledge-statements.ts";
import { readGrid } from "./batch/batch.ts";
import { fileSchema, type SchemaName, schemaNames } from "./schemas.ts";
import { readSpecFile, specFile } from "./spec-file.ts";
import { specSchemaFile } from "./spec-schema.ts";

// An independent validator; strict, so that a schema with an unknown keyword is refused.
const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true });
for (const name of schemaNames) ajv.addSchema(fileSchema(name), name);
const isValid = (name: SchemaName, document: unknown): boolean => ajv.validate(name, document) as boolean;

describe("the schema of spec.json", () => {
  const { result } = run({
    table,
    options: {
      search: "rl-order",
      options: { iterations: 3, policy: "logits" },
      knowledge: { roots: ["X1"] },
    },
  });
  const facts = {
    ...{ command: "wherefore discover t.csv", started: "2026-01-01T00:00:00Z", versions: {} },
    ...{ table: result.table, spec: result.spec, source: { table: "../t.csv" } },
  };
  const [, text] = specFile(facts);

  it("accepts what we write, which names the file beside it, and which reads back unchanged", () => {
    const document = JSON.parse(text);
    const [name, schema] = specSchemaFile();
    expect(document.$schema).toBe(`./${name}`);
    expect(JSON.parse(schema)).toEqual(fileSchema("spec"));
    expect(isValid("spec", document), ajv.errorsText()).toBe(true);
    expect(readSpecFile(text, "spec.json").spec).toEqual(result.spec);
  });

  it("has a schema in the built package that is made from the same definitions", () => {
    expect(builtSchemaFile()).toEqual(specSchemaFile());
  });

  it.each([
    ["a search that there is not", { search: "exakt" }],
    ["an option that there is not", { penality: 2 }],
    ["a negative weight", { penaltyWeight: -1 }],
    ["an option that no search has", { options: { iteration: 3 } }],
  ])("refuses %s", (_, wrong) => {
    const document = JSON.parse(text);
    expect(isValid("spec", { ...document, spec: { ...document.spec, ...wrong } })).toBe(false);
  });
});

describe("the schema of knowledge", () => {
  const lines =
    "age -> income\nincome !-> sex\ntier 1: age, sex\ntier 2 closed: income\nroot: age\nmax parents: 3";

  it("accepts parsed statements, and $schema is ignored", () => {
    const document = {
      $schema: "./knowledge.schema.json",
      ...documentOf(knowledgeStatements(lines, "lines")),
    };
    expect(isValid("knowledge", document), ajv.errorsText()).toBe(true);
    const stated = (text: string) => knowledgeStatements(text, "file").map(({ kind }) => kind);
    expect(stated(JSON.stringify(document)).toSorted()).toEqual(stated(lines).toSorted());
  });

  it.each([{ require: [["a", "b"]] }, { required: [["a"]] }, { roots: "age" }, { maxParents: -1 }])(
    "refuses %j, as reading does",
    (wrong) => {
      expect(isValid("knowledge", wrong)).toBe(false);
      expect(() => knowledgeStatements(JSON.stringify(wrong), "file")).toThrow();
    },
  );
});

describe("the schema of a grid", () => {
  const grid = {
    $schema: "./grid.schema.json",
    tables: [
      "a.csv",
      { path: "b.csv", truth: "b-truth.csv" },
      { name: "made", simulate: { nodes: 4 }, seeds: [1, 2] },
    ],
    methods: { exact: { search: "exact" }, order: { search: "order", options: { effort: "low" } } },
    seeds: [1, 2],
  };

  it("accepts one that can be read", () => {
    expect(isValid("grid", grid), ajv.errorsText()).toBe(true);
    expect(Object.keys(readGrid(JSON.stringify(grid), "grid.json").methods)).toEqual(["exact", "order"]);
  });

  it.each([{ tables: [] }, { seeds: ["a"] }, { methods: { a: { serch: "exact" } } }, { seed: 1 }])(
    "refuses %j",
    (wrong) => expect(isValid("grid", { ...grid, ...wrong })).toBe(false),
  );
});
