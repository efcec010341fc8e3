// Imports an optional package, which is not installed with this one.

import { InputError } from "../../core/index.ts";

export async function optionalPackage(name: string, purpose: string, also = ""): Promise<unknown> {
  try {
    return await import(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new InputError(`batch: ${purpose} needs the package ${name}; npm install ${name}${also}`);
  }
}
