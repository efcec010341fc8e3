// What to find out next: the facts that would determine most open directions, each with buttons that add it to the prior knowledge
// of a new draft with the settings of this run.

import { type NamedEdge, type RunResult, type wire, words } from "../../../core/index.ts";
import { putDraft } from "../draft/draft.ts";
import { knowledgeFrom, withKnowledge } from "../knowledge/knowledge-file.ts";
import { draftFromRun } from "../search/draft-from-run.ts";
import { go } from "../shared/route.ts";
import { Sentence } from "../shared/sentence.tsx";
import { nameText } from "../shared/shown-edge.ts";
import { useAttempt } from "../shared/use-attempt.ts";
import { useClient } from "../shared/use-client.ts";

interface NextFactsProps {
  readonly run: wire.RunDetails;
  readonly result: RunResult;
}

export function NextFacts({ run, result }: NextFactsProps) {
  const client = useClient();
  const { sentence, attempt } = useAttempt();
  const facts = words.nextFacts(result);
  if (facts.length === 0) return null;
  const { columns } = result.table;
  const add = (knowledge: ReturnType<typeof knowledgeFrom>) =>
    attempt(async () => {
      const table = await client.table(run.table.id);
      const draft = draftFromRun(run.request, table);
      putDraft(run.table.id, { ...draft, knowledge: withKnowledge(draft.knowledge, knowledge) });
      go({ page: "knowledge", table: run.table.id });
    });
  return (
    <section className="result-next" aria-labelledby="result-next">
      <h2 id="result-next">What to find out next</h2>
      <ul>
        {facts.map(({ sentence: text, statements }) => (
          <li key={text} className="name">
            {text}
            <span className="ways">
              {statements.map((statement) => {
                const knowledge = knowledgeFrom(statement, columns);
                return (
                  <button key={statement} type="button" onClick={() => add(knowledge)}>
                    {titleOf(knowledge.required)}
                  </button>
                );
              })}
            </span>
          </li>
        ))}
      </ul>
      <p className="soft small">
        A button adds the statement to the prior knowledge, with the settings of this run.
      </p>
      <Sentence text={sentence} />
    </section>
  );
}

/** Title of a statement: an edge, or that a variable has no causes. */
function titleOf([edge]: readonly NamedEdge[]): string {
  if (edge === undefined) return "It has no cause among them";
  const [cause, effect] = edge.map(nameText);
  return `${cause} causes ${effect}`;
}
