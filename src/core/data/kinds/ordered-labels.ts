// The order of labels from well-known scales, of labels that begin with numbers, and of Roman numerals.

const scales: readonly (readonly string[])[] = [
  list(
    "never, almost never, hardly ever, rarely, seldom, occasionally, sometimes, often, frequently, usually, very often, almost always, always",
  ),
  list("never, yearly, monthly, weekly, daily"),
  list("none, low, medium, high"),
  list("very low, low, medium, high, very high"),
  list("none, mild, moderate, severe"),
  list("small, medium, large"),
  list("xxs, xs, s, m, l, xl, xxl, xxxl"),
  list("poor, fair, good, very good, excellent"),
  list("very poor, poor, fair, average, good, very good, excellent"),
  list("fair, good, very good, premium, ideal"),
  list("bad, neutral, good"),
  list("very bad, bad, neutral, good, very good"),
  list(
    "strongly disagree, disagree, somewhat disagree, tend to disagree, slightly disagree, neutral, neither agree nor disagree, slightly agree, tend to agree, somewhat agree, agree, strongly agree",
  ),
  list(
    "very dissatisfied, dissatisfied, somewhat dissatisfied, neutral, neither satisfied nor dissatisfied, somewhat satisfied, satisfied, very satisfied",
  ),
  list(
    "very unlikely, unlikely, somewhat unlikely, neutral, neither likely nor unlikely, somewhat likely, likely, very likely",
  ),
  list("not at all, slightly, a little, somewhat, moderately, quite a bit, very, very much, extremely"),
  list(
    "not at all important, slightly important, moderately important, important, very important, extremely important",
  ),
  list("much worse, worse, somewhat worse, about the same, somewhat better, better, much better"),
  list("very difficult, difficult, neutral, easy, very easy"),
  list(
    "less than high school, high school, some college, associate degree, associate's degree, bachelor's degree, bachelor, master's degree, master, graduate degree, doctorate",
  ),
  list("first, second, third, fourth, fifth"),
  list("child, adult"),
];

function list(labels: string): string[] {
  return labels.split(", ");
}

/** Three or more labels in the order of a scale that contains them all; null if there is none. */
export function scaleOrder(labels: readonly string[]): string[] | null {
  if (labels.length < 3) return null;
  const plain = labels.map(plainLabel);
  const scale = scales.find((each) => plain.every((label) => each.includes(label)));
  if (scale === undefined || new Set(plain).size < labels.length) return null;
  return labels.toSorted((a, b) => scale.indexOf(plainLabel(a)) - scale.indexOf(plainLabel(b)));
}

function plainLabel(label: string): string {
  return label.toLowerCase().replaceAll(/[_-]/g, " ").replaceAll("’", "'");
}

const numerals = list("i, ii, iii, iv, v, vi, vii, viii, ix, x, xi, xii");
const rank = "stage|grade|class|level|phase|degree";
const ranked = new RegExp(`(^|[^\\p{L}])(${rank})([^\\p{L}]|$)`, "iu");
const numeral = new RegExp(`^(?:(${rank})\\s+)?([ivx]+)([a-c]?)$`, "i");

/**
 * Three or more Roman numerals, also with a letter ("IIa"), in their order, if the name or the labels are those of a rank ("stage
 * II"); null otherwise: numerals alone may be names.
 */
export function romanOrder(labels: readonly string[], name: string): string[] | null {
  const parts = labels.map((label) => numeral.exec(label.trim()));
  const isRank = ranked.test(name) || parts.every((match) => match?.[1] !== undefined);
  const places = new Map(
    labels.map((label, k) => {
      const [, , roman = "", letter = ""] = parts[k] ?? [];
      const at = numerals.indexOf(roman.toLowerCase());
      return [label, at < 0 ? -1 : 4 * at + " abc".indexOf(letter.toLowerCase() || " ")];
    }),
  );
  const isSound =
    [...places.values()].every((at) => at >= 0) && new Set(places.values()).size === labels.length;
  if (labels.length < 3 || !isRank || !isSound) return null;
  return labels.toSorted((a, b) => places.get(a)! - places.get(b)!);
}

/**
 * Labels sorted by the distinct numbers they begin with, "18-24" or "2 (seldom)"; null if one does not. `isSure`: require words after
 * the numbers, "2 - seldom", so that the numbers can only mean the order.
 */
export function numberedOrder(labels: readonly string[], isSure = false): string[] | null {
  if (isSure && (labels.length < 3 || !labels.every((label) => /^\d{1,2}\s*[-–—.:=)]\s*\p{L}/u.test(label))))
    return null;
  const numbers = new Map(
    labels.map((label) => [label, Number.parseFloat(/^[<>≤≥]?\s*(-?\d+(?:\.\d+)?)/.exec(label)?.[1] ?? "")]),
  );
  const isNumbered =
    new Set(numbers.values()).size === labels.length && [...numbers.values()].every(Number.isFinite);
  return isNumbered ? labels.toSorted((a, b) => numbers.get(a)! - numbers.get(b)!) : null;
}
