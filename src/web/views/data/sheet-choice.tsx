// Which sheet of a workbook is read: another one is a table of its own, which takes the place of this one unless a run needs it.

import { useId, useState } from "react";
import type { wire } from "../../../core/index.ts";
import { forgetDraft } from "../draft/draft.ts";
import { goInstead } from "../shared/route.ts";
import { Sentence, Waiting } from "../shared/sentence.tsx";
import { useAttempt } from "../shared/use-attempt.ts";
import { useClient } from "../shared/use-client.ts";

export function SheetChoice({ table }: { readonly table: wire.TablePreview }) {
  const client = useClient();
  const { sentence, attempt } = useAttempt();
  const [coming, setComing] = useState<string | null>(null);
  const id = useId();
  const { workbook } = table;
  if (workbook === undefined || workbook.sheets.length < 2) return null;
  const take = async (sheet: string): Promise<void> => {
    setComing(sheet);
    await attempt(async () => {
      const other = await client.addSheet(table.id, sheet);
      await client.removeTable(table.id).then(
        () => forgetDraft(table.id),
        () => {}, // a run needs it
      );
      goInstead({ page: "data", table: other.id });
    });
    setComing(null);
  };
  return (
    <>
      <p>
        <label htmlFor={id}>Sheet</label>{" "}
        <select
          id={id}
          value={coming ?? workbook.sheet}
          disabled={coming !== null}
          onChange={({ target }) => take(target.value)}
        >
          {workbook.sheets.map((sheet) => (
            <option key={sheet} value={sheet}>
              {sheet}
            </option>
          ))}
        </select>
      </p>
      {coming !== null && <Waiting what={`Reading the sheet ${coming}`} />}
      <Sentence text={sentence} />
    </>
  );
}
