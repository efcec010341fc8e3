// Actions for a result: open its report, download it, repeat the run.

import { RepeatButton } from "../search/repeat-button.tsx";
import { Sentence } from "../shared/sentence.tsx";
import { StepLink } from "../shared/step-link.tsx";
import { useAttempt } from "../shared/use-attempt.ts";
import { useClient } from "../shared/use-client.ts";
import { ExportMenu, type ExportMenuProps } from "./export-menu.tsx";

export function ResultActions({ run, result, drawn }: ExportMenuProps) {
  const client = useClient();
  const { sentence, attempt } = useAttempt();
  const openReport = async (): Promise<void> => {
    // Open the tab immediately, while the click still permits it; fill it once the report has arrived.
    const tab = window.open("", "_blank");
    try {
      const report = await client.file(run.id, "report.html");
      const address = URL.createObjectURL(new Blob([report], { type: "text/html;charset=utf-8" }));
      if (tab === null) location.assign(address);
      else tab.location.replace(address);
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    } catch (error) {
      tab?.close();
      throw error;
    }
  };
  return (
    <>
      <div className="actions">
        <button
          type="button"
          className="primary"
          disabled={!run.files.includes("report.html")}
          onClick={() => attempt(openReport)}
        >
          Open report
        </button>
        <ExportMenu run={run} result={result} drawn={drawn} />
        <RepeatButton run={run.id} table={run.table.id} />
        <RepeatButton run={run.id} table={run.table.id} page="data" title="Back to the data" />
        <StepLink to={{ page: "runs" }}>Compare with another run</StepLink>
      </div>
      <Sentence text={sentence} />
    </>
  );
}
