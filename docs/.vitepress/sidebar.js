// The sidebar: the sections and links of README.md, which is the index of the pages on GitHub too.

/** One group for each bold line, one item for each line of the list below it. @param {string} text */
export function sidebarOf(text) {
  const groups = [];
  for (const line of text.split("\n")) {
    const [, title] = /^\*\*([^*]+)\*\*/.exec(line) ?? [];
    if (title !== undefined) groups.push({ text: title, collapsed: groups.length > 1, items: [] });
    const group = groups.at(-1);
    if (group === undefined || !line.startsWith("- ")) continue;
    for (const [, name, link] of line.split(" – ")[0].matchAll(/\[([^\]]+)\]\(([^)]+)\.md\)/g))
      group.items.push({ text: name.replaceAll("`", ""), link: `/${link}` });
  }
  return groups;
}
