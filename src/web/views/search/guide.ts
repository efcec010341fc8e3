// Searches and scores in groups, each with when to take it, as the catalogue tells them.

import type { wire } from "../../../core/index.ts";

export interface GuideGroup {
  readonly title: string;
  /** What those of the group have in common. */
  readonly help: string;
  readonly entries: readonly GuideEntry[];
}

export interface GuideEntry {
  readonly name: string;
  readonly when: string;
}

/** The choice that leaves the search to the engine. */
export const automatic: GuideGroup = {
  title: "Automatic",
  help: "",
  entries: [
    {
      name: "auto",
      when: "An exact search with a proof where feasible; otherwise order search and an agent, and the better of their graphs.",
    },
  ],
};

/** In groups, those as their first member comes. */
export function guided(
  entries: readonly Pick<wire.Catalogue["scores"][number], "name" | "when" | "group">[],
): readonly GuideGroup[] {
  const titles = [...new Set(entries.map(({ group }) => group.title))];
  return titles.map((title) => {
    const members = entries.filter(({ group }) => group.title === title);
    return { ...members[0].group, entries: members.map(({ name, when }) => ({ name, when })) };
  });
}
