// Area where a file is dropped or chosen.

import { type DragEvent, useState } from "react";
import { FileButton } from "../shared/file-button.tsx";

interface DropZoneProps {
  /** Label of the button. */
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
    // The file input inside is accessible to everyone; dropping a file is only a shortcut.
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
      <FileButton
        title={label}
        className={isBusy ? "primary busy" : "primary"}
        accept={accept}
        isDisabled={isBusy}
        onFiles={onFiles}
      />
      {children}
    </div>
  );
}
