// A paragraph for the methods section of a paper, with references. It is built only from the facts of the result, so it claims nothing
// that was not done.

import { type Reference, references } from "../references.ts";
import { scores } from "../score/scores.ts";
import { prunings } from "../search/prune/prune.ts";
import { searches } from "../search/searches.ts";
import { alikeWords } from "./class-facts.ts";
import { intervalGaps, withoutInterval } from "./interval-facts.ts";
import type { MethodsText, RunResult } from "./result.ts";
import { sensitivitySentences } from "./sensitivity-facts.ts";
import { optionsIn } from "./spec.ts";
import { counted, written } from "./written.ts";

type Facts = Omit<RunResult, "methods" | "format" | "digest">;

type Cite = (...works: readonly Reference[]) => string;

export function methodsOf(result: Facts): MethodsText {
  const { wherefore: version } = result.versions;
  const cited = [
    `Wherefore: causal discovery with proven optima, in TypeScript${version ? `, version ${version}` : ""}`,
  ];
  const cite: Cite = (...works) => {
    const numbers = works.map((work) => {
      const place = cited.indexOf(references[work]);
      return place >= 0 ? place + 1 : cited.push(references[work]);
    });
    return numbers.length === 0 ? "" : ` [${numbers.join(", ")}]`;
  };
  const sentences = [
    dataSentence(result, cite, version),
    ...columnSentences(result),
    ...scoreSentences(result, cite),
    ...proofSentences(result),
    ...knowledgeSentences(result),
    ...finishSentences(result, cite),
    answerSentence(result, cite),
    ...strengthSentences(result, cite),
    ...confidenceSentences(result, cite),
    ...sensitivitySentences(result.sensitivity ?? null),
    "An arrow is read as a causal effect under the assumptions that no common cause is unmeasured, that there is no feedback, and that this model holds.",
  ];
  return { paragraph: sentences.join(" "), references: cited };
}

function dataSentence({ table, rows }: Facts, cite: Cite, version: string | undefined): string {
  const start = `The causal structure of ${counted(table.columns.length, "variable")} was learned with Wherefore${version ? ` ${version}` : ""} [1] from`;
  const { read = table.rows, used = table.rows, how = "all" } = rows ?? {};
  const evidence =
    rows?.counted === undefined
      ? ""
      : ` As evidence they count as ${Math.round(rows.counted)} complete rows, the harmonic mean over pairs of variables of the number of rows in which both were observed.`;
  if (how === "em")
    return `${start} ${counted(used, "row")}; where values were missing, means and covariances were estimated from all rows by the EM algorithm${cite("dempster")}.${evidence}`;
  if (how === "impute")
    return `${start} ${counted(used, "row")}; missing values were imputed ${timesWord(rows?.imputations)} by chained equations${cite("vanBuuren")}; the completed copies of a row share its weight equally.${evidence}`;
  const weighed =
    rows?.counted === undefined
      ? ""
      : ` Rows count by their survey weights, which are worth ${Math.round(rows.counted)} rows of equal weight${cite("kish")}.`;
  if (how === "drop" && used < read)
    return `${start} ${written(used)} of ${counted(read, "row")}; rows with missing values were left out.${weighed}`;
  return `${start} ${counted(used, "row")}.${weighed}`;
}

function timesWord(count: number | undefined): string {
  return count === undefined ? "several times" : `${count} times`;
}

const listed = 8;

function columnSentences({ kinds = {}, spec }: Facts): string[] {
  const unused = Object.entries(kinds).filter(([, { used }]) => !used);
  const names = unused
    .slice(0, listed)
    .map(([name, { reason }]) => (reason === undefined ? name : `${name}: ${reason}`));
  return [
    ...(unused.length > 0
      ? [
          `${counted(unused.length, "column")} of the table ${unused.length === 1 ? "was" : "were"} left out (${names.join("; ")}${unused.length > listed ? "; …" : ""}).`,
        ]
      : []),
    ...(spec.dropOutliers !== undefined
      ? [`The ${percent(spec.dropOutliers)} of the rows with the largest norm were left out.`]
      : []),
    ...(spec.standardise ? ["Every column was standardised."] : []),
  ];
}

function scoreSentences({ spec, scoring, search, seed, restarts, stopped }: Facts, cite: Cite): string[] {
  const { method, uses = "score" } = searches[search] ?? {};
  const score = scores[spec.score]?.method;
  const scored = () =>
    score ? `${score.term}${cite(...score.sources)}` : `a user-defined score (${spec.score})`;
  const how = () => (method ? `${method.term}${cite(...method.sources)}` : search);
  const entries = Object.entries(spec.options ?? {}).map(([name, value]) => `${name} ${String(value)}`);
  const runs = restarts.length > 1 ? [`${restarts.length} independent runs`] : [];
  const settings = [...entries, ...runs, `seed ${seed}`].join(", ");
  const ended =
    stopped === null ? [] : [`It was stopped early (${stopped}), with the best graph found until then.`];
  return uses === "rows"
    ? [
        `The search was ${how()} (${settings}).`,
        ...ended,
        `The graph was also scored by ${scored()}, which the search did not use.`,
      ]
    : [
        `Graphs were scored by ${scored()}${weightWords(scoring)}.`,
        `The search was ${how()} (${settings}).`,
        ...ended,
      ];
}

function weightWords(scoring: Facts["scoring"]): string {
  if (scoring === undefined) return "";
  const { penalty, penaltyWeight, equivalentSampleSize, categorical } = scoring;
  const parts = [
    ...(penaltyWeight === undefined ? [] : [`the penalty at weight ${penaltyWeight}`]),
    ...(penalty === "runs" ? ["the penalty multiplied by the number of variables"] : []),
    ...(equivalentSampleSize === undefined ? [] : [`an equivalent sample size of ${equivalentSampleSize}`]),
    ...(categorical === undefined ? [] : [`${categorical.join(", ")} treated as categories`]),
  ];
  return parts.length === 0 ? "" : `, with ${parts.join(" and ")}`;
}

function proofSentences({ optimal, optimum, claim, gap }: Facts): string[] {
  if (claim === null || optimum === null) return [];
  if (optimal) return [`It is proven that ${claim}.`];
  return gap !== null && gap > 0
    ? [`The proven best score is ${gap.toPrecision(3)} higher than that of the best graph found.`]
    : [];
}

function knowledgeSentences({ knowledge }: Facts): string[] {
  if (knowledge.length === 0) return [];
  const some = knowledge.slice(0, 2 * listed);
  return [
    `Only graphs that satisfy the following prior knowledge were considered: ${some.join("; ")}${knowledge.length > some.length ? `; and ${written(knowledge.length - some.length)} further statements` : ""}.`,
  ];
}

function finishSentences({ spec }: Facts, cite: Cite): string[] {
  const rule = prunings[spec.prune];
  const values = rule ? Object.entries(optionsIn(spec, rule)).filter(([, value]) => value !== undefined) : [];
  const settings = values.map(([name, value]) => `; ${name} ${String(value)}`).join("");
  return [
    ...(spec.polish
      ? [
          `The parents of every variable were then reselected along the causal order found${cite("teyssier")}.`,
        ]
      : []),
    ...(rule && spec.prune !== "none"
      ? [`Edges were pruned by the rule “${spec.prune}” (${rule.summary}${settings}).`]
      : []),
  ];
}

function answerSentence(facts: Facts, cite: Cite): string {
  const { answer, edges, undirected, members, knowledge } = facts;
  const all = counted(edges.length + undirected.length, "edge");
  if (answer.kind === "dag")
    return edges.length === 0 ? "The result has no edges." : `The result is a directed graph with ${all}.`;
  const meek = knowledge.length > 0 ? cite("meek") : "";
  const number = `${answer.isCountExact ? "" : "more than "}${written(members)}`;
  const alike = alikeWords(facts);
  if (members === "1")
    return `The result is a graph with ${all}, the only member of its Markov equivalence class${meek}.`;
  if (answer.kind === "member")
    return `The result is a directed graph with ${all}, one of ${number} that ${alike}${meek}.`;
  return `The result is the Markov equivalence class of ${number} directed graphs that ${alike}, with ${counted(edges.length, "directed edge")} and ${counted(undirected.length, "undirected edge")}${meek}.`;
}

function strengthSentences(facts: Facts, cite: Cite): string[] {
  const { strengths } = facts;
  const has = (name: keyof Facts["strengths"][number]) => strengths.some((each) => each[name] !== null);
  const without = withoutInterval(facts);
  return [
    ...(has("loss")
      ? ["The strength of an edge is the fall of the score when the two variables are not linked."]
      : []),
    ...(has("interval")
      ? [
          `Coefficients are those of the linear regression of a variable on its directed causes; their 95 % intervals take the graph as given${gapsPart(facts, cite)}.`,
        ]
      : []),
    ...(without === null ? [] : [without]),
  ];
}

function gapsPart(facts: Facts, cite: Cite): string {
  const gaps = intervalGaps(facts);
  if (gaps === null) return "";
  return facts.rows?.errors
    ? ` and ${gaps.verb}, by the ${facts.rows.errors}${cite("kenward")}`
    : `, ${gaps.verb}`;
}

function confidenceSentences({ confidence, spec }: Facts, cite: Cite): string[] {
  if (confidence === undefined) return [];
  const { method, resamples, prior, parentPrior, variance, by } = confidence;
  if (method === "posterior") {
    const how =
      by === "chains" ? `over Markov chains${cite("friedmanKoller")}` : `exactly${cite("koivisto")}`;
    const fair = parentPrior === "fair" ? ` and over the numbers of parents${cite("friedmanKoller")}` : "";
    // Posteriors use the evidence that BIC approximates, with penalty weight 1, whatever weight selected the graph.
    const weight = spec.penaltyWeight === 1 ? "" : "with penalty weight 1, ";
    const note =
      variance === undefined ? "" : ", with the noise variance fixed at its estimate in the best graph found";
    return [
      `Posterior probabilities of edges were computed ${how}, ${weight}under a prior that is uniform over ${prior === "dags" ? "directed acyclic graphs" : "causal orders"}${fair}${note}.`,
    ];
  }
  const drawn = {
    bootstrap: () => `bootstrap resamples of the rows${cite("friedman")}`,
    subsample: () => `random halves of the rows${cite("meinshausen")}`,
    "bayesian-bootstrap": () => `draws of random weights for the rows${cite("rubin")}`,
  }[method]();
  return [
    `The stability of each edge was measured by its share among the results on ${written(resamples ?? 0)} ${drawn}.`,
  ];
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(2))} %`;
}
