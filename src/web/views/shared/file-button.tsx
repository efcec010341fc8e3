// A file input. The same file can be chosen again, for instance after correcting it.

import { useId } from "react";

interface FileInputProps {
  readonly id?: string;
  readonly className?: string;
  readonly accept?: string | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly describedBy?: string;
  readonly onFiles: (files: readonly File[]) => void;
}

export function FileInput({ id, className, accept, isDisabled, describedBy, onFiles }: FileInputProps) {
  return (
    <input
      id={id}
      className={className}
      type="file"
      accept={accept}
      disabled={isDisabled}
      aria-describedby={describedBy}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        currentTarget.value = "";
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}

interface FileButtonProps extends Pick<FileInputProps, "accept" | "isDisabled" | "onFiles"> {
  readonly title: string;
  readonly className?: string;
}

/** The input styled as a button. The label is part of it, so it opens by mouse, Enter and Space alike. */
export function FileButton({ title, className = "", ...field }: FileButtonProps) {
  const id = useId();
  return (
    <label htmlFor={id} className={`button file-button ${className}`}>
      {title}
      <FileInput id={id} className="hidden" {...field} />
    </label>
  );
}
