// A run as a row of the history.

import { isGoing, numbers, type wire } from "../../../core/index.ts";
import { forgetMoved } from "../graph/moved-places.ts";
import { RepeatButton } from "../search/repeat-button.tsx";
import { ConfirmButton } from "../shared/confirm-button.tsx";
import { addressOf, go } from "../shared/route.ts";
import { forgetRunName, useRunName } from "../shared/run-name.tsx";
import { Sentence } from "../shared/sentence.tsx";
import { StepLink } from "../shared/step-link.tsx";
import { useAttempt } from "../shared/use-attempt.ts";
import { useClient } from "../shared/use-client.ts";
import { whenWords } from "../shared/when.ts";
import { stageWords, stateWords } from "./run-words.ts";

export interface RunRowProps {
  readonly run: wire.RunBody;
  readonly isChosen: boolean;
  readonly onChoose: (isOn: boolean) => void;
  /** Called after the run was changed or deleted. */
  readonly onChange: () => void;
}

export function RunRow({ run, isChosen, onChoose, onChange }: RunRowProps) {
  const client = useClient();
  const { sentence, attempt } = useAttempt();
  const { id, table, search, score, created, outcome } = run;
  const name = useRunName(id);
  const called = `${name === "" ? table.name : name}, ${search}, ${score}, ${whenWords(created)}`;
  const remove = () =>
    attempt(async () => {
      await client.removeRun(id);
      forgetMoved(id);
      forgetRunName(id);
      onChange();
    });
  const resume = () =>
    attempt(async () => {
      await client.resume(id);
      go({ page: "watch", run: id });
    });
  const page = outcome !== null && !isGoing(run) ? "result" : "watch";
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          aria-label={`Compare ${called}`}
          checked={isChosen}
          disabled={outcome === null}
          onChange={(event) => onChoose(event.target.checked)}
        />
      </td>
      <td>
        <a className="name" href={addressOf({ page, run: id })}>
          {name === "" ? table.name : name}
        </a>
        {name !== "" && <span className="small soft name runs-table">{table.name}</span>}
      </td>
      <td>{search}</td>
      <td>{score}</td>
      <td className="runs-when">{whenWords(created)}</td>
      <td className="runs-state">
        {stateWords(run)}
        {run.progress !== null && isGoing(run) && (
          <span className="small soft">
            {stageWords(run.progress.stage)}, {numbers.percent(run.progress.progress)}
          </span>
        )}
        {outcome?.claim != null && (
          <span className="small soft name">
            {outcome.optimal ? "Proven" : "Optimum proven, not reached"}: {outcome.claim}
          </span>
        )}
        {run.error !== null && <span className="small soft name">{run.error}</span>}
      </td>
      <td className="number">{outcome === null ? "–" : numbers.count(outcome.edges)}</td>
      <td className="number">{outcome?.score == null ? "–" : numbers.fixed(outcome.score)}</td>
      <td className="number">
        {outcome?.gap == null ? "–" : outcome.gap === 0 ? "0" : numbers.difference(outcome.gap)}
      </td>
      <td>
        <div className="runs-do">
          <StepLink to={{ page, run: id }} label={`Open ${called}`}>
            {page === "watch" && isGoing(run) ? "Watch" : "Open"}
          </StepLink>
          {run.isResumable && (
            <button type="button" aria-label={`Resume ${called}`} onClick={resume}>
              Resume
            </button>
          )}
          <RepeatButton run={id} table={table.id} title="Repeat" label={`Repeat ${called}`} />
          <ConfirmButton
            title="Delete"
            of={called}
            question="Delete it with all its files?"
            onConfirm={remove}
          />
        </div>
        <Sentence text={sentence} />
      </td>
    </tr>
  );
}
