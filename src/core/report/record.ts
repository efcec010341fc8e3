// What belongs to the record of a run: the k best graphs, the runs of an agent, the data, prior knowledge, the proof, and how to
// repeat it.

import { claimOf } from "../run/certificate/certificate.ts";
import type { Certificate, RunResult } from "../run/result.ts";
import { lead } from "../score/score.ts";
import { priorWords } from "./confidence.ts";
import { changesBetween } from "./edges.ts";
import { count, counted, difference, duration, fixed, shareOf } from "./numbers.ts";
import { code, phrase } from "./phrase.ts";
import { type Fact, number, orDash, type Section, type Text } from "./section.ts";
import { sentence } from "./section-html.ts";

export function alternativesSection(result: RunResult): Section | null {
  const { alternatives } = result;
  if (alternatives.length === 0) return null;
  const [first] = alternatives;
  const areClasses = result.best?.of === "classes";
  const hasShares = alternatives.some(({ share }) => typeof share === "number");
  const columns = [
    ...["Rank", "Score", "Difference", "Edges"].map(number),
    ...(areClasses ? [number("DAGs")] : []),
    ...(hasShares ? [number("Share")] : []),
    { title: "Compared with the first" },
  ];
  const rows = alternatives.map((each, k): Text[] => [
    count(k + 1),
    fixed(each.score),
    k === 0 ? "" : difference(lead(first.score, each.score)),
    count(each.edges.length + (each.undirected ?? []).length),
    ...(areClasses ? [each.members ?? ""] : []),
    ...(hasShares ? [orDash(each.share ?? null, shareOf)] : []),
    k === 0 ? "the first" : changesBetween(first, each),
  ]);
  const claim = claimOf(result);
  const proven =
    claim === null
      ? "That none is better is not proven."
      : `The following is proven of the first: ${claim.sentence}.`;
  const ties = areClasses
    ? "Each is a class of DAGs that the score cannot tell apart."
    : "Graphs of one equivalence class have equal scores, unless the score tells them apart.";
  const text = `${proven} Close scores are almost equally well supported by the data. ${ties} Differences are to the first, before pruning.`;
  const title = areClasses
    ? `${count(alternatives.length)} best classes`
    : counted(alternatives.length, "best graph");
  return {
    id: "alternatives",
    title: `The ${title}`,
    blocks: [
      { text },
      ...bestShareSentences(result).map((each) => ({ text: each })),
      { table: { columns, rows } },
    ],
  };
}

/** What the shares of the k best are shares of. */
export function bestShareSentences({ best, spec, alternatives }: RunResult): string[] {
  if (best === undefined) return [];
  const { of, shareOf: whole, prior, parentPrior } = best;
  if (whole === null) return [];
  const weight =
    spec.penaltyWeight === 1 ? "" : " with penalty weight 1 (the scores listed have the weight of the run)";
  const under = `under ${spec.score}${weight}, with ${priorWords({ prior, parentPrior })}`;
  const sum = alternatives.reduce((total, { share }) => total + (share ?? 0), 0);
  return [
    whole === "posterior"
      ? `Shares are of the posterior over all graphs ${under}; those listed have ${shareOf(Math.min(1, sum))} of it together.`
      : `Shares are relative to the ${count(alternatives.length)} ${of} listed, ${under}; how much of the posterior these have together was not computed.`,
  ];
}

/** The restarts of an agent. */
export function restartsSection({ restarts, optimum, iterations }: RunResult): Section | null {
  if (restarts.length === 0) return null;
  const total =
    iterations === null
      ? ""
      : ` ${count(iterations)} ${iterations === 1 ? "batch" : "batches"} of graphs in total.`;
  const columns = ["Run", "Score", "Polished", "Gap", "Batches", "Order searches"].map(number);
  const rows = restarts.map(({ score, polished, iterations: batches, looks }, k) => {
    const best = polished ?? score;
    const gap = optimum === null || best === null ? null : lead(optimum, best);
    return [
      count(k + 1),
      orDash(score, fixed),
      orDash(polished, fixed),
      orDash(gap, difference),
      count(batches),
      count(looks),
    ];
  });
  return {
    id: "restarts",
    title: restarts.length === 1 ? "The agent’s run" : `The agent’s ${restarts.length} runs`,
    blocks: [
      { text: `The runs are independent of each other; the best graph of all is kept.${total}` },
      { table: { columns, rows } },
    ],
  };
}

export function findingsSection({ findings }: RunResult): Section {
  const none = { text: "The data doctor found no problems." };
  return { id: "doctor", title: "Data quality", blocks: [findings.length === 0 ? none : { findings }] };
}

export function knowledgeSection({ knowledge }: RunResult): Section | null {
  if (knowledge.length === 0) return null;
  const text =
    "The search considered only graphs that agree with these statements, and the result was checked against them.";
  return {
    id: "knowledge",
    title: "Prior knowledge",
    blocks: [{ text }, { list: knowledge, look: "statements" }],
  };
}

export function certificateSection(
  result: RunResult,
  certificate: Certificate | null,
  verify: string,
): Section {
  const [id, title] = ["certificate", "Proof"];
  if (certificate === null)
    return {
      id,
      title,
      blocks: [{ text: "There is none: this run did not prove the best possible score." }],
    };
  const { method, passes, optimum, bound, data } = certificate;
  const isRestricted = result.knowledge.length > 0;
  const graphs = `acyclic graph${isRestricted ? " that satisfies the prior knowledge" : ""}`;
  const ran = passes.filter(({ multiplier }) => multiplier !== null);
  const how =
    method === "subset program"
      ? `One pass of the dynamic program over all sets of variables found the lowest cost that any ${graphs} can have. The score is minus that cost, so none scores higher.`
      : `The score is not a sum of terms, so one pass is not enough. ${ran.length === 1 ? "One pass" : `${count(ran.length)} passes`} of the dynamic program over all sets of variables, each with a different price for an edge, bound the cost of every ${graphs} from below; together they bound the score from above.`;
  const columns = ["Pass", "Price of an edge", "No graph costs less than", "Edges of that graph"].map(number);
  const rows = ran.map(({ multiplier, value, edges }, k) => [
    count(k + 1),
    fixed(multiplier ?? 0, 4),
    fixed(value, 4),
    count(edges),
  ]);
  const remark = result.optimal ? "" : "; it is not about the graph of this run, but the two are compared";
  return {
    id,
    title,
    blocks: [
      { text: `Proven: ${sentence(claimOf(result)?.sentence ?? "", false)}` },
      { text: phrase`${how} ${code("certificate.json")} holds the proof${remark}.` },
      ...(method === "hull of subset programs" ? [{ table: { columns, rows, scrollAbove: 12 } }] : []),
      {
        facts: [
          [`Best score of ${isRestricted ? "these graphs" : "any graph"}`, fixed(optimum.score, 6)],
          ["Proven upper bound", fixed(bound, 6)],
          ["Hash of the data", [code(data.hash || "none")]],
        ],
      },
      {
        text: "To verify it, run this command on the same table, with the same options for reading it. The passes are repeated and nothing in the certificate is trusted; what is trusted is the program that runs them.",
      },
      { code: verify },
    ],
  };
}

export function recordFacts(result: RunResult): Fact[] {
  const { versions, seed, seconds, table, search, choice, spec } = result;
  const parts = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    ["Search", phrase`${code(search)} (${choice})`],
    ["Score", [code(spec.score)]],
    ["Seed", String(seed)],
    ["Table", `${table.name}: ${counted(table.rows, "row")}, ${counted(table.columns.length, "column")}`],
    ["Hash of the data", [code(table.hash || "none")]],
    ["Versions", parts.join(", ") || "not recorded"],
    ["Time", duration(seconds)],
  ];
}

export function repeatSection(result: RunResult, command: string, started: string | null): Section {
  const facts = [...recordFacts(result), ...(started === null ? [] : [["Started", started] as const])];
  return {
    id: "repeat",
    title: "How to reproduce it",
    blocks: [...(command === "" ? [] : [{ code: command }]), { facts }],
  };
}
