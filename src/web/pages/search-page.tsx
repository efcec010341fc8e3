// Search: one button that works at once; which search and which score, with words on when to use which; everything else folded.

import { useEffect, useState } from "react";
import type { RunOptions, wire } from "../../core/index.ts";
import { type Draft, useDraft } from "../views/draft/draft.ts";
import { automatic, GuidedChoice } from "../views/search/guided-choice.tsx";
import { openWays } from "../views/search/remedies.ts";
import { columnsOf } from "../views/search/run-request.ts";
import {
  defaultScore,
  defaultSearch,
  fittingScore,
  type Kind,
  takenAs,
  whyNot,
  withScore,
  withSearch,
} from "../views/search/search-options.ts";
import { SearchSettings } from "../views/search/search-settings.tsx";
import { titlesOf } from "../views/search/setting-fields.ts";
import { StartPanel } from "../views/search/start-panel.tsx";
import { useOutlook } from "../views/search/use-outlook.ts";
import { Loading } from "../views/shared/loading.tsx";
import { useClient } from "../views/shared/use-client.ts";
import { type Refused, useLoaded } from "../views/shared/use-loaded.ts";
import "./search-page.css";

export function SearchPage({ table: id }: { readonly table: string }) {
  const client = useClient();
  const loaded = useLoaded(async () => Promise.all([client.table(id), client.catalogue()]), [client, id]);
  return (
    <Loading of={loaded} what="Loading the table" screen={{ title: "Search", backTo: "start" }}>
      {([table, choices]) => <Search table={table} choices={choices} />}
    </Loading>
  );
}

interface SearchProps {
  readonly table: wire.TablePreview;
  readonly choices: wire.Catalogue;
}

function Search({ table, choices }: SearchProps) {
  const [draft, put] = useDraft(table.id);
  const { options } = draft;
  const kinds = kindsOf(table, draft);
  const fitting = fittingScore(kinds);
  const setOptions = (next: RunOptions): void => put({ options: next });
  // A table with labels needs another score than the usual one, and gets it unasked.
  const isUnfit = options.score === undefined && fitting !== defaultScore;
  useEffect(() => {
    if (isUnfit) put({ options: withScore(options, fitting, choices) });
  }, [isUnfit, fitting, options, choices, put]);

  const { newRun, estimate, fatal } = useOutlook(table, draft);
  // A refusal of the start is told until something else is asked for.
  const key = JSON.stringify(newRun);
  const [refusal, setRefusal] = useState<{ readonly key: string; readonly refused: Refused } | null>(null);
  const ofStart = refusal?.key === key ? refusal.refused : null;
  // Findings are told in full beside the button.
  const ofEstimate = estimate.is === "refused" && fatal.length === 0 ? estimate : null;
  const refused = ofStart ?? ofEstimate;
  const titles = titlesOf(choices, options);
  const at = refused?.field !== undefined && refused.field in titles ? refused.field : null;
  const sentenceAt = (field: string): string | null => (field === at ? refused!.sentence : null);

  return (
    <>
      <h1>Search</h1>
      <p>
        Searches for the causal graph that explains <span className="name">{table.name}</span> best. The
        defaults are a good start.
      </p>
      <div className="search-layout">
        <StartPanel
          table={table}
          draft={draft}
          newRun={newRun}
          estimate={estimate}
          fatal={fatal}
          refused={refused}
          refusedTitle={at === null ? null : titles[at]}
          ways={openWays(refused?.remedies, draft, { choices, titles })}
          onTake={put}
          onRefused={(now) => setRefusal(now === null ? null : { key, refused: now })}
        />
        <div className="search-form">
          <SearchChoice
            choices={choices}
            options={options}
            onChange={setOptions}
            sentence={sentenceAt("search")}
          />
          <ScoreChoice
            choices={choices}
            options={options}
            kinds={kinds}
            onChange={setOptions}
            sentence={sentenceAt("score")}
          />
          <SearchSettings
            table={table}
            choices={choices}
            draft={draft}
            put={put}
            refusedField={at}
            sentenceAt={sentenceAt}
          />
        </div>
      </div>
    </>
  );
}

/** Numbers or labels, of the columns that take part. */
function kindsOf(table: wire.TablePreview, draft: Draft): readonly Kind[] {
  const named = draft.options.categorical ?? [];
  const profiles = new Map(table.profile.map(({ name, profile }) => [name, profile?.kind ?? "number"]));
  return columnsOf(table, draft).map((name) =>
    named.includes(name) ? "category" : (profiles.get(name) ?? "number"),
  );
}

interface ChoiceProps {
  readonly choices: wire.Catalogue;
  readonly options: RunOptions;
  readonly onChange: (options: RunOptions) => void;
  readonly sentence: string | null;
}

function SearchChoice({ choices, options, onChange, sentence }: ChoiceProps) {
  return (
    <GuidedChoice
      title="Search algorithm"
      label="Search"
      entries={[automatic, ...choices.searches]}
      chosen={options.search ?? defaultSearch}
      onChoose={(name) => onChange(withSearch(options, name, choices))}
      sentence={sentence}
    />
  );
}

interface ScoreChoiceProps extends ChoiceProps {
  readonly kinds: readonly Kind[];
}

function ScoreChoice({ choices, options, kinds, onChange, sentence }: ScoreChoiceProps) {
  const chosen = options.score ?? defaultScore;
  const entry = (wanted: string) => choices.scores.find(({ name }) => name === wanted);
  const search = choices.searches.find(({ name }) => name === options.search);
  const taken = entry(chosen) && takenAs(entry(chosen)!, kinds);
  return (
    <GuidedChoice
      title="Score"
      label="Score"
      entries={choices.scores}
      chosen={chosen}
      whyNot={(name) => whyNot(entry(name)!, kinds)}
      onChoose={(name) => onChange(withScore(options, name, choices))}
      sentence={sentence}
    >
      {search?.uses === "rows" && (
        <p className="soft">{search.name} does not optimise a score: the score only evaluates its graph.</p>
      )}
      {chosen === fittingScore(kinds) && chosen !== defaultScore && (
        <p className="soft">
          Selected because the table has categorical columns, which {defaultScore} cannot handle.
        </p>
      )}
      {taken && <p className="soft">{taken}</p>}
    </GuidedChoice>
  );
}
