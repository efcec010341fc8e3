// What is made from the definitions: the tables of options on the pages of searches, scores and prunings, the reference and the
// glossary.
//
//     node docs/tables.js          says which pages are not up to date; exit code 1 where some are not
//     node docs/tables.js --write  writes them
//
// A table stands at the end of a page's section "Use", between two comments. The page of all commands (cli.md), the JSON schemas of
// files (schemas), reference.md and glossary.md are made as a whole.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fileSchema, glossary, schemaNames } from "../dist/core/index.js";
import { catalogue, graphFormats } from "../dist/core/library.js";
import { searchNeeds } from "../dist/core/search/definition.js";
import { commandFacts } from "../dist/node/cli/command-facts.js";
import { programOf } from "../dist/node/cli/program.js";

const [begin, end] = ["<!-- options, by docs/tables.js -->", "<!-- end of options -->"];
const here = fileURLToPath(new URL(".", import.meta.url));
const { searches, scores, prunings, run } = catalogue();

/** @typedef {ReturnType<typeof catalogue>["run"][number]} DescribedOption */

/** @param {string} text */
const cell = (text) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** @param {DescribedOption} option */
function rowOf({ name, help, default: value, flag, schema }) {
  const words = Array.isArray(schema.enum) ? ` (${schema.enum.map((word) => `\`${word}\``).join(", ")})` : "";
  const set = flag === undefined ? `\`--set ${name}=…\`` : `\`${flag.split(" ")[0]}\``;
  return `| \`${name}\` | ${set} | ${value === undefined ? "" : cell(String(value))} | ${escaped(cell(help))}${words} |`;
}

/** @param {readonly DescribedOption[]} options */
function tableOf(options) {
  const rows = options.map(rowOf);
  return [
    begin,
    "",
    "| option | on the command line | default | what it does |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
    end,
  ].join("\n");
}

/** The page with its table, where there are options. @param {string} text @param {readonly DescribedOption[]} options */
function withTable(text, options) {
  const before = text.replace(new RegExp(`\\n*${begin}[\\s\\S]*?${end}\\n*`), "\n\n");
  if (options.length === 0) return before;
  const use = before.indexOf("\n## Use");
  const next = before.indexOf("\n## ", use + 1);
  const at = next < 0 ? before.length : next;
  return `${before.slice(0, at).trimEnd()}\n\n${tableOf(options)}\n${before.slice(at)}`;
}

/** What Markdown, or the site, would read as markup. @param {string} text */
const escaped = (text) => text.replaceAll("<", "&lt;").replaceAll("{", "&#123;");

/**
 * @template {{ name: string, summary: string }} Entry
 * @param {string} title @param {readonly Entry[]} entries @param {(name: string) => string} link
 * @param {Record<string, (entry: Entry) => string>} columns
 */
function listOf(title, entries, link, columns = {}) {
  const heads = ["name", "what it is", ...Object.keys(columns)];
  const rows = entries.map((entry) => [
    link(entry.name),
    escaped(cell(entry.summary)),
    ...Object.values(columns).map((textOf) => cell(textOf(entry))),
  ]);
  const lines = [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return [`## ${title}`, "", ...lines, ""];
}

/** A link where there is a page. @param {string} folder */
const linkIn = (folder) => (/** @type {string} */ name) =>
  existsSync(join(here, folder, `${name}.md`)) ? `[\`${name}\`](${folder}/${name}.md)` : `\`${name}\``;

function reference() {
  const formats = Object.values(graphFormats);
  return [
    "# Reference",
    "",
    "<!-- by docs/tables.js -->",
    "",
    "Everything that has a name, from the definitions that the program itself is made of. Options of a search or score are on its page.",
    "",
    "A search whose result is the score's returns a class where the score is the same for all its members, otherwise a graph. What a search needs is checked before it starts; some options add to it.",
    "",
    ...listOf("Searches", searches, linkIn("algorithms"), {
      "when to use it": ({ when }) => when,
      "steered by": ({ uses }) => (uses === "score" ? "the score" : "a rule of its own"),
      result: ({ finds }) => ({ dag: "graph", class: "class", "as the score": "the score's" })[finds],
      needs: ({ needs }) => needs.map((need) => searchNeeds[need]).join("; "),
    }),
    ...listOf("Scores", scores, linkIn("scores"), {
      "when to use it": ({ when }) => when,
      columns: ({ takes }) => (takes === "mixed" ? "categories and numbers" : takes),
    }),
    ...listOf("Prunings", prunings, (name) => `[\`${name}\`](algorithms/prune.md)`),
    ...listOf("Graph formats", formats, (name) => `[\`${name}\`](formats.md#graphs)`),
    "## Options of every run",
    "",
    "In the library and over HTTP by their names, on the command line by their flags.",
    "",
    ...tableOf(run).split("\n").slice(2, -2),
    "",
  ].join("\n");
}

function glossaryPage() {
  const sorted = glossary.toSorted((a, b) => a.term.localeCompare(b.term, "en"));
  return [
    "# Glossary",
    "",
    "<!-- by docs/tables.js -->",
    "",
    "The terms used on the web page and in this documentation.",
    "",
    ...sorted.flatMap(({ term, meaning, also = [] }) => [
      `## ${term}`,
      "",
      meaning,
      "",
      ...(also.length === 0 ? [] : [`Also: ${also.join(", ")}.`, ""]),
    ]),
  ].join("\n");
}

const shared = new Map();
for (const { options } of prunings)
  for (const option of options) shared.set(option.name + option.help, option);
/** @type {[string, readonly DescribedOption[]][]} */
const pages = [
  ...searches.map(
    ({ name, options }) => /** @type {[string, DescribedOption[]]} */ ([`algorithms/${name}.md`, options]),
  ),
  ...scores.map(
    ({ name, options }) => /** @type {[string, DescribedOption[]]} */ ([`scores/${name}.md`, options]),
  ),
  ["algorithms/prune.md", [...shared.values()]],
];
/** @typedef {ReturnType<typeof commandFacts>[number]} CommandFacts */

/** @param {CommandFacts} command */
function commandSection({ name, usage, does, arguments: given, options }) {
  const about = given.map(
    ({ name: what, help, choices }) =>
      `- \`${what}\`: ${escaped(help)}${choices.length > 0 ? ` (${choices.map((word) => `\`${word}\``).join(", ")})` : ""}`,
  );
  const rows = options.map(({ flags, help, choices, default: value }) => {
    const words = choices.length > 0 ? ` (${choices.map((word) => `\`${word}\``).join(", ")})` : "";
    return `| \`${cell(flags)}\` | ${value === null ? "" : cell(value)} | ${escaped(cell(help))}${words} |`;
  });
  const table = ["| option | default | what it does |", "| --- | --- | --- |", ...rows];
  return [
    `## ${name}`,
    "",
    `${does[0].toUpperCase()}${does.slice(1)}.`,
    "",
    "```",
    `wherefore ${name} ${usage}`.trimEnd(),
    "```",
    "",
    ...(about.length > 0 ? [...about, ""] : []),
    ...(rows.length > 0 ? [...table, ""] : []),
  ].join("\n");
}

async function commandPage() {
  const all = commandFacts(await programOf(["completion"]));
  const listed = all.map(({ name, does }) => `| [\`${name}\`](#${name}) | ${cell(does)} |`);
  return `# The command line

Every command and every option, generated from the definitions by \`node docs/tables.js --write\`. \`wherefore COMMAND --help\` shows the same with examples; \`wherefore completion bash\`, \`zsh\` or \`fish\` prints a script that completes all of it.

| command | what it does |
| --- | --- |
${listed.join("\n")}

Exit codes: 0 done, 1 a fault of the program, 2 input that cannot be used or a fault of the machine, 130 stopped by Ctrl-C; \`verify\` also returns 3 (holds under conditions) and 4 (does not hold).

${all.map(commandSection).join("\n")}`;
}

const isWriting = process.argv.includes("--write");
let stale = 0;
/** @type {[string, string][]} */
const whole = [
  ["cli.md", `${(await commandPage()).trimEnd()}\n`],
  ["reference.md", reference()],
  ["glossary.md", glossaryPage()],
  ...schemaNames.map(
    (name) =>
      /** @type {[string, string]} */ ([
        `schemas/${name}.json`,
        `${JSON.stringify(fileSchema(name), null, 1)}\n`,
      ]),
  ),
];
mkdirSync(join(here, "schemas"), { recursive: true });
/** @param {string} file @param {(text: string) => string} making */
function update(file, making) {
  const path = join(here, file);
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const made = making(text);
  if (made === text) return;
  stale++;
  if (isWriting) writeFileSync(path, made);
  else console.error(`docs/${file} is not what the definitions say; run node docs/tables.js --write`);
}
for (const [file, options] of pages)
  if (existsSync(join(here, file))) update(file, (text) => withTable(text, options));
for (const [file, text] of whole) update(file, () => text);
process.exit(stale > 0 && !isWriting ? 1 : 0);
