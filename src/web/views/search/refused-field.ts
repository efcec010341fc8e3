// Which field a refusal is about, so that its sentence can stand beside it: the first option that the sentence names and the
// screen has. Sentences name options as the command line writes them.

export function refusedField(sentence: string, fields: readonly string[]): string | null {
  if (sentence.startsWith("truth:") && fields.includes("truth")) return "truth";
  const setting = /\bthe setting (\w+) of/.exec(sentence)?.[1];
  if (setting !== undefined && fields.includes(setting)) return setting;
  const flags = [...sentence.matchAll(/--([a-z][a-z-]*)/g)].map(([, flag]) => camelCase(flag));
  return flags.find((name) => fields.includes(name)) ?? null;
}

function camelCase(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
