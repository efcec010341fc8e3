// wherefore schema spec|knowledge|grid: the JSON schema of a kind of file, for files that refer to it by "$schema".

import { Argument, Command } from "commander";
import { fileSchema, type SchemaName, schemaNames } from "../../core/index.ts";
import { sayContent } from "./terminal.ts";

export function command(): Command {
  return new Command("schema")
    .addArgument(new Argument("<file>", "the kind of file").choices(schemaNames))
    .addHelpText(
      "after",
      `
Examples:
  wherefore schema grid > grid.schema.json           then "$schema": "./grid.schema.json" in the file, for editors
  wherefore schema knowledge > knowledge.schema.json`,
    )
    .action((name: SchemaName) => sayContent(`${JSON.stringify(fileSchema(name), null, 1)}\n`));
}
