// Search: a start button that works immediately; the choice of search and score, with advice on when to use which; further settings.

import { useState } from "react";
import type { RunOptions, wire } from "../../core/index.ts";
import { useDraft } from "../views/draft/draft.ts";
import type { Kind } from "../views/search/column-kinds.ts";
import { automatic, automaticScore, GuidedChoice } from "../views/search/guided-choice.tsx";
import { openWays } from "../views/search/remedies.ts";
import {
  defaultScore,
  defaultSearch,
  fitNote,
  whyNot,
  withScore,
  withSearch,
} from "../views/search/search-options.ts";
import { SearchSettings } from "../views/search/search-settings.tsx";
import { titlesOf } from "../views/search/setting-fields.ts";
import { StartPanel } from "../views/search/start-panel.tsx";
import { type Examination, fatalIn } from "../views/search/use-examined.ts";
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
  const setOptions = (next: RunOptions): void => put({ options: next });
  const { newRun, examination, estimate } = useOutlook(table, draft);
  const { score } = examination;
  // A refused start is shown until the request changes.
  const key = JSON.stringify(newRun);
  const [refusal, setRefusal] = useState<{ readonly key: string; readonly refused: Refused } | null>(null);
  const ofStart = refusal?.key === key ? refusal.refused : null;
  // Fatal findings are listed beside the button instead.
  const ofEstimate = estimate.is === "refused" && fatalIn(examination).length === 0 ? estimate : null;
  const refused = ofStart ?? ofEstimate;
  const titles = titlesOf(choices, options, score);
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
          examination={examination}
          refused={refused}
          refusedTitle={at === null ? null : titles[at]}
          ways={openWays(refused?.remedies, draft, { choices, titles, score })}
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
            examination={examination}
            onChange={setOptions}
            sentence={sentenceAt("score")}
          />
          <SearchSettings
            table={table}
            choices={choices}
            draft={draft}
            score={score}
            put={put}
            refusedField={at}
            sentenceAt={sentenceAt}
          />
        </div>
      </div>
    </>
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
  readonly examination: Examination;
}

function ScoreChoice({ choices, options, examination, onChange, sentence }: ScoreChoiceProps) {
  const { score: used, answer } = examination;
  const kinds: readonly Kind[] = examination.kinds.filter(({ isUsed }) => isUsed).map(({ kind }) => kind);
  const entry = (wanted: string) => choices.scores.find(({ name }) => name === wanted);
  const search = choices.searches.find(({ name }) => name === options.search);
  const note = entry(used) && fitNote(entry(used)!, kinds);
  return (
    <GuidedChoice
      title="Score"
      label="Score"
      entries={[automaticScore, ...choices.scores]}
      chosen={options.score ?? defaultScore}
      whyNot={(name) => (name === defaultScore ? null : whyNot(entry(name)!, kinds))}
      onChoose={(name) => onChange(withScore(options, name, choices))}
      sentence={sentence}
    >
      {search?.uses === "rows" && (
        <p className="soft">{search.name} does not optimise a score: the score only evaluates its graph.</p>
      )}
      {options.score === undefined && answer.is === "there" && answer.value.reason !== "" && (
        <p>
          Here it is <strong>{used}</strong>, because {answer.value.reason}. {entry(used)?.when}
        </p>
      )}
      {note && <p className="soft">{note}</p>}
    </GuidedChoice>
  );
}
