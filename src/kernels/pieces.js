// Delta encoding of one hexadecimal text against a similar one: literal pieces, each followed by a run copied from the other
// text. The relaxed build of the network differs from the strict one in one byte out of ten, and is as long.

/** Length of the keys in the table of positions, in hexadecimal digits: eight bytes. */
const key = 16;
/** A shorter run would take more characters to encode than it replaces. */
const shortest = 24;

/**
 * @param {string} text
 * @param {string} base
 * @returns {[own: string, from: number, length: number][]}
 */
export function piecesOf(text, base) {
  /** @type {Map<string, number[]>} */
  const places = new Map();
  for (let i = 0; i + key <= base.length; i += 2) {
    const letters = base.slice(i, i + key);
    places.set(letters, [...(places.get(letters) ?? []), i]);
  }
  /** @type {[string, number, number][]} */
  const pieces = [];
  let own = "";
  for (let j = 0; j < text.length; ) {
    let [from, length] = [0, 0];
    for (const place of places.get(text.slice(j, j + key)) ?? []) {
      let k = key;
      while (j + k < text.length && text[j + k] === base[place + k]) k++;
      if (k > length) [from, length] = [place, k];
    }
    if (length < shortest) {
      own += text.slice(j, j + 2);
      j += 2;
      continue;
    }
    pieces.push([own, from, length]);
    own = "";
    j += length;
  }
  return [...pieces, [own, 0, 0]];
}
