// Tables or runs whose files are damaged: the error of each, and a button to delete it.

import { Sentence } from "./sentence.tsx";
import { useAttempt } from "./use-attempt.ts";
import { useClient } from "./use-client.ts";
import { useLoaded } from "./use-loaded.ts";

export function DamagedItems({ of }: { readonly of: "tables" | "runs" }) {
  const client = useClient();
  const damaged = useLoaded(() => client.damaged(of), [client, of]);
  const { sentence, attempt } = useAttempt();
  if (damaged.is !== "there" || damaged.value.length === 0) return null;
  const remove = (id: string) =>
    attempt(async () => {
      await (of === "tables" ? client.removeTable(id) : client.removeRun(id));
      damaged.again();
    });
  return (
    <section aria-label={`Damaged ${of}`}>
      <h2>Damaged {of}</h2>
      <ul>
        {damaged.value.map(({ id, error }) => (
          <li key={id}>
            {error}{" "}
            <button type="button" onClick={() => remove(id)}>
              Delete
            </button>
          </li>
        ))}
      </ul>
      {sentence && <Sentence text={sentence} />}
    </section>
  );
}
