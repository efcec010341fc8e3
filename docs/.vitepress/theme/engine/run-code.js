// Code of a page, as it stands there: what it prints, a line each.

/** @param {object} library @param {{ code: string }} given @param {(line: string) => void} tell */
export async function runCode(library, { code }, tell) {
  const body = code.replace(/^import \{([^}]*)\} from "wherefore";$/gm, (_, names) => {
    return `const {${names.replaceAll(" as ", ": ")}} = library;`;
  });
  const print = (...values) => tell(values.map(shown).join(" "));
  const AsyncFunction = (async () => {}).constructor;
  await new AsyncFunction("library", "console", body)(library, { log: print, error: print, table: print });
}

/** A value as a console would show it. */
function shown(value) {
  if (typeof value === "string") return value;
  if (typeof value === "function") return `[function ${value.name}]`;
  if (ArrayBuffer.isView(value)) return shown([...value].slice(0, 40));
  if (value === null || typeof value !== "object") return String(value);
  return JSON.stringify(value, (_, each) => {
    if (typeof each === "function") return "[function]";
    if (typeof each === "number" && !Number.isFinite(each)) return String(each);
    return ArrayBuffer.isView(each) ? [...each].slice(0, 40) : each;
  });
}
