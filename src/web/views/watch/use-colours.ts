// Colours of the style sheet for drawing on a canvas, which does not support CSS variables: read when the component is shown, and
// again when the scheme changes between light and dark.

import { useIsDark } from "../shared/theme.tsx";

/** The current colour of each variable. A new object only when the scheme changes. */
export function useColours<N extends string>(names: readonly N[]): Readonly<Record<N, string>> {
  const key = `${useIsDark()} ${names.join(" ")}`;
  let colours = cache.get(key);
  if (colours === undefined) cache.set(key, (colours = readColours(names)));
  return colours as Readonly<Record<N, string>>;
}

/** By scheme and names: the style sheet does not change while the page is open. */
const cache = new Map<string, Readonly<Record<string, string>>>();

/** The text of a variable may be light-dark(…): only a property of an element has the resolved colour. */
function readColours(names: readonly string[]): Readonly<Record<string, string>> {
  const probe = document.createElement("span");
  document.body.append(probe);
  const colours = names.map((name) => {
    probe.style.color = `var(${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(colours);
}
