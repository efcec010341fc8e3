import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../check.ts";
import { quoted } from "./formats/quote.ts";
import type { Knowledge } from "./knowledge.ts";
import { describeKnowledge, readKnowledge } from "./knowledge-format.ts";
import { documentOf, knowledgeStatements } from "./knowledge-statements.ts";

const names = ["age", "sex", "school", "income", "net worth"];

function edges(knowledge: Knowledge, matrix: "required" | "forbidden"): string[] {
  const out: string[] = [];
  knowledge[matrix].forEach((e, k) => {
    if (e === 1) out.push(`${names[Math.floor(k / names.length)]} → ${names[k % names.length]}`);
  });
  return out;
}

function complaints(text: string): string[] {
  try {
    readKnowledge(text, names);
  } catch (error) {
    if (error instanceof InputError) return error.message.split("\n");
    throw error;
  }
  return [];
}

describe("readKnowledge", () => {
  it("reads required edges, chains, both directions and comments", () => {
    const k = readKnowledge(
      '# what we know\n\nage -> school --> income  # a chain\n"net worth" <- income\r\n',
      names,
    );
    expect(edges(k, "required")).toEqual(["age → school", "school → income", "income → net worth"]);
    expect(edges(k, "forbidden")).toEqual([]);
    expect(k.maxParents).toBe(4);
  });

  it("reads forbidden edges in both spellings", () => {
    const k = readKnowledge("income !-> age\nnot income -> sex\nnot school → age\n", names);
    expect(edges(k, "forbidden")).toEqual(["school → age", "income → age", "income → sex"]);
  });

  it("forbids edges from a later tier to an earlier one, and within a closed tier", () => {
    const k = readKnowledge("tier 1: age, sex\ntier 2 closed: school, income", names);
    expect(edges(k, "forbidden")).toEqual([
      "school → age",
      "school → sex",
      "school → income",
      "income → age",
      "income → sex",
      "income → school",
    ]);
  });

  it("reads roots, leaves and the limit", () => {
    const k = readKnowledge('root: age\nleaf: "net worth"\nMax parents: 2\n', names);
    expect(edges(k, "forbidden")).toEqual([
      "sex → age",
      "school → age",
      "income → age",
      "net worth → age",
      "net worth → sex",
      "net worth → school",
      "net worth → income",
    ]);
    expect(k.maxParents).toBe(2);
  });

  it("reads the same from JSON as from text", () => {
    const text =
      "age -> income\nincome !-> sex\ntier 1: age\ntier 2 closed: school, income\nroot: sex\nleaf: net worth\nmax parents: 3";
    const json = {
      required: [["age", "income"]],
      forbidden: [["income", "sex"]],
      tiers: [["age"], { names: ["school", "income"], closed: true }],
      roots: ["sex"],
      leaves: ["net worth"],
      maxParents: 3,
    };
    expect(readKnowledge(JSON.stringify(json), names)).toEqual(readKnowledge(text, names));
  });

  it("reads any name in quotes", () => {
    const name = fc.string({ unit: fc.constantFrom(...'ab "\\#,:->!→not\n\t'), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 3, maxLength: 3 }), ([a, b, c]) => {
        const text = `${quoted(a)} -> ${quoted(b)} # a comment\ntier 1: ${quoted(b)},${quoted(c)}`;
        const { required, forbidden } = readKnowledge(text, [a, b, c]);
        expect([...required]).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0]);
        expect(forbidden.every((e) => e === 0)).toBe(true);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("is the same in the JSON form, where tiers stay tiers", () => {
    const variables = ["a", "b", "c", "d", "e", "f"];
    const tiers = "tier 2: b\ntier 5 closed: e, f\ntier 1: a\ntier 2: c";
    const lines = `a -> b -> c\nd !-> f\n${tiers}\nroot: a\nleaf: e, d\nmax parents: 3`;
    const said = documentOf(knowledgeStatements(lines, "file"));
    expect(said).toEqual({
      required: [
        ["a", "b"],
        ["b", "c"],
      ],
      forbidden: [["d", "f"]],
      tiers: [["a"], ["b", "c"], { names: ["e", "f"], closed: true }],
      roots: ["a"],
      leaves: ["e", "d"],
      maxParents: 3,
    });
    expect(readKnowledge(JSON.stringify(said), variables)).toEqual(readKnowledge(lines, variables));
  });

  it("accepts unquoted names with spaces, hyphens and # if they are unambiguous", () => {
    const k = readKnowledge("net worth -> kid#\nwell-being->net worth", ["net worth", "kid#", "well-being"]);
    expect([...k.required]).toEqual([0, 1, 0, 0, 0, 0, 1, 0, 0]);
  });

  it("reads no knowledge from an empty file", () => {
    const k = readKnowledge("# nothing yet\n", names);
    expect([...k.required, ...k.forbidden].every((e) => e === 0)).toBe(true);
    expect(describeKnowledge(k, names)).toEqual([]);
  });
});

describe("contradictions", () => {
  it("an edge that is required and forbidden", () => {
    expect(complaints("age -> income\n\nage !-> income")).toEqual([
      "knowledge: line 1 (age -> income) contradicts line 3 (age !-> income): age → income is required and forbidden; leave one out",
    ]);
  });

  it("required edges that form a cycle, by all their lines", () => {
    expect(complaints("age -> school\nschool -> income\nsex -> age\nincome -> age")).toEqual([
      "knowledge: line 1 (age -> school), line 2 (school -> income) and line 4 (income -> age) contradict each other: the required edges form the cycle age → school → income → age; leave one out",
    ]);
    expect(complaints("age -> school -> age")[0]).toMatch(
      /^knowledge: line 1 .* contradicts itself: .* age → school → age/,
    );
  });

  it("a required edge against the tiers", () => {
    expect(complaints("income -> age\ntier 1: age, sex\ntier 2: income")).toEqual([
      "knowledge: line 1 (income -> age) contradicts line 2 (tier 1: age, sex) and line 3 (tier 2: income): income in tier 2 cannot cause age in tier 1; leave one out",
    ]);
    expect(complaints("tier 1: age\nage -> sex\ntier 1 closed: sex")).toEqual([
      "knowledge: line 2 (age -> sex) contradicts line 3 (tier 1 closed: sex) and line 1 (tier 1: age): tier 1 is closed, so age cannot cause sex; leave one out",
    ]);
  });

  it("a required edge into a root or out of a leaf", () => {
    expect(complaints("root: age\nsex -> age\nleaf: sex, income")).toEqual([
      "knowledge: line 2 (sex -> age) contradicts line 1 (root: age): age has no causes; leave one out",
      "knowledge: line 2 (sex -> age) contradicts line 3 (leaf: sex, income): sex has no effects; leave one out",
    ]);
  });

  it("more required causes than the limit, and two limits", () => {
    expect(complaints("age -> income\nsex -> income\nmax parents: 1")).toEqual([
      "knowledge: line 1 (age -> income) and line 2 (sex -> income) contradict line 3 (max parents: 1): income has 2 required causes; raise the limit or leave some out",
    ]);
    expect(complaints("max parents: 1\nmax parents: 2")).toHaveLength(1);
    expect(complaints("max parents: 2\nmax parents: 2")).toEqual([]);
  });

  it("a variable in two tiers, and an edge to itself", () => {
    expect(complaints("tier 1: age\ntier 3: age")).toEqual([
      "knowledge: line 1 (tier 1: age) contradicts line 2 (tier 3: age): age is in tier 1 and in tier 3; keep one",
    ]);
    expect(complaints("age -> age")[0]).toMatch(/line 1 \(age -> age\) joins "age" to itself/);
  });

  it("an unknown name, with the nearest column", () => {
    expect(complaints("ages -> income")).toEqual([
      'knowledge: line 1 (ages -> income) names "ages", which is not a column of the table; did you mean "age"? (known: age, sex, school, income, net worth)',
    ]);
  });

  it("are all reported at once, and named by entry in JSON", () => {
    const json = {
      required: [
        ["age", "income"],
        ["income", "age"],
      ],
      forbidden: [["age", "income"]],
      roots: ["age"],
      maxParents: 0,
    };
    const found = complaints(JSON.stringify(json));
    expect(found).toHaveLength(5);
    expect(found[0]).toBe(
      "knowledge: required 1 (age -> income) contradicts forbidden 1 (age !-> income): age → income is required and forbidden; leave one out",
    );
  });
});

describe("lines that cannot be read", () => {
  it("are all named, each with what is wrong", () => {
    const found = complaints(
      'age income\nmax parents: few\n"age -> income\nage -> \nroot: age,, sex\nnot age !-> sex\nage -> "sex" x',
    );
    expect(found.map((line) => line.replace(/ \(.*?\) (?=must|has|says)/, " "))).toEqual([
      expect.stringMatching(/^knowledge: line 1 must be an edge/),
      expect.stringMatching(/^knowledge: line 2 must give a whole number of causes, got "few"/),
      expect.stringMatching(/^knowledge: line 3 has a quote that is not closed/),
      expect.stringMatching(/^knowledge: line 4 has an empty place/),
      expect.stringMatching(/^knowledge: line 5 has an empty place/),
      expect.stringMatching(/^knowledge: line 6 says not twice/),
      expect.stringMatching(/^knowledge: line 7 has a quote that is not closed or text after one/),
    ]);
  });

  it("in JSON are named by their path", () => {
    expect(complaints('{"forbiden": []}')[0]).toMatch(
      /knowledge: .*forbiden.*the keys are required, forbidden/,
    );
    expect(complaints('{"required": [["a"]]}')[0]).toMatch(/"required" entry 1/);
    expect(complaints('{"maxParents": -1}')[0]).toMatch(/"maxParents"/);
    expect(complaints("{")[0]).toMatch(/^knowledge: must be JSON/);
  });
});

describe("describeKnowledge", () => {
  it("says what is required, forbidden, a root or a leaf, and the limit", () => {
    const k = readKnowledge(
      "age -> income\nincome !-> school\nroot: age\nleaf: net worth\nmax parents: 1",
      names,
    );
    expect(describeKnowledge(k, names)).toEqual([
      "age → income: required",
      "age has no causes",
      "net worth has no effects",
      "income → school: forbidden",
      "no variable has more than 1 cause",
    ]);
  });
});
