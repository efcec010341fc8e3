// What the report says of a result, for other ways of showing it: sentences, and the rows of tables, as plain data. Numbers are
// written by report/numbers.ts.

export { type Answer, answerOf, isFinalProven, limitsOf, type Verdict, verdictOf } from "./report/answer.ts";
export {
  type BaselineLine,
  baselineLines,
  baselineSentence,
  baselineWarning,
  panelSentences,
} from "./report/baselines.ts";
export {
  paperSentence,
  type ScoreRow,
  scoreRows,
  scoreSentence,
  type TruthRow,
  truthColumns,
  truthRows,
} from "./report/comparison.ts";
export {
  type ClassWords,
  changesBetween,
  classWords,
  coefficientSentence,
  type EdgeRow,
  edgeRows,
} from "./report/edges.ts";
export { type Phrase, type Piece, plainOf } from "./report/phrase.ts";
export { alternativesSentence, recordOf, sentence } from "./report/record.ts";
export { conflictSentence, separationSentence } from "./report/tests.ts";
