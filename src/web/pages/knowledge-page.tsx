// Prior knowledge: three editors of the same draft.

import { useCallback, useMemo } from "react";
import { numbers, type wire } from "../../core/index.ts";
import { type DraftKnowledge, draftOf, emptyDraft, useDraft } from "../views/draft/draft.ts";
import { EndQuestions } from "../views/knowledge/end-questions.tsx";
import {
  isNothing,
  type KnowledgeProps,
  knowledgeWords,
  partOf,
  readDraft,
  waitingEdges,
} from "../views/knowledge/knowledge.ts";
import { knowledgeFrom, knowledgeText } from "../views/knowledge/knowledge-file.ts";
import { KnowledgeGraph } from "../views/knowledge/knowledge-graph.tsx";
import { StatementForm } from "../views/knowledge/statement-form.tsx";
import { TierBoard } from "../views/knowledge/tier-board.tsx";
import { usedColumns } from "../views/search/column-kinds.ts";
import { useExamined } from "../views/search/use-examined.ts";
import { fileStem, save } from "../views/shared/downloads.ts";
import { FileButton } from "../views/shared/file-button.tsx";
import { Loading } from "../views/shared/loading.tsx";
import { Sentence } from "../views/shared/sentence.tsx";
import { StepLink } from "../views/shared/step-link.tsx";
import { useAttempt } from "../views/shared/use-attempt.ts";
import { useClient } from "../views/shared/use-client.ts";
import { sentenceOf, useLoaded } from "../views/shared/use-loaded.ts";
import "./knowledge-page.css";

export function KnowledgePage({ table: id }: { readonly table: string }) {
  const client = useClient();
  const table = useLoaded(() => client.table(id), [client, id]);
  return (
    <Loading of={table} what="Loading the table" screen={{ title: "Prior knowledge", backTo: "start" }}>
      {(value) => <KnowledgeScreen table={value} />}
    </Loading>
  );
}

function KnowledgeScreen({ table }: { readonly table: wire.TablePreview }) {
  const [draft, put] = useDraft(table.id);
  // Columns are examined repeatedly: the same names must be the same array, or everything that depends on it is recomputed.
  const used = JSON.stringify(usedColumns(useExamined(table, draft).kinds));
  const names = useMemo<readonly string[]>(() => JSON.parse(used), [used]);
  // Statements about columns that are left out stay in the draft; only their number is shown.
  const knowledge = useMemo(() => partOf(draft.knowledge, names), [draft.knowledge, names]);
  const change = useCallback(
    (to: (before: DraftKnowledge) => DraftKnowledge) => put({ knowledge: to(draftOf(table.id).knowledge) }),
    [table.id, put],
  );
  const complaint = useMemo(() => complaintOf(draft.knowledge, names), [draft.knowledge, names]);
  const waiting = waitingEdges(draft.knowledge, names);
  const part = { names, knowledge, onChange: change };
  return (
    <>
      <h1>Prior knowledge</h1>
      <p>
        Required and forbidden edges and tiers restrict the search; all of them are optional. The drawing, the
        tiers and the statements show the same knowledge: edit it wherever it is easiest.
      </p>
      <div className={complaint === null ? "known-sum" : "known-sum bad"}>
        <p role="status">
          {isNothing(knowledge)
            ? "No prior knowledge yet: the search is unrestricted."
            : `Prior knowledge: ${knowledgeWords(knowledge)}.`}
        </p>
        {waiting > 0 && (
          <p className="soft small">
            {numbers.counted(waiting, "statement")} about excluded columns {waiting === 1 ? "has" : "have"} no
            effect until these are included again.
          </p>
        )}
        <Sentence text={complaint} />
      </div>
      <h2>First causes and outcome</h2>
      <EndQuestions {...part} table={table} knowledge={draft.knowledge} />
      <h2>Drawing</h2>
      <KnowledgeGraph {...part} />
      <h2>Tiers</h2>
      <p className="soft">
        Assign variables to tiers, for example by time: a variable cannot cause one in an earlier tier. Drag
        it, choose its tier, or use the arrow keys on its name.
      </p>
      <TierBoard {...part} />
      <h2>Statements</h2>
      <StatementForm {...part} />
      <h2>File</h2>
      <KnowledgeFile table={table} knowledge={knowledge} onChange={change} />
      <div className="actions">
        <StepLink to={complaint === null ? { page: "search", table: table.id } : null} isPrimary>
          Go to the search
        </StepLink>
        {complaint !== null && (
          <span className="soft">
            Available once the contradiction is resolved: no graph satisfies this knowledge.
          </span>
        )}
      </div>
    </>
  );
}

interface KnowledgeFileProps extends Omit<KnowledgeProps, "names"> {
  readonly table: wire.TablePreview;
}

/** The file that the command line reads with --knowledge. */
function KnowledgeFile({ table, knowledge, onChange }: KnowledgeFileProps) {
  const { sentence, attempt } = useAttempt();
  const load = (file: File) =>
    attempt(async () => {
      const fromFile = knowledgeFrom(await file.text(), table.columns);
      onChange(() => fromFile);
    });
  const isEmpty = isNothing(knowledge);
  return (
    <>
      <p className="soft">
        The file format of <code>wherefore discover --knowledge FILE</code>. Loading a file replaces the
        statements above.
      </p>
      <div className="actions">
        <FileButton
          title="Load a knowledge file"
          accept=".txt,.json,.knowledge,text/plain,application/json"
          onFiles={([file]) => load(file)}
        />
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
          onClick={() => onChange(() => emptyDraft.knowledge)}
        >
          Clear all
        </button>
      </div>
      <Sentence text={sentence} />
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
