// Reads the text of a small file given by the user: a graph, knowledge, a certificate.

import { check, InputError } from "../../core/index.ts";
import { atMost, megabytes, openInput } from "./input.ts";

/** Maximum size in bytes: an adjacency matrix of 2000 variables is smaller. */
const mostBytes = 50e6;

/** `where`: the beginning of error messages. */
export async function readText(path: string, where: string): Promise<string> {
  const sentence = (got: string, way: string) => `${where}: ${path} must be a file, got ${got}; ${way}`;
  const tooLarge = () =>
    `${where}: the file ${path} must have at most ${megabytes(mostBytes)}, got more; leave some out`;
  try {
    const input = await openInput(path, sentence);
    try {
      check(input.bytes <= mostBytes, tooLarge);
      const chunks: Buffer[] = [];
      for await (const chunk of atMost(input.stream(), mostBytes, tooLarge)) chunks.push(chunk);
      return Buffer.concat(chunks).toString("utf8");
    } finally {
      await input.close();
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const what =
      code === "ENOENT"
        ? "does not exist"
        : code === "ELOOP"
          ? "is a link that leads in a circle"
          : `cannot be read (${code ?? message})`;
    throw new InputError(`${where}: the file ${path} ${what}; check the path`);
  }
}
