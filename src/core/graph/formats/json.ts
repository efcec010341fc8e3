// The package's own JSON:
//
//     { "nodes": ["age", "income"], "directed": [["age", "income"]], "undirected": [], "weights": [0.75] }
//
// `weights` is optional and parallel to `directed`, null if an edge has none. When reading, `edges` is another name
// for `directed`, so that a result document can be read as the graph it contains.
//
// `confidence` is written if the confidence in each edge is known, and is not part of the graph when reading: for each pair that
// some of the graphs link, the shares of a → b, b → a, a — b and no link. confidenceIn reads it, also from a result document.
//
//     "confidence": [{ "a": "age", "b": "income", "forward": 0.75, "backward": 0.1, "undirected": 0.1, "none": 0.05 }]

import * as z from "zod/mini";
import { check, checkNesting, InputError, inOurWords, suggestion } from "../../check.ts";
import { namedShares, type PairShares } from "../shares/shares.ts";
import { namedEdges, type Syntax } from "./named-graph.ts";

const pairs = z.array(z.tuple([z.string(), z.string()]));
const Document = z.object({
  nodes: z.optional(z.array(z.string())),
  directed: z.optional(pairs),
  edges: z.optional(pairs),
  undirected: z.optional(pairs),
  weights: z.optional(z.array(z.nullable(z.number()))),
});

export const json: Syntax = {
  title: "JSON graph",
  extensions: ["json"],
  begins: /^\{/,
  summary: 'JSON: {"nodes": […], "directed": [[cause, effect], …], "undirected": [[a, b], …]}',

  parse(text, where) {
    const parsed = Document.safeParse(parsedJson(text, where), inOurWords);
    if (!parsed.success)
      throw new InputError(`${where} ${zodSentence(parsed.error)}; write [["cause", "effect"], …]`);
    const { nodes = [], directed, edges, undirected = [], weights } = parsed.data;
    const arrows = directed ?? edges;
    check(
      arrows !== undefined || undirected.length > 0 || nodes.length > 0,
      `${where} must have "nodes" and "directed" or "undirected"; for example {"nodes": ["a", "b"], "directed": [["a", "b"]]}`,
    );
    check(
      weights === undefined || weights.length === (arrows ?? []).length,
      `${where} "weights" must have one entry for each directed edge, got ${weights?.length} for ${arrows?.length ?? 0}`,
    );
    return {
      nodes: nodes.map((id, k) => ({ id, place: `node ${k + 1}` })),
      edges: [
        ...(arrows ?? []).map(([from, to], k) => {
          const weight = weights?.[k] ?? undefined;
          return { from, to, mark: "-->" as const, weight, place: `directed edge ${k + 1}` };
        }),
        ...undirected.map(([from, to], k) => ({
          from,
          to,
          mark: "---" as const,
          place: `undirected edge ${k + 1}`,
        })),
      ],
    };
  },

  write(named) {
    const edges = namedEdges(named);
    const list = (rows: readonly string[]): string =>
      rows.length === 0 ? "[]" : `[\n    ${rows.join(",\n    ")}\n  ]`;
    const ends = (mark: string): string =>
      list(edges.filter((e) => e.mark === mark).map(({ from, to }) => JSON.stringify([from, to])));
    const weights = edges.filter((e) => e.mark === "-->").map(({ weight }) => weight ?? null);
    const fields = [
      `"nodes": ${JSON.stringify(named.names)}`,
      `"directed": ${ends("-->")}`,
      `"undirected": ${ends("---")}`,
      ...(named.weights === undefined ? [] : [`"weights": ${JSON.stringify(weights)}`]),
      ...(named.shares === undefined
        ? []
        : [
            `"confidence": ${list(namedShares(named.shares, named.names).map((pair) => JSON.stringify(pair)))}`,
          ]),
    ];
    return `{\n  ${fields.join(",\n  ")}\n}\n`;
  },
};

const share = z.number().check(z.minimum(0), z.maximum(1));
const Sure = z.array(
  z.object({
    a: z.string(),
    b: z.string(),
    ...{ forward: share, backward: share, undirected: share, none: share },
  }),
);
const SureDocument = z.object({
  nodes: z.optional(z.array(z.string())),
  table: z.optional(z.object({ columns: z.array(z.string()) })),
  confidence: z.optional(z.union([Sure, z.object({ pairs: Sure })])),
});

/** The variables and the confidence in each pair, from a JSON graph or a result document; null if it has none. */
export function confidenceIn(
  text: string,
  where: string,
): { readonly names: readonly string[]; readonly pairs: readonly PairShares[] } | null {
  const parsed = SureDocument.safeParse(parsedJson(text, where), inOurWords);
  if (!parsed.success) throw new InputError(`${where} ${zodSentence(parsed.error)}`);
  const { nodes, table, confidence } = parsed.data;
  if (confidence === undefined) return null;
  const names = nodes ?? table?.columns ?? [];
  const pairs = "pairs" in confidence ? confidence.pairs : confidence;
  for (const name of pairs.flatMap(({ a, b }) => [a, b]))
    check(names.includes(name), () => `${where} "confidence" names "${name}"; ${suggestion(name, names)}`);
  return { names, pairs };
}

/** The parsed JSON; throws an InputError if the text is not JSON. */
export function parsedJson(text: string, where: string): unknown {
  checkNesting(text, where);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new InputError(
      `${where} must be JSON: ${error instanceof Error ? error.message : String(error)}; correct the file`,
    );
  }
}

/** The first issue of a failed schema, with its path as a reader would write it. */
export function zodSentence(error: z.core.$ZodError): string {
  const { path, message } = error.issues[0];
  const spot = path
    .map((step) => (typeof step === "number" ? `entry ${step + 1}` : `"${String(step)}"`))
    .join(" ");
  return `${spot === "" ? "the document" : spot} must be ${message}`;
}
