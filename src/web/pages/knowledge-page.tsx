// Knowledge: what is known before the search. Three ways to say it, which show one and the same draft.

import { useCallback, useMemo } from "react";
import { numbers, type wire } from "../../core/index.ts";
import { type DraftKnowledge, draftOf, useDraft } from "../views/draft/draft.ts";
import {
  isNothing,
  knowledgeWords,
  nothingKnown,
  partOf,
  readDraft,
  waitingEdges,
} from "../views/knowledge/knowledge.ts";
import { knowledgeFrom, knowledgeText } from "../views/knowledge/knowledge-file.ts";
import { KnowledgeGraph } from "../views/knowledge/knowledge-graph.tsx";
import { StatementForm } from "../views/knowledge/statement-form.tsx";
import { TierBoard } from "../views/knowledge/tier-board.tsx";
import { columnsOf } from "../views/search/asked.ts";
import { fileStem, save } from "../views/shared/downloads.ts";
import { RefusedScreen } from "../views/shared/refused-screen.tsx";
import { addressOf } from "../views/shared/route.ts";
import { Sentence, Waiting } from "../views/shared/sentence.tsx";
import { useAttempt } from "../views/shared/use-attempt.ts";
import { useClient } from "../views/shared/use-client.ts";
import { sentenceOf, useLoaded } from "../views/shared/use-loaded.ts";
import "./knowledge-page.css";

export function KnowledgePage({ table: id }: { readonly table: string }) {
  const client = useClient();
  const table = useLoaded(() => client.table(id), [client, id]);
  if (table.is === "waiting") return <Waiting what="Asking for the table" />;
  if (table.is === "refused")
    return (
      <RefusedScreen title="What is known" sentence={table.sentence} backTo="start" again={table.again} />
    );
  return <KnowledgeScreen table={table.value} />;
}

function KnowledgeScreen({ table }: { readonly table: wire.TablePreview }) {
  const [draft, put] = useDraft(table.id);
  // Each draft is read anew: the same columns must be the same list, or all that hangs on it is made anew too.
  const without = JSON.stringify(draft.without);
  const names = useMemo(() => columnsOf(table, { without: JSON.parse(without) }), [table, without]);
  // Statements about columns that are left out stay in the draft, and are only counted.
  const knowledge = useMemo(() => partOf(draft.knowledge, names), [draft.knowledge, names]);
  const change = useCallback(
    (to: (known: DraftKnowledge) => DraftKnowledge) => put({ knowledge: to(draftOf(table.id).knowledge) }),
    [table.id, put],
  );
  const complaint = useMemo(() => complaintOf(draft.knowledge, names), [draft.knowledge, names]);
  const waiting = waitingEdges(draft.knowledge, names);
  const part = { names, knowledge, onChange: change };
  return (
    <>
      <h1>What is known</h1>
      <p>
        Say what you know before the search: it is obeyed as it stands. All of it is optional. The drawing,
        the tiers and the sentences show the same; change it wherever it is easiest.
      </p>
      <div className={complaint === null ? "known-sum" : "known-sum bad"}>
        <p role="status">
          {isNothing(knowledge)
            ? "Nothing is said yet: the search is free."
            : `Said so far: ${knowledgeWords(knowledge)}.`}
        </p>
        {waiting > 0 && (
          <p className="soft small">
            {numbers.counted(waiting, "statement")} about columns that are left out{" "}
            {waiting === 1 ? "waits" : "wait"} until they take part again.
          </p>
        )}
        {complaint !== null && <Sentence text={complaint} />}
      </div>
      <h2>Draw it</h2>
      <KnowledgeGraph {...part} />
      <h2>Tiers</h2>
      <p className="soft">
        Put variables into tiers by time or by sense: a variable causes none in an earlier tier. Drag it,
        choose its tier, or use the arrow keys on its name.
      </p>
      <TierBoard {...part} />
      <h2>Sentences</h2>
      <StatementForm {...part} />
      <h2>File</h2>
      <KnowledgeFile table={table} knowledge={draft.knowledge} onChange={change} />
      <div className="actions">
        {complaint === null ? (
          <a className="button primary" href={addressOf({ page: "search", table: table.id })}>
            Go to the search
          </a>
        ) : (
          <>
            <button type="button" className="primary" disabled>
              Go to the search
            </button>
            <span className="soft">
              Closed while what is known contradicts itself: no graph could obey it.
            </span>
          </>
        )}
      </div>
    </>
  );
}

interface KnowledgeFileProps {
  readonly table: wire.TablePreview;
  readonly knowledge: DraftKnowledge;
  readonly onChange: (change: (known: DraftKnowledge) => DraftKnowledge) => void;
}

/** The file that the command line takes with --knowledge. */
function KnowledgeFile({ table, knowledge, onChange }: KnowledgeFileProps) {
  const { sentence, attempt } = useAttempt();
  const load = (file: File) =>
    attempt(async () => {
      const known = knowledgeFrom(await file.text(), table.columns);
      onChange(() => known);
    });
  const isEmpty = isNothing(knowledge);
  return (
    <>
      <p className="soft">
        The text that <code>wherefore discover --knowledge FILE</code> reads. A file that is loaded replaces
        what is said above.
      </p>
      <div className="actions">
        <label className="button known-load">
          Load a knowledge file
          <input
            className="hidden"
            type="file"
            accept=".txt,.json,.knowledge,text/plain,application/json"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file !== undefined) load(file);
              currentTarget.value = "";
            }}
          />
        </label>
        <button
          type="button"
          disabled={isEmpty}
          onClick={() =>
            save(
              new Blob([knowledgeText(knowledge)], { type: "text/plain" }),
              `${fileStem(table.name, "knowledge")}.txt`,
            )
          }
        >
          Save as a file
        </button>
        <button
          type="button"
          disabled={isEmpty && knowledge.tiers.length === 0}
          onClick={() => onChange(() => nothingKnown)}
        >
          Forget all of it
        </button>
      </div>
      {sentence !== null && <Sentence text={sentence} />}
    </>
  );
}

function complaintOf(knowledge: DraftKnowledge, names: readonly string[]): string | null {
  try {
    readDraft(knowledge, names);
    return null;
  } catch (error) {
    return sentenceOf(error);
  }
}
