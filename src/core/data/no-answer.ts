// Labels that mean "no answer" in surveys and records.

const noAnswer =
  /^(don'?t know|do not know|dk|unknown|not known|refused|declined|no answer|no response|not (stated|reported|recorded|specified|applicable|available)|unspecified|prefer not to (say|answer)|missing|wei(ß|ss) nicht|keine angabe|ne sait pas|sans réponse|no sabe)$/;

export function isNoAnswer(label: string): boolean {
  return noAnswer.test(label.toLowerCase().replaceAll(/[_-]/g, " ").replaceAll("’", "'"));
}
