// Where a file is dropped or chosen. The button is the file field's own label: it opens by mouse, Enter and Space alike.

import { type DragEvent, useState } from "react";

interface DropZoneProps {
  /** The button's words. */
  readonly label: string;
  readonly accept: string;
  readonly isBusy: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: React.ReactNode;
}

export function DropZone({ label, accept, isBusy, onFiles, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent, next: boolean): void => {
    event.preventDefault();
    setOver(next && !isBusy);
  };
  return (
    // The field inside is the way for all hands; dropping is a shortcut beside it.
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing here is reached by the pointer alone
    <div
      className={isOver ? "drop over" : "drop"}
      onDragEnter={(event) => over(event, true)}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        if (!isBusy) onFiles([...event.dataTransfer.files]);
      }}
    >
      <label className={isBusy ? "button primary busy" : "button primary"}>
        {label}
        <input
          className="hidden"
          type="file"
          accept={accept}
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            // The same file may be chosen again, once it was corrected.
            currentTarget.value = "";
            if (files.length > 0) onFiles(files);
          }}
        />
      </label>
      {children}
    </div>
  );
}
