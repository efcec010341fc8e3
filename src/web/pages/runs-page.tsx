// The history of runs: their requests and results; open, resume, repeat, delete, and select two to compare.
//
// While one is running and the page is visible, the list is refreshed every few seconds.

import { useRef, useState } from "react";
import { isGoing, type wire } from "../../core/index.ts";
import { DamagedItems } from "../views/shared/damaged-items.tsx";
import { TryAgain } from "../views/shared/loading.tsx";
import { number, type TableColumn, TableHead } from "../views/shared/rows-table.tsx";
import { Sentence, Waiting } from "../views/shared/sentence.tsx";
import { StepLink } from "../views/shared/step-link.tsx";
import { useClient } from "../views/shared/use-client.ts";
import { useFirst } from "../views/shared/use-first.tsx";
import { useLoaded } from "../views/shared/use-loaded.ts";
import { useRefresh } from "../views/shared/use-refresh.ts";
import { RunRow } from "../views/watch/run-row.tsx";
import "./runs-page.css";

/** Number of runs shown initially. */
const first = 100;

export function RunsPage() {
  const client = useClient();
  const loaded = useLoaded(() => client.runs(), [client]);
  const { again } = loaded;
  // The last known list stays visible while the engine cannot be reached.
  const last = useRef<readonly wire.RunBody[] | null>(null);
  if (loaded.is === "there") last.current = loaded.value;
  const runs = last.current;
  const isAnyGoing = runs?.some(isGoing) ?? false;
  useRefresh(isAnyGoing, again);
  return (
    <>
      <h1>Runs</h1>
      {loaded.is === "refused" && (
        <>
          <Sentence text={loaded.sentence} />
          <TryAgain onClick={again} />
        </>
      )}
      {runs === null && loaded.is === "waiting" && <Waiting what="Loading the runs" />}
      {runs?.length === 0 && (
        <>
          <p>There are no runs yet. A run begins with a table.</p>
          <p className="actions">
            <StepLink to={{ page: "start" }} isPrimary>
              Choose a table
            </StepLink>
          </p>
        </>
      )}
      {runs !== null && runs.length > 0 && <History runs={runs} onChange={again} />}
      <DamagedItems of="runs" />
    </>
  );
}

interface HistoryProps {
  readonly runs: readonly wire.RunBody[];
  readonly onChange: () => void;
}

const columns: readonly TableColumn[] = [
  { title: <span className="hidden">Selected for comparison</span> },
  { title: "Table" },
  { title: "Search" },
  { title: "Score" },
  { title: "Started" },
  { title: "State" },
  number("Edges"),
  number("Value"),
  number("Gap"),
  { title: <span className="hidden">Actions</span> },
];

const selectionWords = ["Select two runs to compare them edge by edge.", "One selected.", "Two selected."];

function History({ runs, onChange }: HistoryProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const there = chosen.filter((id) => runs.some((run) => run.id === id));
  const [a, b] = there;
  // Selecting a third run deselects the first.
  const choose = (id: string, isOn: boolean): void =>
    setChosen(isOn ? [...there, id].slice(-2) : there.filter((each) => each !== id));
  const [visible, more] = useFirst(runs, first, "runs");
  return (
    <>
      <div className="actions runs-compare">
        <StepLink to={b === undefined ? null : { page: "compare", a, b }} isPrimary={b !== undefined}>
          Compare
        </StepLink>
        <span className="soft" role="status">
          {selectionWords[there.length]}
        </span>
      </div>
      <div className="wide">
        <table className="runs">
          <caption className="hidden">Runs, the newest first</caption>
          <TableHead columns={columns} />
          <tbody>
            {visible.map((run) => (
              <RunRow
                key={run.id}
                run={run}
                isChosen={there.includes(run.id)}
                onChoose={(isOn) => choose(run.id, isOn)}
                onChange={onChange}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p className="actions">{more}</p>
      <p className="soft small runs-note">
        Value is the score of the final graph; higher is better. Gap is the difference between the best graph
        found and the proven optimum; the state says what was proven. A dash means unknown.
      </p>
    </>
  );
}
