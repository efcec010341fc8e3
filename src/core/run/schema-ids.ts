// What the JSON schemas of our files are called (schemas.ts): a file names its own under "$schema".

export const schemaIds = {
  spec: "urn:wherefore:schema:spec",
  knowledge: "urn:wherefore:schema:knowledge",
  grid: "urn:wherefore:schema:grid",
} as const;
