// Expands kernel code written once for several registers, before the compiler reads it: WebAssembly has no arrays of
// registers, and a loop over a handful of them costs more than its body.
//
//     unroll: for (const $r of [0, 1]) {          a block, repeated as a whole for each value
//       x = load(a + $r * step);
//       c$r = madd(x, b, c$r);                    x = load(a + 0 * step); c0 = …; x = load(a + 1 * step); c1 = …
//     }
//
//     const $k = each([0, 1]);                    from here to the end of its block, a line with $k is repeated for each value
//     c$k = madd(x, b$k, c$k);                    c0 = madd(x, b0, c0); c1 = madd(x, b1, c1);
//
// A line with several names is repeated for all combinations of their values, the name declared first varying slowest. Blocks
// may have several names at once, `const [$name, $list] of [["four", [0]], ["eight", [0, 1]]]`, and contain whole functions.
// A name ends before anything but a lower-case letter: `$fInto` is the value of $f, then Into.

const block = /^( *)unroll: for \(const (\$\w+|\[[$\w, ]+\]) of (\[.*\])\) \{$/;
const line = /^( *)const (\$\w+) = each\((\[.*\])\);$/;

/** @param {string} source */
export function unrolled(source) {
  return source.includes("$") ? expanded(source.split("\n"), []).join("\n") : source;
}

/**
 * @param {readonly string[]} lines
 * @param {readonly { name: string, values: readonly unknown[], indent: string }[]} ranges the `each` ranges of enclosing blocks
 * @returns {string[]}
 */
function expanded(lines, ranges) {
  const out = [];
  let open = ranges;
  for (let i = 0; i < lines.length; i++) {
    const text = lines[i];
    if (text !== "") open = open.filter(({ indent }) => text.startsWith(indent));
    const [, indent, names, list] = block.exec(text) ?? [];
    const [, level, name, values] = line.exec(text) ?? [];
    if (list !== undefined) {
      const end = lines.indexOf(`${indent}}`, i);
      const body = lines.slice(i + 1, end).map((inner) => inner.replace("  ", ""));
      for (const value of JSON.parse(list)) {
        out.push(
          ...expanded(
            body.map((inner) => substituted(inner, names, value)),
            open,
          ),
        );
      }
      i = end;
    } else if (values !== undefined) {
      open = [...open, { name, values: JSON.parse(values), indent: level }];
    } else {
      let copies = [text];
      for (const range of open) {
        if (!mention(range.name).test(text)) continue;
        copies = copies.flatMap((copy) => range.values.map((value) => substituted(copy, range.name, value)));
      }
      out.push(...copies);
    }
  }
  return out;
}

/**
 * @param {string} text
 * @param {string} names one, or several in brackets
 * @param {unknown} value one for each name
 */
function substituted(text, names, value) {
  if (!names.startsWith("["))
    return text.replace(mention(names), typeof value === "string" ? value : JSON.stringify(value));
  const parts = /** @type {unknown[]} */ (value);
  return names
    .slice(1, -1)
    .split(", ")
    .reduce((/** @type {string} */ out, name, k) => substituted(out, name, parts[k]), text);
}

/** @param {string} name */
function mention(name) {
  return new RegExp(`\\${name}(?![a-z])`, "g");
}
