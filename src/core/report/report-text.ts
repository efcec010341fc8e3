// What the report says of a result, for other ways of showing it: sentences, and the rows of tables, as plain data. Numbers are
// written by report/numbers.ts.

export { type Answer, answerOf, isFinalProven, limitsOf, type Verdict, verdictOf } from "./answer.ts";
export {
  type BaselineLine,
  baselineLines,
  baselineSentence,
  baselineWarning,
  panelSentences,
} from "./baselines.ts";
export {
  paperSentence,
  type ScoreRow,
  scoreRows,
  scoreSentence,
  type TruthRow,
  truthColumns,
  truthRows,
} from "./comparison.ts";
export {
  type ClassWords,
  changesBetween,
  classWords,
  coefficientSentence,
  type EdgeRow,
  edgeRows,
} from "./edges.ts";
export { type Phrase, type Piece, plainOf } from "./phrase.ts";
export { alternativesSentence, recordOf, sentence } from "./record.ts";
export { conflictSentence, separationSentence } from "./tests.ts";
