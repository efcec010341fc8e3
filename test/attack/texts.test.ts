// Hostile graphs, knowledge and certificates, as texts: nested, endless, damaged.

import { describe, expect, it } from "vitest";
import {
  formatNames,
  graphFormats,
  graphFromEdges,
  InputError,
  namedGraph,
  readCertificate,
  readKnowledge,
} from "../../src/core/index.ts";
import { createRng } from "../../src/core/math/rng.ts";
import { amount, tally } from "./attack.ts";

describe("hostile graphs, knowledge and certificates", () => {
  const tried = tally("hostile graphs, knowledge and certificates");
  it("are refused in sentences, or read", () => {
    const rng = createRng("graphs");
    const graph = namedGraph(
      ["a", "b c", 'd"e'],
      graphFromEdges(3, [
        [0, 1],
        [1, 2],
      ]),
    );
    const wholes = formatNames.map((name) => [name, graphFormats[name].write(graph)] as const);
    const times = amount(8000, 20_000);
    const open = [
      "[",
      "{",
      "(",
      '{"a":',
      "graph [ ",
      "<a>",
      "subgraph {",
      '"',
      "<",
      "&",
      "\\",
      "\0",
      "--",
      "->",
    ];
    const texts = [
      ...open.flatMap((word) => [word.repeat(times), `graph { ${word.repeat(times)}`]),
      "",
      " ",
      "\ufeff",
    ];
    const read = (work: () => unknown, what: string): void => {
      try {
        work();
        tried.add("read");
      } catch (error) {
        expect(error, `${what}: ${(error as Error).stack?.slice(0, 500)}`).toBeInstanceOf(InputError);
        expect((error as Error).message.length, what).toBeLessThan(4100);
        tried.add("refused in a sentence");
      }
    };
    for (const [name, whole] of wholes) {
      for (const text of texts) read(() => graphFormats[name].read(text), `${name}: ${text.slice(0, 20)}`);
      for (let k = 0; k < amount(10, 200); k++) {
        const bytes = Buffer.from(whole);
        for (let flip = 0; flip <= k % 5; flip++) bytes[rng.integer(bytes.length)] ^= 1 << rng.integer(8);
        const text = bytes.toString().slice(0, k % 3 === 0 ? rng.integer(bytes.length) : undefined);
        read(() => graphFormats[name].read(text), `${name}: ${text}`);
        read(() => readKnowledge(text, ["a", "b c"]), `knowledge: ${text}`);
      }
    }
    for (const text of texts) {
      read(() => readKnowledge(text, ["a", "b"]), `knowledge: ${text.slice(0, 20)}`);
      read(() => readKnowledge(`{"required":${text}`, ["a", "b"]), `knowledge: ${text.slice(0, 20)}`);
      read(() => readCertificate(text), `certificate: ${text.slice(0, 20)}`);
      read(() => readCertificate(`{"format":${text}`), `certificate: ${text.slice(0, 20)}`);
    }
  });
});
