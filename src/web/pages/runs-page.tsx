// The history of runs: what each was asked and what it came to; open, go on, repeat, delete, and choose two to compare.
//
// While one goes on and the page is seen, the list is asked for anew every few seconds.

import { useRef, useState } from "react";
import { isGoing, type wire } from "../../core/index.ts";
import { DamagedItems } from "../views/shared/damaged-items.tsx";
import { addressOf } from "../views/shared/route.ts";
import { Sentence, Waiting } from "../views/shared/sentence.tsx";
import { useClient } from "../views/shared/use-client.ts";
import { useLoaded } from "../views/shared/use-loaded.ts";
import { useRefresh } from "../views/shared/use-refresh.ts";
import { RunRow } from "../views/watch/run-row.tsx";
import "./runs-page.css";

/** Shown at first. */
const first = 100;

export function RunsPage() {
  const client = useClient();
  const loaded = useLoaded(() => client.runs(), [client]);
  const { again } = loaded;
  // What was known stays in sight while the engine cannot be reached.
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
          <button type="button" onClick={again}>
            Try again
          </button>
        </>
      )}
      {runs === null && loaded.is === "waiting" && <Waiting what="Reading the runs" />}
      {runs?.length === 0 && (
        <>
          <p>There are no runs yet. A run begins with a table.</p>
          <p className="actions">
            <a className="button primary" href={addressOf({ page: "start" })}>
              Choose a table
            </a>
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

function History({ runs, onChange }: HistoryProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isAll, setAll] = useState(false);
  const there = chosen.filter((id) => runs.some((run) => run.id === id));
  const [a, b] = there;
  // Of three, the first chosen gives way.
  const choose = (id: string, isOn: boolean): void =>
    setChosen(isOn ? [...there, id].slice(-2) : there.filter((each) => each !== id));
  const shown = isAll ? runs : runs.slice(0, first);
  return (
    <>
      <div className="actions runs-compare">
        {b === undefined ? (
          <button type="button" disabled>
            Compare
          </button>
        ) : (
          <a className="button primary" href={addressOf({ page: "compare", a, b })}>
            Compare
          </a>
        )}
        <span className="soft" role="status">
          {there.length === 0 && "Choose two runs to compare them edge by edge."}
          {there.length === 1 && "One chosen; choose another."}
          {there.length === 2 && "Two chosen."}
        </span>
      </div>
      <div className="wide">
        <table className="runs">
          <caption className="hidden">Runs, the newest first</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="hidden">Chosen for comparison</span>
              </th>
              <th scope="col">Table</th>
              <th scope="col">Search</th>
              <th scope="col">Score</th>
              <th scope="col">Started</th>
              <th scope="col">State</th>
              <th scope="col" className="number">
                Edges
              </th>
              <th scope="col" className="number">
                Value
              </th>
              <th scope="col" className="number">
                Gap
              </th>
              <th scope="col">
                <span className="hidden">What to do with it</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((run) => (
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
      {shown.length < runs.length && (
        <p className="actions">
          <button type="button" onClick={() => setAll(true)}>
            Show all {runs.length} runs
          </button>
        </p>
      )}
      <p className="soft small runs-note">
        Value is the score of the final graph, higher is better; gap is what the best graph found lacks to the
        proven optimum, of which the state says what it is about. A dash: not known.
      </p>
    </>
  );
}
